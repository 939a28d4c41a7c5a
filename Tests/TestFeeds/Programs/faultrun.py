"""Runs six faulty sources and a server that is killed repeatedly, and checks its store at the end.

    faultrun.py FEED FOLDER --seconds 10 --kills 20 --seed 1

FEED is the program. Prints a summary as JSON. Exits with 1 and prints the differences if the store does not match the
logs of the sources, if the rejected messages are not exactly the garbled ones, or if a client of the server has
seen an older version after a newer one. The client and the source without faults run in separate processes, so that
the other sources do not delay them. The cores of a virtual machine pause at times: a process of the highest priority
measures these pauses on each core, and they do not count as time of the server.

    steady   server-sent events, a hundred a second, without faults
    faulty   server-sent events: closes within a chunk, repeats, stalls, sends wrong lengths, answers 500 and 429,
             sends invalid messages, and at times five thousand a second
    lines    JSON Lines: sends its whole state on every connection, and breaks off
    table    a document: with and without ETag, incomplete, 500, 429, invalid
    file     lines that are appended in pieces, some invalid; the file is renamed and created again
    posts    messages that are posted until they are acknowledged
"""
import argparse
import heapq
import http.client
import http.server
import json
import multiprocessing
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time

FEED_FILE = """
feed: 1
store: {schema: ticks.sql}
inputs:
  steady: {stream: "http://127.0.0.1:STEADY/steady", adapter: steady, stale: 5s, sources: [steady]}
  faulty: {stream: "http://127.0.0.1:PORT/faulty", adapter: faulty}
  lines: {stream: "http://127.0.0.1:PORT/lines", adapter: lines}
  table: {poll: "http://127.0.0.1:PORT/table", every: 100ms, adapter: table}
  file: {follow: log.jsonl, adapter: file}
  posts: {listen: /v1/messages, adapter: posts}
adapters:
ADAPTERS
  lines: |
    INSERT INTO state (id, value) VALUES (:message ->> 'id', :message ->> 'value')
    ON CONFLICT (id) DO UPDATE SET value = excluded.value
  table:
    sql: |
      INSERT INTO entry (id, value) SELECT value ->> 'id', value ->> 'value' FROM json_each(:message) WHERE true
      ON CONFLICT (id) DO UPDATE SET value = excluded.value
    replace: {entry: {keys: "SELECT value ->> 'id' FROM json_each(:message)"}}
sources:
  steady: {from: tick, where: source = 'steady', order: [id desc], limit: 50}
  faulty: {from: tick, where: source = 'faulty', order: [id desc], limit: 50}
  states: {from: state, order: [id]}
  entries: {from: entry, order: [id]}
sections:
  - {id: steady, source: steady, item: tick, layout: list}
  - {id: faulty, source: faulty, item: tick, layout: list}
  - {id: states, source: states, item: row, layout: list}
  - {id: entries, source: entries, item: row, layout: list}
items:
  tick: {title: "{id}", value: "{count}"}
  row: {title: "{id}", value: "{value}"}
layouts: {list: {height: 44}}
"""
ADAPTER = """  NAME: |
    INSERT INTO tick (source, id, count) VALUES ('NAME', :message ->> 'id', 1)
    ON CONFLICT (source, id) DO UPDATE SET count = count + 1
"""
SCHEMA = """
CREATE TABLE tick (
  source TEXT NOT NULL, id INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (source, id)
) STRICT;
CREATE TABLE state (id INTEGER PRIMARY KEY, value INTEGER NOT NULL) STRICT;
CREATE TABLE entry (id INTEGER PRIMARY KEY, value INTEGER NOT NULL) STRICT;
"""
TOKEN = "0123456789abcdef0123456789abcdef"


class Log:
    """The messages that a source has sent; invalid ones are `None` in `good`."""

    def __init__(self, name, garbage):
        self.name, self.garbage = name, garbage
        self.texts, self.good = [], []
        self.changed = threading.Condition()

    def add(self, count, chance):
        with self.changed:
            for _ in range(count):
                number = len(self.texts) + 1
                is_bad = self.garbage and chance.random() < 0.02
                self.good.append(None if is_bad else number)
                self.texts.append("%s garbage %d {" % (self.name, number) if is_bad else '{"id": %d}' % number)
            self.changed.notify_all()

    def after(self, cursor):
        """Waits a little for the messages after a given one."""
        with self.changed:
            if len(self.texts) <= cursor:
                self.changed.wait(0.2)
            return self.texts[cursor:cursor + 500]


