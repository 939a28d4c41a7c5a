"""Runs three replicas on three brokers with a fault of the brokers; each acknowledged message must be applied once on all.

    brokerrun.py FEED FOLDER --server nats-server --sync always --schedule two-then-leader --rounds 3

FEED is the program, FOLDER is the folder for the files of the run. Clients post numbers to the replicas in turn. Each number
has a key, and is repeated until it is acknowledged. The replicas also follow a growing file. Prints a line of JSON: the
acknowledged, missing and repeated messages, the replicas that have ended, and the problems that they have reported. Exits
with 1 if the run shows more than its schedule allows: the replicas may lack only a log that is lost.

    one               one broker is killed and restarted after some seconds
    leader            the leader is killed
    two               two brokers are killed
    two-then-leader   two brokers are killed, and after their restart the leader
    all               all brokers are killed
    stopped           two brokers are suspended, like machines that are cut off
    disk              one broker is killed and restarted with an empty disk
    disks             two brokers are killed and restarted with empty disks
    deleted           the stream is deleted
"""
import argparse
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

TOKEN = "0123456789abcdef0123456789abcdef"
FEED = """
feed: 1
store: {schema: ticks.sql}
inputs:
  log: {follow: log.jsonl, adapter: lines}
  desk: {listen: /v1/messages, adapter: posts}
adapters:
  lines: INSERT INTO tick (id, count) VALUES (:message ->> 'id', 1) ON CONFLICT (id) DO UPDATE SET count = count + 1
  posts: INSERT INTO tick (id, count) VALUES (:message ->> 'id', 1) ON CONFLICT (id) DO UPDATE SET count = count + 1
sources:
  ticks: {from: tick, order: [id desc], limit: 50}
sections:
  - {id: ticks, source: ticks, item: tick, layout: list}
items:
  tick: {title: "{id}", value: "{count}"}
layouts: {list: {height: 44}}
"""
SCHEMA = "CREATE TABLE tick (id INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT;"


def free_ports(count):
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


class Broker:
    def __init__(self, program, folder, name, port, route, routes, sync):
        self.program, self.folder, self.port, self.name = program, folder / name, port, name
        self.folder.mkdir(parents=True)
        self.configuration = self.folder / "server.conf"
        interval = f"sync_interval: {sync}" if sync else ""
        self.configuration.write_text(
            f'server_name: {name}\nlisten: "127.0.0.1:{port}"\n'
            f'jetstream {{ store_dir: "{self.folder}/streams"\n {interval} }}\n'
            f'cluster {{ name: run, listen: "127.0.0.1:{route}", '
            f'routes: [{", ".join(f"nats://127.0.0.1:{other}" for other in routes)}] }}\n')
        self.process = None

    def start(self):
        self.process = subprocess.Popen([self.program, "--config", str(self.configuration)],
                                        stdout=subprocess.DEVNULL, stderr=open(self.folder / "log", "a"))

    def kill(self):
        self.process.kill()
        self.process.wait()

    def wipe(self):
        shutil.rmtree(self.folder / "streams", ignore_errors=True)


def ask_broker(ports, subject, body=b""):
    """Sends a request to the JetStream API of the first broker that answers."""
    for port in ports:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
                connection.settimeout(2)
                connection.sendall(b'CONNECT {"verbose":false}\r\nSUB answer 1\r\nPUB %s answer %d\r\n%s\r\n'
                                   % (subject.encode(), len(body), body))
                text = b""
                while True:
                    text += connection.recv(65536)
                    start = text.find(b"{", text.find(b"MSG answer"))
                    if b"MSG answer" in text and start >= 0:
                        try:
                            return json.JSONDecoder().raw_decode(text[start:].decode())[0]
                        except ValueError:
                            pass
        except OSError:
            pass
    return {}


class Replica:
    def __init__(self, program, folder, name, log, port):
        self.program, self.folder, self.name, self.log, self.port = program, folder, name, log, port
        self.store = folder / f"{name}.sqlite"
        self.errors = folder / f"{name}.log"
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "serve", str(self.folder / "ticks.yaml"), "--store", str(self.store), "--log", self.log,
             "--log-replicas", "3", "--listen", f"127.0.0.1:{self.port}", "--token-file", str(self.folder / "token")],
            stdout=subprocess.DEVNULL, stderr=open(self.errors, "a"))

    def ask(self, method, path, body=None, key=None, timeout=120):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"} if body else {}
        if key:
            headers["Idempotency-Key"] = key
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def readiness(self):
        try:
            status, text = self.ask("GET", "/v1/ready", timeout=5)
            return status, json.loads(text)
        except (OSError, ValueError, http.client.HTTPException):
            return 0, {}

    def rows(self):
        database = sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)
        try:
            return dict(database.execute("SELECT id, count FROM tick"))
        finally:
            database.close()


