"""A served feed and a browser for the tests of the page."""
import contextlib, http.server, json, os, pathlib, random, re, shutil, signal, subprocess, tempfile, threading, time, urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOKEN = "0123456789abcdef0123456789abcdef"
CHROMIUM = next((p for p in ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome") if os.access(p, os.X_OK)), None)
IS_FULL = os.environ.get("FEED_TESTS") in ("full", "soak")

# What the page shows, and what it should show of sections as the wire has them.
SHOWN = """() => [...document.querySelectorAll("main > section")].map((section) => ({
  id: section.dataset.section, title: section.querySelector(":scope > h2")?.textContent ?? "",
  items: [...section.querySelector(":scope > ul").children].map((li) => {
    const item = { id: li.dataset.id, kind: li.dataset.kind, title: "", subtitle: "", value: "", badge: "", sign: "", flags: [] };
    for (const part of li.children) {
      const name = part.classList[0];
      if (name === "flags") item.flags = [...part.children].map((mark) => mark.textContent);
      else if (name in item) item[name] = part.textContent;
    }
    return item;
  }) }))"""
SIGNS = {"good": "+", "bad": "✗", "warning": "!", "muted": "·", "accent": "◆"}


def expected(sections):
    def item(x):
        filler = re.search(r"#[1-9]\d*$", x["id"]) is not None
        # What stands for a suspended market; such rows of other feeds have more than a dash.
        if x.get("tone") == "warning" and x.get("value") == "—" and x["kind"] == "locked":
            x = {**x, "value": "suspended"}
        return {"id": x["id"], "kind": x["kind"], "title": x.get("title", ""),
                "subtitle": x.get("subtitle", ""), "value": "" if filler else x.get("value", ""), "badge": x.get("badge", ""),
                "sign": SIGNS.get(x.get("tone"), ""), "flags": x.get("flags", [])}
    return [{"id": s["id"], "title": s.get("title", ""), "items": [item(x) for x in s["items"]]} for s in sections]


def difference(shown, wanted):
    """The first place where two pages differ; empty if there is none."""
    if [s["id"] for s in shown] != [s["id"] for s in wanted]:
        return f"sections {[s['id'] for s in shown]} instead of {[s['id'] for s in wanted]}"
    for one, other in zip(shown, wanted):
        if one["title"] != other["title"]:
            return f"{one['id']}: {one['title']!r} instead of {other['title']!r}"
        for i, (a, b) in enumerate(zip(one["items"] + [None], other["items"] + [None])):
            if a != b:
                return f"{one['id']} item {i}: {a} instead of {b}"
    return ""


def copied(feed, folder, without=None):
    """A feed file of the repository with its files, in a folder of its own; lines that begin so are left out."""
    text = (ROOT / f"layouts/{feed}.yaml").read_text().replace(f"../fixtures/{feed}/", "")
    lines = [line for line in text.splitlines() if not without or not line.startswith(without)]
    (folder / f"{feed}.yaml").write_text("\n".join(lines) + "\n")
    shutil.copy(ROOT / f"layouts/{feed}.sql", folder)
    for file in (ROOT / f"fixtures/{feed}").glob("*.json*"):
        shutil.copy(file, folder)
    if (pictures := ROOT / f"fixtures/{feed}/pictures").exists():
        shutil.copytree(pictures, folder / "pictures")
    return folder / f"{feed}.yaml"


class Served:
    """`feed serve` on a port of its own, which stays the same when it is started again."""

    def __init__(self, feed, *arguments, port=0):
        self.feed, self.arguments, self.port = str(feed), [str(a) for a in arguments], port
        self.start()

    def start(self):
        program = os.environ.get("FEED", str(ROOT / ".build/debug/feed"))
        self.process = subprocess.Popen(
            [program, "serve", self.feed, "--listen", f"127.0.0.1:{self.port}", *self.arguments],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"feed serve has ended: {self.process.wait()}")
        self.port = int(line.strip().rsplit(":", 1)[1])

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/"

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def image(self):
        # Those who may write may read as well.
        request = urllib.request.Request(self.url + "v1/feed", headers={"Authorization": f"Bearer {TOKEN}"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def metric(self, name):
        with urllib.request.urlopen(self.url + "metrics") as answer:
            lines = dict(line.rsplit(" ", 1) for line in answer.read().decode().splitlines() if line[0] != "#")
        return float(lines[name])

    def post(self, path, body):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["version"]

    def lines(self, *lines):
        return self.post("v1/messages", "\n".join(map(json.dumps, lines)).encode())


@contextlib.contextmanager
def serving(feed, *arguments):
    served = Served(feed, *arguments)
    try:
        yield served
    finally:
        if served.process.poll() is None:
            served.kill()


@contextlib.contextmanager
def folder():
    path = pathlib.Path(tempfile.mkdtemp(prefix="page-"))
    try:
        token = path / "token"
        token.write_text(TOKEN + "\n")
        token.chmod(0o600)
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def load(path, seconds, rate, seed=1, among=None):
    """A fixture of the sportsbook: `rate` messages a second of three prices each, and now and then an event that goes live.

    The prices are among so many, or among all.
    """
    rng = random.Random(seed)
    prices, events = [], []
    for line in (ROOT / "fixtures/sportsbook/seed.jsonl").read_text().splitlines():
        upsert = json.loads(line).get("upsert", {})
        prices += [s["id"] for s in upsert.get("selection", [])]
        events += [e["id"] for e in upsert.get("event", [])]
    with open(path, "w") as file:
        for number in range(int(seconds * rate)):
            upsert = {"selection": [{"id": i, "price": round(rng.uniform(1.05, 9), 2)} for i in rng.sample(prices[:among], 3)]}
            if number % 100 == 50:
                upsert["event"] = [{"id": rng.choice(events), "status": rng.choice(["live", "scheduled"])}]
            file.write(json.dumps({"at": round(number / rate, 4), "upsert": upsert}) + "\n")


def until(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"in {seconds} s, not: {what}")
        time.sleep(0.02)
    return value


@contextlib.contextmanager
def elsewhere():
    """The origins of two servers with an empty page each."""
    class Empty(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()

        def log_message(self, *arguments):
            pass

    servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), Empty) for _ in range(2)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield [f"http://127.0.0.1:{server.server_address[1]}" for server in servers]
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()
