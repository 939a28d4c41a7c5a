"""Measures the time from an empty disk to a ready replica, while another replica serves and receives writes.

    joinrun.py FEED FOLDER --items 1000000 --seed 1 --runs 3 --rate 20

FEED is the program, of a release build. The rows of a sportsbook are generated from the seed and posted to a replica, which
appends them to the log. The log is then trimmed, and a second replica starts with an empty disk, several times. Prints a
summary as JSON, with the steps that the second replica has logged. Exits with 1 if the two replicas differ, or if a replica
is not ready within --most seconds. The machine should be idle: the summary contains the load before the run.
"""
import argparse
import http.client
import json
import os
import pathlib
import random
import socket
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOKEN = "0123456789abcdef0123456789abcdef"
SPORTS, MARKETS, SELECTIONS = 50, 2, 3
ITEMS_OF_EVENT = 1 + MARKETS * (1 + SELECTIONS)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def messages(items, seed):
    """Yields fixture lines of some hundred rows each: events with their markets and selections."""
    chance = random.Random(seed)
    sports = [{"id": id, "name": f"Sport {id}", "display_order": id} for id in range(1, SPORTS + 1)]
    yield {"upsert": {"sport": sports}}
    events = (items - SPORTS) // ITEMS_OF_EVENT
    for first in range(1, events + 1, 100):
        rows = {"event": [], "market": [], "selection": []}
        for event in range(first, min(first + 100, events + 1)):
            rows["event"].append({
                "id": event, "sport_id": chance.randint(1, SPORTS), "name": f"Team {event} - Team {event + 1}",
                "competition": f"League {event % 200}", "status": "live" if chance.random() < 0.05 else "scheduled",
                "starts_at": f"2026-07-{event % 28 + 1:02}T{event % 24:02}:30:00Z",
            })
            for number in range(MARKETS):
                market = event * MARKETS + number
                rows["market"].append(
                    {"id": market, "event_id": event, "name": f"Market {number}", "display_order": number})
                for place in range(SELECTIONS):
                    rows["selection"].append({
                        "id": market * SELECTIONS + place, "market_id": market, "name": f"Outcome {place}",
                        "price": round(chance.uniform(1.01, 20), 2), "display_order": place,
                    })
        yield {"upsert": rows}


