"""A tab of the browser, and the promises that use it."""
import contextlib, json, os, shutil, subprocess, sys, time, urllib.request

sys.path.insert(0, str(__import__("pathlib").Path(__file__).resolve().parent.parent.parent / ".build/page-tools"))
from support import *

PROMISES = []


def promise(test):
    PROMISES.append(test)
    return test


def from_sources(route):
    """The current files, and the style sheet that the server makes of the rules of all feeds."""
    name = route.request.url.split("?")[0].rsplit("/", 1)[1]
    file = ROOT / "Sources/FeedServer/Page" / name
    if name == "common.css":
        folder = ROOT / "Sources/FeedRendering/HTML"
        base, narrow = (folder / "HTMLStyle.swift").read_text().split('"""')[1::2]
        rows = (folder / "HTMLStyle+Rows.swift").read_text().split('"""')[1]
        common = "\n".join(part.replace("\n    ", "\n").strip() for part in (base, rows, narrow))
        route.fulfill(body=common, content_type="text/css; charset=utf-8")
    else:
        route.fulfill(path=file) if file.exists() else route.continue_()


def use_sources(page, served):
    """Gives a page the files that are being worked on, without building them."""
    if os.environ.get("PAGE") != "sources":
        return
    page.route("**/page/*", from_sources)
    current = (ROOT / "Sources/FeedServer/Page/page.html").read_text()
    with urllib.request.urlopen(served.url) as answer:
        is_current = answer.read().decode() == current
    # Only where it differs: the promise of a drag by touch fails on a page whose document the tests answer.
    if not is_current:
        page.route(re.compile(re.escape(served.url) + "([?#].*)?$"), lambda route: route.fulfill(response=route.fetch(), body=current))


class Tab:
    """A page of a served feed, whose errors are failures."""

    def __init__(self, browser, served, query="?heartbeat=30000", beside=None, **options):
        self.context = beside.context if beside else browser.new_context(**{"viewport": {"width": 1000, "height": 800}, **options})
        self.page, self.errors = self.context.new_page(), []
        self.page.set_default_timeout(60_000)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        # That a request was refused or a server is gone is said by the page itself.
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type in ("error", "warning")
                     and not message.text.startswith("Failed to load resource") else None)
        # Which streams it has asked for, and with which cursors.
        self.streams = []
        self.page.on("request", lambda request: self.streams.append(request.url.split("?")[-1]) if "/v1/stream" in request.url else None)
        use_sources(self.page, served)
        self.page.goto(served.url + query)
        self.page.wait_for_selector("main[data-version] > section", state="attached")
        self.run("async () => { Object.assign(window, await import('/page/page.js')); window.isSame = true }")

    def run(self, script, argument=None):
        return self.page.evaluate(script, argument)

    def shown(self):
        # As a text, since playwright takes a hundred times as long over an object.
        return json.loads(self.run(f"() => JSON.stringify(({SHOWN})())"))

    def follow(self, served, what="the page shows the newest version"):
        """Waits until the page shows what the server does."""
        found = None
        def is_same():
            nonlocal found
            image = served.image()
            found = difference(self.shown(), expected(image["sections"]))
            return not found
        try:
            until(is_same, what)
        except AssertionError as error:
            raise AssertionError(f"{error}: {found}") from None

    def order(self):
        return self.run("() => [...document.querySelectorAll('li[data-id]')].map((li) => li.dataset.id)")

    def token(self):
        self.page.get_by_label("Token of this server").fill(TOKEN)
        self.page.get_by_role("button", name="Use token").click()

    def close(self):
        self.context.close()
        assert not self.errors, f"the console says {self.errors[:3]}"


class traced:
    """What the browser itself says of a page's main thread: its layouts, and its tasks in milliseconds of processor time.

    What happens between the marks 'look' and 'looked' is the test's own and does not count.
    """

    def __init__(self, browser, tab):
        self.browser, self.tab = browser, tab

    def __enter__(self):
        self.browser.start_tracing(page=self.tab.page, categories=["toplevel", "devtools.timeline", "blink.user_timing"])
        return self

    def __exit__(self, failure, *_):
        events = json.loads(self.browser.stop_tracing())["traceEvents"]
        if failure:
            return
        marks = sorted((e["ts"], e["name"]) for e in events if e["name"] in ("look", "looked"))
        own = [(begin, end) for (begin, one), (end, other) in zip(marks, marks[1:]) if (one, other) == ("look", "looked")]
        thread = next((e["pid"], e["tid"]) for e in events if e["name"] == "look")
        mine = [e for e in events if (e["pid"], e["tid"]) == thread and e["ph"] == "X"
                and not any(e["ts"] < end and begin < e["ts"] + e["dur"] for begin, end in own)]
        tasks = [e for e in mine if e["name"].endswith("RunTask")]
        frames = [e for e in mine if e["name"] == "FireAnimationFrame"]
        layouts = [e["ts"] for e in mine if e["name"] == "Layout"]
        self.seen = {
            "layouts in a frame": max(sum(f["ts"] <= at < f["ts"] + f["dur"] for at in layouts) for f in frames),
            "longest task": max(e.get("tdur", 0) for e in tasks) / 1000,
            "over 50 ms by the clock": sorted(round(e["dur"] / 1000) for e in tasks if e["dur"] > 50_000),
        }