class Load:
    """The writers: clients that post messages with keys, and the writer of the file."""

    def __init__(self, folder, replicas):
        self.folder, self.replicas = folder, replicas
        self.acknowledged, self.lines = set(), 0
        self.slowest, self.refused = 0.0, 0
        self.is_over = threading.Event()
        self.threads = [threading.Thread(target=self.write, args=(number,), daemon=True) for number in range(2)]
        self.threads.append(threading.Thread(target=self.fill, daemon=True))
        for thread in self.threads:
            thread.start()

    def write(self, writer):
        number, replica = 0, writer
        while not self.is_over.is_set():
            number += 1
            id = (writer + 1) * 1_000_000 + number
            while not self.is_over.is_set():
                start = time.monotonic()
                try:
                    status, _ = self.replicas[replica % 3].ask(
                        "POST", "/v1/messages?input=desk", json.dumps({"id": id}), key=f"k-{id}")
                except (OSError, http.client.HTTPException):
                    status = 0
                self.slowest = max(self.slowest, time.monotonic() - start)
                if status == 200:
                    self.acknowledged.add(id)
                    break
                self.refused += 1
                replica += 1
                time.sleep(0.2)

    def fill(self):
        with open(self.folder / "log.jsonl", "a") as file:
            while not self.is_over.wait(0.02):
                self.lines += 1
                file.write(json.dumps({"id": self.lines}) + "\n")
                file.flush()

    def end(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join(130)


class Run:
    def __init__(self, options):
        self.options, self.folder = options, options.folder
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        for name, text in (("ticks.yaml", FEED), ("ticks.sql", SCHEMA), ("log.jsonl", ""), ("token", TOKEN + "\n")):
            (self.folder / name).write_text(text)
        (self.folder / "token").chmod(0o600)
        self.chance = random.Random(options.seed)
        ports = free_ports(9)
        self.brokers = [Broker(options.server, self.folder, f"broker{index}", ports[index], ports[index + 3],
                               ports[3:6], options.sync) for index in range(3)]
        for broker in self.brokers:
            broker.start()
        self.ports = ports[:3]
        log = "nats://" + ",".join(f"127.0.0.1:{port}" for port in self.ports) + "/RUN"
        self.wait(lambda: self.ask("$JS.API.INFO").get("type"), 60)
        self.replicas = [Replica(options.feed, self.folder, name, log, port) for name, port in zip("abc", ports[6:])]
        self.wait(lambda: all(replica.readiness()[0] == 200 for replica in self.replicas), 60)

    def ask(self, subject, body=b""):
        return ask_broker(self.ports, subject, body)

    def wait(self, condition, most):
        end = time.monotonic() + most
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.2)
        return False

    def leader(self):
        while True:
            name = self.ask("$JS.API.STREAM.INFO.RUN").get("cluster", {}).get("leader")
            for broker in self.brokers:
                if broker.name == name:
                    return broker
            time.sleep(0.2)

    def fault(self, schedule):
        pause = self.chance.uniform(2, 8)
        two = self.chance.sample(self.brokers, 2)
        if schedule == "deleted":
            self.ask("$JS.API.STREAM.DELETE.RUN")
            return
        victims = {"one": two[:1], "disk": two[:1], "leader": [self.leader()], "all": self.brokers}.get(schedule, two)
        if schedule == "stopped":
            for broker in victims:
                os.kill(broker.process.pid, signal.SIGSTOP)
            time.sleep(pause + 5)
            for broker in victims:
                os.kill(broker.process.pid, signal.SIGCONT)
            return
        for broker in victims:
            broker.kill()
        if schedule in ("disk", "disks"):
            for broker in victims:
                broker.wipe()
        time.sleep(pause)
        for broker in victims:
            broker.start()
        if schedule == "two-then-leader":
            leader = self.leader()
            leader.kill()
            time.sleep(pause)
            leader.start()

    def play(self):
        load = Load(self.folder, self.replicas)
        time.sleep(3)
        for _ in range(self.options.rounds):
            self.fault(self.options.schedule)
            time.sleep(self.chance.uniform(4, 8))
        time.sleep(5)
        load.end()
        settled = self.wait(lambda: self.is_settled(load), self.options.most)
        return self.report(load, settled)

    def is_settled(self, load):
        expected = load.acknowledged.union(range(1, load.lines + 1))
        rows = [replica.rows() for replica in self.replicas]
        return all(row == rows[0] for row in rows) and expected <= rows[0].keys()

    def report(self, load, settled):
        rows = [replica.rows() for replica in self.replicas]
        codes = ("forked", "other-log", "no-log", "missing", "trimmed", "replica-differs")
        logs = [replica.errors.read_text() for replica in self.replicas]
        ready = [replica.readiness() for replica in self.replicas]
        report = {
            "schedule": self.options.schedule, "rounds": self.options.rounds, "server": subprocess.run(
                [self.options.server, "--version"], capture_output=True, text=True).stdout.split()[-1],
            "sync": self.options.sync or "default", "acknowledged": len(load.acknowledged), "lines": load.lines,
            "refused": load.refused, "slowest_write": round(load.slowest, 1), "settled": settled,
            "lost": [len(load.acknowledged - row.keys()) for row in rows],
            "lost_lines": [len(set(range(1, load.lines + 1)) - row.keys()) for row in rows],
            "twice": [sum(count > 1 for count in row.values()) for row in rows],
            "alike": all(row == rows[0] for row in rows),
            "ended": [replica.process.poll() for replica in self.replicas],
            "ready": [state[0] for state in ready],
            "problems": [state[1].get("log", {}).get("problem", {}).get("code") for state in ready],
            "stuck": [log.count("cannot be followed") for log in logs],
            "silent": [log.count("no server of the log answers: ") for log in logs],
            "errors": [sorted({code for code in codes if f"error[{code}]" in log}) for log in logs],
        }
        report["good"] = report["ended"] == [None] * 3 and (settled or self.options.schedule in ("disks", "deleted"))
        return report

    def end(self):
        for one in [*self.replicas, *self.brokers]:
            if one.process.poll() is None:
                one.process.kill()
            one.process.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("feed")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--server", default="nats-server")
    parser.add_argument("--sync", default="", help="the sync_interval of the brokers, which requires nats-server 2.10 or later")
    parser.add_argument("--schedule", default="one")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=float, default=60, help="the time limit in seconds until all replicas are equal at the end")
    options = parser.parse_args()
    run = Run(options)
    try:
        report = run.play()
    finally:
        run.end()
    print(json.dumps(report))
    sys.exit(not report["good"])


main()