class Replica:
    def __init__(self, program, folder, name, log):
        self.port, self.admin = free_port(), free_port()
        self.store = folder / f"{name}.sqlite"
        self.errors = open(folder / f"{name}.log", "w+")
        token = folder / "token"
        if not token.exists():
            token.touch(mode=0o600)
            token.write_text(TOKEN + "\n")
        self.start = time.monotonic()
        self.process = subprocess.Popen(
            [program, "serve", str(ROOT / "layouts/sportsbook.yaml"), "--store", str(self.store), "--log", log,
             "--listen", f"127.0.0.1:{self.port}", "--admin-listen", f"127.0.0.1:{self.admin}",
             "--token-file", str(token)],
            stdout=subprocess.DEVNULL, stderr=self.errors)

    def ask(self, port, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"} if body else {}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, text

    def seconds_until_ready(self, most):
        while time.monotonic() - self.start < most:
            if self.process.poll() is not None:
                raise SystemExit(f"a replica has ended: {self.log()}")
            try:
                if self.ask(self.admin, "GET", "/v1/ready")[0] == 200:
                    return time.monotonic() - self.start
            except OSError:
                pass
            time.sleep(0.05)
        raise SystemExit(f"a replica was not ready within {most} s: {self.log()}")

    def post(self, lines):
        status, text = self.ask(self.port, "POST", "/v1/messages", "\n".join(json.dumps(line) for line in lines))
        if status != 200:
            raise SystemExit(f"a message was refused: {status} {text[:500]}")

    def metric(self, name):
        text = self.ask(self.admin, "GET", "/metrics")[1].decode()
        return float(next(line.split()[1] for line in text.splitlines() if line.startswith(name + " ")))

    def log(self):
        self.errors.seek(0)
        return self.errors.read()

    def steps(self):
        """Returns the logged messages with the seconds since the first one."""
        lines = [json.loads(line) for line in self.log().splitlines() if line.startswith("{")]
        def seconds(line):
            clock = line["time"].split("T")[1].rstrip("Z").split(":")
            return int(clock[0]) * 3600 + int(clock[1]) * 60 + float(clock[2])
        return [[round(seconds(line) - seconds(lines[0]), 2), line["message"]] for line in lines]

    def end(self):
        self.process.terminate()
        if self.process.wait(30) != 0:
            raise SystemExit(f"a replica has ended with {self.process.returncode}: {self.log()}")


class Writer(threading.Thread):
    """Changes prices at the given rate, until it is stopped."""

    def __init__(self, replica, items, rate, seed):
        super().__init__(daemon=True)
        self.replica, self.rate, self.chance = replica, rate, random.Random(seed)
        self.selections = (items - SPORTS) // ITEMS_OF_EVENT * MARKETS * SELECTIONS
        self.count, self.longest, self.is_over = 0, 0.0, threading.Event()

    def run(self):
        while not self.is_over.wait(1 / self.rate):
            id = self.chance.randint(MARKETS * SELECTIONS, self.selections)
            start = time.monotonic()
            # The update needs no other columns, because the row exists.
            self.replica.post([{"upsert": {"selection": [{"id": id, "price": round(self.chance.uniform(1.01, 20), 2)}]}}])
            self.longest = max(self.longest, time.monotonic() - start)
            self.count += 1

    def end(self):
        self.is_over.set()
        self.join()


def trim(port, stream, first):
    """Requests the server to remove the entries before the given one, over the NATS protocol."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        body = json.dumps({"seq": first}).encode()
        connection.sendall(b'CONNECT {"verbose":false}\r\nSUB answer 1\r\nPUB $JS.API.STREAM.PURGE.%s answer %d\r\n%s\r\n'
                           % (stream.encode(), len(body), body))
        text = b""
        while b"purged" not in text and b"error" not in text:
            text += connection.recv(65536)
        if b"error" in text:
            raise SystemExit(f"the log was not trimmed: {text}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("feed")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=20, help="the number of price changes per second during the run")
    parser.add_argument("--most", type=float, default=60, help="the time limit in seconds until a replica is ready")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    load = os.getloadavg()[0]
    port = free_port()
    server = subprocess.Popen(["nats-server", "-js", "-sd", str(options.folder / "nats"), "-a", "127.0.0.1", "-p", str(port)],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    replicas = []
    try:
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        log = f"nats://127.0.0.1:{port}/JOIN"
        first = Replica(options.feed, options.folder, "first", log)
        replicas.append(first)
        first.seconds_until_ready(options.most)
        start = time.monotonic()
        for message in messages(options.items, options.seed):
            first.post([message])
        filled = time.monotonic() - start
        # The replica reports to the log every few seconds that it has a copy to offer.
        time.sleep(7)
        entries = int(first.metric("feed_log_applied_entries"))
        trim(port, "JOIN", entries)
        runs = []
        for run in range(options.runs):
            writer = Writer(first, options.items, options.rate, options.seed + run)
            writer.start()
            joined = Replica(options.feed, options.folder, f"joined-{run}", log)
            replicas.append(joined)
            seconds = joined.seconds_until_ready(options.most)
            writer.end()
            # Replicas compare their states at every hundredth entry.
            for id in range(1, 221):
                joined.post([{"upsert": {"sport": [{"id": id % SPORTS + 1, "display_order": id}]}}])
            time.sleep(3)
            for replica in (first, joined):
                if replica.process.poll() is not None or replica.metric("feed_log_disputed") != 0:
                    raise SystemExit(f"the replicas have come to something else: {replica.log()}")
            runs.append({
                "ready_seconds": round(seconds, 2), "writes": writer.count,
                "longest_write_seconds": round(writer.longest, 3), "steps": joined.steps(),
            })
            joined.end()
            replicas.remove(joined)
            joined.store.unlink()
        print(json.dumps({
            "items": options.items, "seed": options.seed, "store_bytes": first.store.stat().st_size, "entries": entries,
            "filled_seconds": round(filled, 1), "load_before": load, "processors": os.cpu_count(), "runs": runs,
        }, indent=1))
    finally:
        for replica in replicas:
            replica.process.kill()
        server.kill()


main()