class World:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.logs = {name: Log(name, name in ("faulty", "file")) for name in ("faulty", "file", "posts")}
        self.states = {}  # of `lines`
        self.entries, self.revision = {1: 1}, 1  # of `table`
        self.bad_table = None
        self.rejected_tables = []
        self.lock = threading.Lock()
        self.is_over = multiprocessing.Event()

    def run(self):
        """Adds new messages to all sources until the end of the run."""
        while not self.is_over.wait(0.01):
            # At times five thousand a second.
            self.logs["faulty"].add(50 if self.chance.random() < 0.05 else self.chance.randrange(3), self.chance)
            self.logs["file"].add(self.chance.randrange(3), self.chance)
            self.logs["posts"].add(self.chance.randrange(2), self.chance)
            with self.lock:
                self.states[self.chance.randrange(200)] = self.chance.randrange(1000)
                if self.chance.random() < 0.05:
                    self.revision += 1
                    self.entries = {id: self.revision for id in self.chance.sample(range(50), 20)}
                    if self.bad_table is None and self.chance.random() < 0.1:
                        self.bad_table = self.revision


class Source(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    world = None

    def log_message(self, *arguments):
        pass

    def answer(self, status, kind=None, body=b"", length=None, **headers):
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = length is not None

    def stream(self, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.close_connection = True

    def chunk(self, text):
        data = text.encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def do_GET(self):
        try:
            getattr(self, "get_" + self.path.strip("/"))()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def refuses(self, chance):
        """Answers with an error now and then."""
        if chance.random() < 0.15:
            self.answer(500, "text/plain", b"sorry")
        elif chance.random() < 0.1:
            self.answer(429, "text/plain", b"later", Retry_After="0")
        else:
            return False
        return True

    def events(self, log, cursor):
        return "".join("id: %d\ndata: %s\n\n" % (cursor + n + 1, text) for n, text in enumerate(log.after(cursor)))

    def get_faulty(self):
        log, chance = self.world.logs["faulty"], random.Random()
        if self.refuses(chance):
            return
        last = int(self.headers.get("Last-Event-ID") or 0)
        cursor = max(0, last - chance.randrange(8))
        if chance.random() < 0.1:
            text = self.events(log, cursor)
            # A body that is longer than its length, and one that is shorter.
            return self.answer(200, "text/event-stream", text.encode(), len(text) // 2 if chance.random() < 0.5 else len(text) + 99)
        self.stream("text/event-stream")
        end = cursor + chance.randrange(20, 2000)
        while cursor < end or self.world.is_over.is_set():
            text = self.events(log, cursor)
            cursor += text.count("data: ")
            if text:
                self.chunk(text)
            if chance.random() < 0.05 and not self.world.is_over.is_set():
                time.sleep(chance.random() * 0.4)
            if self.world.ended.is_set():
                return
        self.wfile.write(b"ff\r\nid: 999999\ndata: {\"id\": 9")

    def get_lines(self):
        chance, known = random.Random(), {}
        if self.refuses(chance):
            return
        self.stream("application/x-ndjson")
        breaks = time.monotonic() + chance.random() * 2
        while time.monotonic() < breaks or self.world.is_over.is_set():
            with self.world.lock:
                new = {id: value for id, value in self.world.states.items() if known.get(id) != value}
            known.update(new)
            if new:
                self.chunk("".join('{"id": %d, "value": %d}\n' % row for row in new.items()))
            if self.world.ended.wait(0.02):
                return
        self.wfile.write(b"40\r\n{\"id\": 7, \"va")

    def get_table(self):
        world, chance = self.world, random.Random()
        if not world.is_over.is_set() and self.refuses(chance):
            return
        with world.lock:
            tag = self.headers.get("If-None-Match")
            if world.bad_table is not None and tag == '"bad %d"' % world.bad_table:
                # The server has it, and will request the next one.
                world.rejected_tables.append("table garbage %d [" % world.bad_table)
                world.bad_table = None
            bad, revision, entries = world.bad_table, world.revision, dict(world.entries)
        if bad is not None:
            return self.answer(200, "application/json", b"table garbage %d [" % bad, ETag='"bad %d"' % bad)
        # Long enough to be staged before it is applied.
        body = json.dumps([{"id": id, "value": value, "note": "x" * 1000} for id, value in sorted(entries.items())]).encode()
        own = '"%d"' % revision
        if tag == own:
            return self.answer(304, ETag=own)
        if not world.is_over.is_set() and chance.random() < 0.1:
            return self.answer(200, "application/json", body[:-9], len(body), ETag=own)
        if chance.random() < 0.5:
            return self.answer(200, "application/json", body)
        self.answer(200, "application/json", body, ETag=own)


class SteadySource(Source):
    """Sends a hundred messages a second, without faults."""

    log = is_over = None

    def get_steady(self):
        cursor = int(self.headers.get("Last-Event-ID") or 0)
        self.stream("text/event-stream")
        while True:
            text = self.events(self.log, cursor)
            cursor += text.count("data: ")
            if text:
                self.chunk(text)

    @classmethod
    def run(cls, address, is_over, count, is_done):
        """Runs the source in a separate process; reports its port, and at the end the number of its messages."""
        cls.log = Log("steady", False)
        server = Server(("127.0.0.1", 0), cls)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address.put(server.server_address[1])
        begin, said = time.monotonic(), 0
        while not is_over.wait(0.01):
            due = int((time.monotonic() - begin) * 100)
            cls.log.add(due - said, None)
            said = due
        count.put(said)
        is_done.wait()


class Client:
    """Follows the stream across all restarts; versions must only increase."""

    def __init__(self, port, is_up, is_over, is_done):
        self.port, self.is_up, self.is_over, self.is_done = port, is_up, is_over, is_done
        self.older, self.versions, self.newest = [], 0, 0
        # The longest times without a version, with the end of each.
        self.gaps, self.cursor = [(0.0, 0.0)] * 20, None

    @classmethod
    def run(cls, port, is_up, is_over, is_done, answer):
        client, begin = cls(port, is_up, is_over, is_done), time.monotonic()
        while not is_done.is_set():
            is_up.wait(0.2)
            try:
                client.follow()
            except (OSError, http.client.HTTPException):
                time.sleep(0.01)
        answer.put((client.versions, client.older, sorted(client.gaps, reverse=True), begin))

    def follow(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", "/v1/stream", headers={"Last-Event-ID": self.cursor} if self.cursor else {})
        latest = None
        for line in connection.getresponse():
            if not line.startswith(b"id: "):
                continue
            now = time.monotonic()
            if latest and self.is_up.is_set() and not self.is_over.is_set():
                heapq.heappushpop(self.gaps, (now - latest, now))
            latest = now
            self.cursor = line[4:].strip().decode()
            version = int(self.cursor.split(":")[1])
            self.versions += 1
            if version < self.newest:
                self.older.append((self.newest, version))
            self.newest = max(self.newest, version)


class Core:
    """Records the pauses of a core of the machine, from a process with the highest priority on it."""

    @classmethod
    def run(cls, core, is_done, answer):
        pauses = []
        try:
            os.sched_setaffinity(0, {core})
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))
        except OSError:
            return answer.put(pauses)
        while not is_done.is_set():
            before = time.monotonic()
            time.sleep(0.005)
            if (end := time.monotonic()) - before > 0.015:
                pauses.append((before + 0.005, end))
        answer.put(pauses)

    @staticmethod
    def pause(pauses, begin, end):
        """Returns the total pause of any core during an interval."""
        total, latest = 0.0, begin
        for first, last in sorted(pauses):
            first, last = max(first, latest), min(last, end)
            if last > first:
                total, latest = total + last - first, last
        return total


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, address):
        """Ignores a client that closes the connection."""


class Run:
    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(options.folder)
        self.world = Source.world = World(options.seed)
        self.world.ended = threading.Event()
        self.sources = Server(("127.0.0.1", 0), Source)
        self.process, self.port = None, 0
        self.is_up, self.is_done = multiprocessing.Event(), multiprocessing.Event()
        self.memory = 0
        # Processes must be created before threads.
        address, self.steady_count = multiprocessing.Queue(), multiprocessing.Queue()
        self.beside(SteadySource.run, address, self.world.is_over, self.steady_count, self.is_done)
        self.steady_port = address.get()

    @staticmethod
    def beside(body, *arguments):
        multiprocessing.Process(target=body, args=arguments, daemon=True).start()

    def write_feed(self):
        names = ("steady", "faulty", "file", "posts")
        adapters = "".join(ADAPTER.replace("NAME", name) for name in names)
        text = FEED_FILE.replace("STEADY", str(self.steady_port)).replace("ADAPTERS\n", adapters)
        text = text.replace("PORT", str(self.sources.server_address[1]))
        (self.folder / "ticks.yaml").write_text(text)
        (self.folder / "ticks.sql").write_text(SCHEMA)
        (self.folder / "log.jsonl").write_text("")
        token = self.folder / "token"
        token.touch(0o600)
        token.write_text(TOKEN + "\n")

    # The server

    def start(self):
        arguments = ["serve", "ticks.yaml", "--store", "book.sqlite", "--token-file", "token", "--listen"]
        log = open(self.folder / "errors.jsonl", "a")
        self.process = subprocess.Popen(
            [self.options.feed] + arguments + ["127.0.0.1:%d" % self.port],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=log, text=True,
        )
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            sys.exit("the server did not start; see errors.jsonl")
        self.port = int(line.rsplit(":", 1)[1])
        self.is_up.set()

    def note_memory(self):
        status = pathlib.Path("/proc/%d/status" % self.process.pid).read_text()
        self.memory = max(self.memory, int(status.split("VmHWM:")[1].split()[0]) // 1024)

    def kill(self):
        self.note_memory()
        self.is_up.clear()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    # Sources that send by themselves

    def append(self):
        """Appends lines to the file in pieces, and renames it after the server has begun to read it."""
        log, cursor, chance = self.world.logs["file"], 0, random.Random(self.options.seed)
        file, first = open(self.folder / "log.jsonl", "a"), 1
        next_rename = time.monotonic() + 1
        while not (self.world.is_over.is_set() and cursor == len(log.texts)):
            for text in log.after(cursor):
                cursor += 1
                cut = chance.randrange(len(text))
                file.write(text[:cut])
                file.flush()
                file.write(text[cut:] + "\n")
                file.flush()
            if time.monotonic() > next_rename and self.is_up.is_set() and self.has_tick("file", first, cursor):
                file.close()
                os.replace(self.folder / "log.jsonl", self.folder / "log.jsonl.1")
                file, first = open(self.folder / "log.jsonl", "a"), cursor + 1
                next_rename = time.monotonic() + 1
        file.close()

    def post(self):
        log, cursor = self.world.logs["posts"], 0
        while not (self.world.is_over.is_set() and cursor == len(log.texts)):
            for text in log.after(cursor):
                while not self.post_once(text, cursor + 1):
                    self.is_up.wait()
                    time.sleep(0.01)
                cursor += 1

    def post_once(self, text, number):
        headers = {
            "Authorization": "Bearer " + TOKEN, "Content-Type": "application/x-ndjson",
            "Idempotency-Key": "post-%d" % number, "Host": "127.0.0.1:%d" % self.port,
        }
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
            connection.request("POST", "/v1/messages?input=posts", text, headers)
            answer = connection.getresponse()
            answer.read()
            connection.close()
            return answer.status == 200
        except (OSError, http.client.HTTPException):
            return False

    # The content of the store

    def query(self, sql, *values):
        store = sqlite3.connect("file:%s?mode=ro" % (self.folder / "book.sqlite"), uri=True, timeout=10)
        try:
            return store.execute(sql, values).fetchall()
        finally:
            store.close()

    def has_tick(self, source, first, last):
        try:
            sql = "SELECT 1 FROM tick WHERE source = ? AND id BETWEEN ? AND ? LIMIT 1"
            return bool(self.query(sql, source, first, last))
        except sqlite3.Error:
            return False

    def differences(self):
        """Returns the differences between the store and the logs, in both directions."""
        world, found = self.world, []
        messages = {name: log.good for name, log in world.logs.items()}
        messages["steady"] = range(1, self.steady + 1)
        for name, numbers in messages.items():
            expected = {number: 1 for number in numbers if number}
            ticks = dict(self.query("SELECT id, count FROM tick WHERE source = ?", name))
            found += self.compare(name, expected, ticks)
        found += self.compare("lines", world.states, dict(self.query("SELECT id, value FROM state")))
        found += self.compare("table", world.entries, dict(self.query("SELECT id, value FROM entry")))
        return found

    @staticmethod
    def compare(name, expected, found):
        if expected == found:
            return []
        wrong = [key for key in sorted(expected.keys() | found.keys()) if expected.get(key) != found.get(key)]
        some = ", ".join("%s: %s, not %s" % (key, found.get(key), expected.get(key)) for key in wrong[:5])
        return ["%s: %d differ: %s" % (name, len(wrong), some)]

    def rejected(self):
        """Returns the rejected messages of each input, newest last, and their count in the store."""
        kept = {}
        for line in self.ask("rejected").splitlines():
            record = json.loads(line)
            kept.setdefault(record["input"], []).append(record["message"])
        return kept, {record["name"]: record["rejected"] for record in json.loads(self.ask("inputs"))}

    def ask(self, command):
        arguments = [self.options.feed, command, "ticks.yaml", "--store", "book.sqlite", "--format", "json"]
        return subprocess.run(arguments, cwd=self.folder, capture_output=True, text=True, check=True).stdout

    def rejected_differences(self):
        """Checks that the store counts all invalid messages and keeps the newest thousand of each input."""
        found, (kept, counts) = [], self.rejected()
        garbage = {name: [text for text, good in zip(log.texts, log.good) if not good]
                   for name, log in self.world.logs.items()}
        garbage["table"] = self.world.rejected_tables
        for name, count in counts.items():
            expected = garbage.get(name, [])
            if count != len(expected):
                found.append("%s: %d messages were rejected, not %d" % (name, count, len(expected)))
            if kept.get(name, []) != expected[-1000:]:
                some = [text for text in kept.get(name, []) if text not in expected[-1000:]]
                found.append("%s: %d rejected messages are kept: %s" % (name, len(kept.get(name, [])), some[:5]))
        return sum(counts.values()), found

    def run(self):
        options, world = self.options, self.world
        self.write_feed()
        self.start()
        answer = multiprocessing.Queue()
        self.beside(Client.run, self.port, self.is_up, world.is_over, self.is_done, answer)
        cores, pauses = sorted(os.sched_getaffinity(0)), multiprocessing.Queue()
        for core in cores:
            self.beside(Core.run, core, self.is_done, pauses)
        actors = [self.sources.serve_forever, world.run, self.append, self.post]
        threads = [threading.Thread(target=actor, daemon=True) for actor in actors]
        for thread in threads:
            thread.start()
        chance = random.Random(options.seed)
        for _ in range(options.kills):
            time.sleep(options.seconds / options.kills * (0.5 + chance.random()))
            self.kill()
            self.start()
        world.is_over.set()
        for thread in threads[1:]:
            thread.join()
        self.steady = self.steady_count.get()
        deadline = time.monotonic() + 60
        while (self.differences() or world.bad_table) and time.monotonic() < deadline:
            time.sleep(0.1)
        found = self.differences()
        self.note_memory()
        self.is_done.set()
        self.process.send_signal(signal.SIGTERM)
        world.ended.set()
        status = self.process.wait(30)
        versions, older, gaps, begin = answer.get()
        pauses = [pause for _ in cores for pause in pauses.get()]
        # The rest of each interval without the pauses of the machine.
        own = sorted(((gap - Core.pause(pauses, end - gap, end), end - begin) for gap, end in gaps), reverse=True)
        gap, gap_end = own[0]
        if status != 0:
            found.append("the server ended with %d" % status)
        rejected, differences = self.rejected_differences()
        found += differences
        if options.gap and gap * 1000 > options.gap:
            found.append("there was no version for %d ms, until second %.1f" % (gap * 1000, gap_end))
        if older:
            found.append("older versions: %s" % older[:5])
        messages = {name: len(log.texts) for name, log in world.logs.items()} | {"steady": self.steady}
        summary = {
            "kills": options.kills, "messages": messages, "rejected": rejected, "versions": versions,
            "memory MiB": self.memory, "longest without a version, ms": [round(gap * 1000) for gap, _ in gaps[:5]],
            "without the pauses of the machine, ms": [round(gap * 1000) for gap, _ in own[:5]],
            "longest pause of a core, ms": round(max((end - begin for begin, end in pauses), default=0) * 1000),
        }
        print(json.dumps(summary))
        for line in found:
            print(line)
        sys.exit(1 if found else 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("feed")
    parser.add_argument("folder")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gap", type=float, help="the maximum milliseconds without a version while server and machine run")
    Run(parser.parse_args()).run()


main()
