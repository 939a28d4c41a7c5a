"""Kills a source and the program that reads it many times during a recording, and checks the store at the end.

    killrun.py FEED FOLDER --kind exchange|websocket [--messages 18000] [--kills 300] [--rate 300]
        [--seed 1]

FEED is the program. FOLDER has source.pem, a key and its certificate, and only.pem, the certificate alone. Every kill is `kill -9`, in turn of the program and of the source, after a random number of further
messages. Prints a summary as JSON. Exits with 1 if a message was lost, applied twice or has another value.
"""
import argparse
import importlib.util
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
SCHEMA = "CREATE TABLE tick (id INTEGER PRIMARY KEY, count INTEGER NOT NULL, value ANY) STRICT;"
FEED = """
feed: 1
store: {schema: ticks.sql}
sources:
  ticks: {from: tick, order: [id desc], limit: 50}
sections:
  - {id: ticks, source: ticks, item: tick, layout: list}
items:
  tick: {title: "{id}", value: "{value}"}
layouts: {list: {height: 44}}
adapters:
  exchange:
    position: {initialClk: $.initialClk, clk: $.clk}
    sql: |
      INSERT INTO tick (id, count, value)
      SELECT value ->> '$.rc[0].batb[0][2]', 1, value ->> '$.rc[0].ltp'
      FROM json_each(:message, '$.mc') WHERE NOT coalesce(value ->> 'img', FALSE)
      ON CONFLICT (id) DO UPDATE SET count = count + 1
  websocket:
    position: $.id
    sql: |
      INSERT INTO tick (id, count, value) VALUES (:message ->> 'id', 1, :message ->> 'value')
      ON CONFLICT (id) DO UPDATE SET count = count + 1
inputs:
"""
INPUTS = {
    "exchange": """
  source:
    socket: tls://127.0.0.1:PORT
    ca: only.pem
    hello:
      - expect: {op: connection}
      - send: {op: authentication, id: 1, appKey: "${KEY}", session: "${SESSION}"}
        expect: {op: status, id: 1, statusCode: SUCCESS}
      - send: {op: marketSubscription, id: 2, initialClk: "${position.initialClk}", clk: "${position.clk}"}
        expect: {op: status, id: 2, statusCode: SUCCESS}
    refuse: {op: status, statusCode: FAILURE}
    adapter: exchange
""",
    "websocket": """
  source:
    websocket: "ws://127.0.0.1:PORT/ticks"
    hello:
      - send: {subscribe: ticks, after: "${position}", token: "${TOKEN}"}
        expect: {type: subscribed}
    refuse: {type: error}
    adapter: websocket
""",
}
SECRETS = {"KEY": "planted-key", "SESSION": "planted-session", "TOKEN": "planted-token"}


class Run:
    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(options.folder)
        self.store = self.folder / "ticks.sqlite"
        self.random = random.Random(options.seed)
        self.environment = os.environ | SECRETS | {"PYTHONPATH": os.environ.get("PYTHONPATH", "")}
        self.errors = open(self.folder / "errors.txt", "ab")
        self.port = 0

    def start_source(self):
        script = "exchange.py" if self.options.kind == "exchange" else "websource.py"
        arguments = ["--port", str(self.port), "--messages", str(self.options.messages),
                     "--rate", str(self.options.rate)]
        if self.options.kind == "exchange":
            arguments += ["--pem", str(self.folder / "source.pem")]
        self.source = subprocess.Popen([sys.executable, HERE / script, *arguments], stdout=subprocess.PIPE,
                                       stderr=self.errors, env=self.environment)
        self.port = int(self.source.stdout.readline())

    def start_feed(self):
        self.feed = subprocess.Popen(
            [self.options.feed, "ingest", "ticks.yaml", "--store", "ticks.sqlite"], cwd=self.folder,
            stdout=self.errors, stderr=self.errors, env=self.environment)

    def applied(self):
        try:
            with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True, timeout=60) as database:
                return database.execute("SELECT count(*) FROM tick").fetchone()[0]
        except sqlite3.OperationalError:
            return 0

    def wait(self, count):
        while (applied := self.applied()) < count:
            if self.feed.poll() is not None:
                sys.exit("the program has ended: see errors.txt")
            time.sleep(0.002)
        return applied

    def run(self):
        (self.folder / "ticks.sql").write_text(SCHEMA)
        self.start_source()
        text = FEED + INPUTS[self.options.kind].replace("PORT", str(self.port))
        (self.folder / "ticks.yaml").write_text(text)
        self.start_feed()
        kills = {"program": 0, "source": 0}
        applied, step = 0, self.options.messages // (2 * self.options.kills + 1)
        while kills["source"] < self.options.kills and applied + 2 * step < self.options.messages:
            applied = self.wait(applied + self.random.randint(1, step))
            if kills["program"] > kills["source"]:
                self.source.kill()
                self.source.wait()
                self.start_source()
                kills["source"] += 1
            else:
                self.feed.send_signal(signal.SIGKILL)
                self.feed.wait()
                self.start_feed()
                kills["program"] += 1
        self.wait(self.options.messages)
        self.feed.terminate()
        self.feed.wait()
        self.source.kill()
        self.check(kills)

    def check(self, kills):
        rows = sqlite3.connect(self.store).execute("SELECT id, count, value FROM tick ORDER BY id").fetchall()
        wanted = [(number, 1, self.value(number)) for number in range(1, self.options.messages + 1)]
        marks = [path.name for path in self.folder.iterdir() if path.name != "source.pem"
                 and any(secret.encode() in path.read_bytes() for secret in SECRETS.values())]
        summary = {"messages": len(rows), "kills": kills,
                   "lost": len(set(row[0] for row in wanted) - set(row[0] for row in rows)),
                   "twice": sum(row[1] > 1 for row in rows), "different": sum(row not in wanted for row in rows)
                   if len(rows) < 1000 else sum(one != two for one, two in zip(rows, wanted)),
                   "files with secrets": marks}
        print(json.dumps(summary))
        sys.exit(0 if rows == wanted and not marks else 1)

    def value(self, number):
        if self.options.kind == "websocket":
            return number % 997
        return EXCHANGE.change(number)["rc"][0]["ltp"]


def module(name):
    spec = importlib.util.spec_from_file_location(name, HERE / (name + ".py"))
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


EXCHANGE = module("exchange")

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("feed")
    parser.add_argument("folder")
    parser.add_argument("--kind", choices=list(INPUTS), required=True)
    parser.add_argument("--messages", type=int, default=18000)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    Run(parser.parse_args()).run()
