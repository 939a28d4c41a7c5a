#!/usr/bin/env python3
"""What the page promises, tried in a real browser: browser.py [NAME…]

Needs Chromium and PyPI's playwright and axe-playwright-python, as `make test` installs them. Prints a JSON object a line.
"""
import contextlib, json, multiprocessing, queue, sys, time, traceback

sys.path.insert(0, str(__import__("pathlib").Path(__file__).resolve().parent.parent.parent / ".build/page-tools"))
from playwright.sync_api import sync_playwright
from support import *

PROMISES = []


def promise(test):
    PROMISES.append(test)
    return test


def from_sources(route):
    """The current files; of the feed's style sheet the common rules, which the server repeats before the layouts."""
    name = route.request.url.split("?")[0].rsplit("/", 1)[1]
    file = ROOT / "Sources/FeedServer/Page" / name
    if name == "feed.css":
        answer = route.fetch()
        text = (ROOT / "Sources/FeedRendering/HTML/HTMLStyle.swift").read_text()
        common = text.split('"""')[1].replace("\n    ", "\n").strip()
        last = common.splitlines()[-1]
        # Who may not read gets no rules.
        route.fulfill(response=answer, body=common + answer.text().split(last, 1)[1] if answer.ok else "")
    else:
        route.fulfill(path=file) if file.exists() else route.continue_()


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
        if os.environ.get("PAGE") == "sources":  # what is being worked on, without building it
            self.page.route("**/page/*", from_sources)
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


# MARK: What is drawn

@promise
def the_dom_is_the_snapshot_under_load_in_few_commits_without_jumps_or_long_tasks(browser):
    seconds, rate = (60, 500) if IS_FULL else (5, 500)
    with folder() as path:
        load(path / "load.jsonl", seconds + 2, rate)
        with serving("layouts/sportsbook.yaml", "--fixture", path / "load.jsonl") as served:
            tab = Tab(browser, served, "?heartbeat=2000&conflate=10")
            tab.page.wait_for_timeout(1_000)
            tab.run("""() => { window.seen = { shift: 0, commits: list.commits, since: performance.now(), version: feed.cursor.version };
              new PerformanceObserver((l) => l.getEntries().forEach((e) => { if (!e.hadRecentInput) seen.shift += e.value })).observe({ type: "layout-shift" }) }""")
            with traced(browser, tab) as trace:
                for moment in range(10):
                    tab.page.wait_for_timeout(seconds * 100 - 50)
                    # Both are taken in one task, right behind a commit.
                    shown, sections = map(json.loads, tab.run(f"() => new Promise((done) => requestAnimationFrame(() => {{ performance.mark('look'); list.commit(feed.sections, false); done([({SHOWN})(), feed.sections].map((all) => JSON.stringify(all))) }}))"))
                    tab.run("() => performance.mark('looked')")
                    found = difference(shown, expected(sections))
                    assert not found, f"moment {moment}: {found}"
                seen = tab.run("() => ({ ...seen, commits: list.commits - seen.commits, time: performance.now() - seen.since, versions: feed.cursor.version - seen.version, images: stream.images, streams: stream.opened })")
            seen |= trace.seen
            print(json.dumps({"measured": seen}), file=sys.stderr)
            assert seen["images"] == 1, f"the checksum of a heartbeat was another, or what was heard in between: {seen}, {tab.errors}"
            assert seen["commits"] / seen["time"] * 1000 <= 62, f"{seen['commits']} commits in {seen['time']:.0f} ms"
            assert seen["versions"] > 2 * seen["commits"], f"{seen['commits']} commits for {seen['versions']} versions"
            assert seen["shift"] < 0.05, f"a layout shift of {seen['shift']}"
            # Who asks for places between what it writes has the browser lay the page out again for each.
            assert seen["layouts in a frame"] <= 3, f"{seen['layouts in a frame']} layouts in one frame"
            # Of processor time, which is the same however busy the machine is.
            assert not IS_FULL or seen["longest task"] <= 50, f"a task of {seen['longest task']} ms"
            tab.follow(served)
            tab.close()


@promise
def after_each_of_many_random_patches_the_elements_are_those_of_the_snapshot(browser):
    with serving("layouts/photos.yaml") as served:
        tab = Tab(browser, served)
        script = (ROOT / "Tests/Page/random-patches.js").read_text()
        for seed in range(1, 11):
            found = tab.run(script, {"count": 1_000 if IS_FULL else 60, "seed": seed * 7919})
            assert not found, found
        tab.close()


@promise
def no_page_scrolls_sideways_from_320_points_to_4k(browser):
    for feed in ("sportsbook", "photos", "exchange"):
        with serving(f"layouts/{feed}.yaml", *(["--fixture", "fixtures/exchange/evening.jsonl", "--adapter", "betfair", "--speed", "max"] if feed == "exchange" else [])) as served:
            tab = Tab(browser, served)
            for width in (320, 390, 768, 1400, 3840):
                tab.page.set_viewport_size({"width": width, "height": 800})
                room = tab.run("() => document.documentElement.scrollWidth - innerWidth")
                assert room <= 0, f"{feed} at {width}: {room} points too wide"
            tab.close()


@promise
def on_paper_there_is_the_feed_alone_and_with_forced_colours_nothing_is_lost(browser):
    with folder() as path, serving("layouts/sportsbook.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        cell = tab.run("() => document.querySelector('[data-kind=selection]').dataset.id")
        served.lines({"upsert": {"selection": [{"id": int(cell.split("/")[1]), "price": 77.5}]}})
        tab.page.wait_for_selector(f"[data-id='{cell}'] [data-way=up]")
        tab.page.emulate_media(forced_colors="active")
        arrow = tab.run("(id) => { const value = document.querySelector(`[data-id='${id}'] .value`), style = getComputedStyle(value, '::before'); return [style.clipPath, style.backgroundColor, getComputedStyle(document.body).color] }", cell)
        assert arrow[0].startswith("polygon(50% 0") and arrow[1] == arrow[2], arrow
        assert tab.run("() => getComputedStyle(document.querySelector('.top p'), '::before').forcedColorAdjust") == "none"
        tab.page.emulate_media(forced_colors="none", media="print")
        seen = tab.run("() => [...document.querySelectorAll('button:not(.fold), #said')].filter((e) => e.offsetParent).map((e) => e.outerHTML)")
        assert not seen, seen
        assert tab.run("() => [...document.querySelectorAll('main > section')].every((s) => getComputedStyle(s).contentVisibility === 'visible')")
        wide = tab.run("() => [...document.querySelectorAll('main ul')].filter((list) => list.scrollWidth > list.clientWidth + 1).map((list) => list.className)")
        assert not wide, f"cut off on paper: {wide}"
        assert tab.page.pdf().startswith(b"%PDF")
        tab.close()


@promise
def hostile_content_is_inert(browser):
    hostile = ['<script>window.pwned = 1</script>', '<img src=x onerror="window.pwned=1">', '"><svg onload=pwned=1>', "javascript:pwned=1",
               "</li></ul></section>", "{{constructor.constructor('pwned=1')()}}", "<a href='https://evil.example'>x</a>", "\u202egnp.exe", "&lt;b&gt;"]
    with folder() as path, serving("layouts/photos.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        served.lines(*({"upsert": {"photo": [{"id": 900 + i, "title": text, "artist": text, "image": text, "display_order": i}]}} for i, text in enumerate(hostile)))
        tab.follow(served)
        assert tab.run("() => window.pwned === undefined && !document.querySelector('main script, main img:not([src^=\"/pictures/\"]), main svg, main a, main b')")
        assert tab.run("() => document.querySelector('[data-id=\"photo:photo/900\"] .title').textContent") == hostile[0]
        # And whatever else would get in: the browser refuses it.
        refused = tab.run("() => { try { document.body.innerHTML = '<b>x</b>'; return false } catch { return true } }")
        assert refused, "Trusted Types are not required"
        tab.errors.clear()
        tab.close()


@promise
def only_https_links_to_declared_hosts_lead_anywhere(browser):
    good = ["https://ads.example/derby", "HTTPS://ADS.example/x?y=1#z"]
    bad = ["javascript:pwned=1", "java\tscript:pwned=1", "http://ads.example/", "//ads.example/", "https://evil.example/", "https://sub.ads.example/",
           "https://ads.example@evil.example/", "https://me:word@ads.example/", "https://evil.example\\@ads.example/",
           "https://аds.example/", "https://ads.example./", "https://ads.example:8443/", "data:text/html,x"]
    bad_here = ["https://ads．example/", "https://ads.example\\.evil.example/", 'https://ads.example/" onclick="pwned=1', "https://ads.example:443/"]
    with folder() as path, serving("layouts/sportsbook.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        ads = [{"id": f"a{i}", "title": f"Ad {i}", "text": "", "link": link} for i, link in enumerate(good + bad + bad_here)]
        version = served.lines({"document": {"ads": {"ads": ads}}})
        until(lambda: int(tab.run("() => list.root.dataset.version")) >= version, "the version is shown")
        links = tab.run("() => [...document.querySelectorAll('main a')].map((a) => [a.href, a.rel, a.target, a.textContent])")
        assert links == [["https://ads.example/derby", "noopener noreferrer", "_blank", "Ad 0"], ["https://ads.example/x?y=1#z", "noopener noreferrer", "_blank", "Ad 1"]], links
        # What the server would never send is no link to the page either.
        wrong = tab.run("""async (bad) => { const { address } = await import("/page/item.js");
          return bad.filter((link) => address({ fields: { link } }, ["ads.example"])) }""", bad)
        assert wrong == [], wrong
        # One stop of the tabulator.
        assert tab.run("() => document.querySelectorAll('.section-banners li [tabindex=\"0\"]').length") == 1
        # An ad that leads elsewhere, and one that leads nowhere any more.
        served.lines({"document": {"ads": {"ads": [{**ads[0], "link": "https://ads.example/2"}, {**ads[1], "link": None}]}}})
        until(lambda: tab.run("() => [...document.querySelectorAll('main a')].map((a) => a.href)") == ["https://ads.example/2"], "one link is left")
        tab.follow(served)
        tab.close()


@promise
def pictures_of_the_declared_folder_are_shown_with_titles_and_without_a_shift_and_others_are_cards_of_text(browser):
    with folder() as path, serving("layouts/photos.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        loaded = "() => [...document.querySelectorAll('main img')].filter((i) => i.complete && i.naturalWidth === 240).length"
        until(lambda: tab.run(loaded) == 7, "seven pictures are there")
        shift = tab.run("""() => new Promise((done) => { new PerformanceObserver((l) => done(l.getEntries().reduce((s, e) => s + e.value, 0)))
          .observe({ type: "layout-shift", buffered: true }); setTimeout(done, 200, 0) })""")
        assert shift < 0.01, f"a layout shift of {shift}"
        names = ["gone.png", "../photos.yaml", "https://evil.example/x.png", "//evil.example/x.png", "\\evil.example\\x.png", ".hidden", "x\\..\\y"]
        asked = []
        tab.page.on("request", lambda request: asked.append(request.url) if request.resource_type == "image" else None)
        served.lines(*({"upsert": {"photo": [{"id": 100 + i, "title": f"Photo {i}", "image": name, "display_order": -i}]}} for i, name in enumerate(names)))
        tab.follow(served)
        until(lambda: tab.run("() => document.querySelectorAll('main li[data-bare]:not(:has(.picture))').length") == len(names), "those are cards of text")
        alts = tab.run("() => [...document.querySelectorAll('main li:has(img):has(.subtitle)')].map((li) => [li.querySelector('img').alt, li.querySelector('.title').textContent])")
        assert len(alts) > 3 and all(alt == title for alt, title in alts), alts
        assert [url for url in asked if not url.endswith("/pictures/gone.png")] == [], asked
        # Another picture takes the place of one.
        served.lines({"upsert": {"photo": [{"id": 100, "image": "night-bus.png"}]}})
        until(lambda: tab.run(loaded) == 8, "the new picture is there")
        tab.close()


@promise
def pictures_on_the_web_are_loaded_from_the_declared_hosts_alone(browser):
    with folder() as path:
        for name in ("layouts/photos.yaml", "layouts/photos.sql", "fixtures/photos/seed.jsonl"):
            text = (ROOT / name).read_text().replace("../fixtures/photos/", "")
            (path / name.split("/")[-1]).write_text(text.replace("sources:", 'images: [cdn.example, "*.photos.example"]\n\nsources:', 1))
        with serving(path / "photos.yaml", "--token-file", path / "token") as served:
            tab = Tab(browser, served)
            asked, picture = [], (ROOT / "fixtures/photos/pictures/night-bus.png").read_bytes()
            def answer(route):
                asked.append(route.request.url)
                route.fulfill(body=picture, content_type="image/png")
            tab.page.route(lambda url: ".example" in url, answer)
            allowed = ["https://cdn.example/a.png?w=2", "https://a.photos.example/b"]
            others = ["https://evil.example/c.png", "http://cdn.example/d.png", "https://cdn.example:444/e.png", "https://x@cdn.example/f.png", "https://photos.example/g.png"]
            served.lines(*({"upsert": {"photo": [{"id": 100 + i, "title": f"Photo {i}", "image": name, "display_order": -i}]}} for i, name in enumerate(allowed + others)))
            tab.follow(served)
            loaded = "() => [...document.querySelectorAll('main img')].filter((i) => i.naturalWidth === 240).map((i) => i.src).sort()"
            until(lambda: tab.run(loaded) == sorted(allowed), "both are loaded")
            assert sorted(asked) == sorted(allowed), asked
            # The browser refuses others even if a script asks for them.
            blocked = tab.run("""() => new Promise((done) => {
                document.addEventListener("securitypolicyviolation", (event) => done(event.blockedURI), { once: true });
                document.body.append(Object.assign(new Image(), { src: "https://evil.example/h.png" }));
            })""")
            assert blocked.startswith("https://evil.example"), blocked
            tab.errors.clear()
            tab.close()


# MARK: The connection

@promise
def after_a_kill_and_a_restart_it_is_live_again_without_an_image(browser):
    with folder() as path, serving("layouts/photos.yaml", "--store", path / "s.sqlite", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        served.kill()
        tab.page.wait_for_selector("body[data-state=reconnecting]")
        assert tab.page.get_by_role("status").first.text_content() == "Reconnecting"
        served.start()
        tab.page.wait_for_selector("body[data-state=live]")
        served.lines({"upsert": {"photo": [{"id": 1, "title": "after the restart"}]}})
        tab.follow(served)
        assert tab.run("() => stream.images") == 1 and tab.run("() => stream.opened") > 1
        tab.close()


@promise
def a_page_whose_server_is_gone_goes_on_at_a_peer_without_an_image(browser):
    with folder() as path:
        options = lambda name: ("layouts/photos.yaml", "--store", path / f"{name}.sqlite", "--token-file", path / "token")
        first = Served(*options("a"))
        first.kill()
        for file in path.glob("a.sqlite*"):
            shutil.copy(file, path / file.name.replace("a", "b", 1))
        second = Served(*options("b"), "--peer", f"http://127.0.0.1:{first.port}")
        first = Served(*options("a"), "--peer", f"http://127.0.0.1:{second.port}", port=first.port)
        try:
            tab = Tab(browser, first)
            for served in (first, second):
                served.lines({"upsert": {"photo": [{"id": 1, "title": "at both"}]}})
            tab.follow(second)
            first.kill()
            second.lines({"upsert": {"photo": [{"id": 1, "title": "at the peer"}]}})
            tab.follow(second)
            tab.page.wait_for_selector("body[data-state=live]")
            assert tab.run("() => stream.images") == 1 and second.metric('feed_events_total{event="image"}') == 0
            first.start()
            first.lines({"upsert": {"photo": [{"id": 1, "title": "at the peer"}]}})
            second.kill()
            first.lines({"upsert": {"photo": [{"id": 1, "title": "back again"}]}})
            tab.follow(first)
            assert tab.run("() => stream.images") == 1
            tab.close()
        finally:
            for served in (first, second):
                if served.process.poll() is None:
                    served.kill()


@promise
def a_changed_feed_file_is_shown_without_a_reload(browser):
    with folder() as path:
        for name in ("layouts/photos.yaml", "layouts/photos.sql", "fixtures/photos/seed.jsonl"):
            (path / name.split("/")[-1]).write_text((ROOT / name).read_text().replace("../fixtures/photos/", ""))
        with serving(path / "photos.yaml", "--store", path / "s.sqlite") as served:
            tab = Tab(browser, served)
            text = (path / "photos.yaml").read_text()
            (path / "photos.yaml").write_text(text.replace("title: Photos", "title: Pictures").replace("columns: 3", "columns: 2").replace("{artist}", "by {artist}"))
            until(lambda: tab.page.title() == "Pictures", "the title is the new one")
            tab.follow(served)
            until(lambda: tab.run("() => getComputedStyle(document.querySelector('.grid')).gridTemplateColumns.split(' ').length") == 2, "two columns")
            assert tab.run("() => window.isSame") and tab.run("() => stream.images") == 2
            tab.close()


@promise
def a_pause_holds_the_page_and_a_tab_that_comes_back_goes_on_with_its_cursor(browser):
    with folder() as path, serving("layouts/photos.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        tab.page.get_by_role("button", name="Pause").click()
        before = tab.shown()
        version = served.lines({"upsert": {"photo": [{"id": 1, "title": "during the pause"}]}})
        until(lambda: tab.run("() => feed.cursor.version") >= version, "the version has come")
        assert tab.shown() == before and "Paused since" in tab.page.text_content("#state")
        tab.page.get_by_role("button", name="Resume").click()
        tab.follow(served)
        # A tab in the background lets its stream go after a while, and takes it up again.
        tab.run("""async () => { const { times } = await import("/page/stream.js"); times.hidden = 50;
          window.hide = (state) => { Object.defineProperty(document, "visibilityState", { value: state, configurable: true }); document.dispatchEvent(new Event("visibilitychange")) }; hide("hidden") }""")
        until(lambda: tab.run("() => stream.source === undefined"), "the stream is let go")
        served.lines({"upsert": {"photo": [{"id": 1, "title": "while hidden"}]}})
        tab.run("() => hide('visible')")
        tab.follow(served)
        assert tab.run("() => stream.images") == 1
        tab.close()


@promise
def all_tabs_of_a_browser_share_one_stream_which_another_takes_over(browser):
    with folder() as path:
        # Of few prices: what a tab has missed, however long it was slow, is never worth another image.
        load(path / "load.jsonl", 120, 100, among=30)
        with serving("layouts/sportsbook.yaml", "--fixture", path / "load.jsonl") as served:
            clients, images = lambda: served.metric("feed_clients"), lambda: served.metric('feed_events_total{event="image"}')
            tabs = [Tab(browser, served)]
            tabs += [Tab(browser, served, beside=tabs[0]) for _ in range(3)]
            leader = lambda: [tab for tab in tabs if tab.run("() => stream.leads")]
            is_live = lambda: all(tab.page.get_attribute("body", "data-state") == "live" for tab in tabs)

            def go_on(what):
                """All tabs get on to versions that were not there yet, over one stream."""
                version = max(tab.run("() => feed.cursor?.version ?? 0") for tab in tabs)
                until(lambda: min(tab.run("() => feed.cursor?.version ?? 0") for tab in tabs) > version + 20, f"{what}: all go on")
                until(lambda: is_live() and len(leader()) == 1 and clients() == 1, f"{what}: one stream for all")
                told = [(tab.run("() => [stream.images, stream.opened]"), tab.streams[-3:], tab.errors) for tab in tabs]
                assert images() == 1, f"{what}: the server has sent {images()} images; the tabs: {told}"

            go_on("four tabs")
            # Closed, its turn goes to another tab, which has the cursor.
            first = leader()[0]
            tabs.remove(first)
            first.page.close()
            go_on("a tab is closed")
            # Frozen by the browser, or left and kept for the way back, it lets go.
            for leave, back in (("document.dispatchEvent(new Event('freeze'))", "document.dispatchEvent(new Event('resume'))"),
                                ("dispatchEvent(new PageTransitionEvent('pagehide'))", "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")):
                second = leader()[0]
                second.run(f"() => {leave}")
                tabs.remove(second)
                go_on(leave)
                second.run(f"() => {back}")
                tabs.append(second)
                go_on(back)
            # Silent for whatever reason, its turn is taken from it.
            third = leader()[0]
            for tab in tabs:
                tab.run("() => { stream.patience = (2 + Math.random()) * 1_000 }")
            third.run("() => { stream.tabs.say = () => {} }")
            until(lambda: leader() and leader()[0] is not third, "another one leads")
            go_on("a tab was silent")
            # And what befalls the one befalls all.
            served.kill()
            for tab in tabs:
                tab.page.wait_for_selector("body[data-state=reconnecting]")
            for tab in tabs:
                assert not tab.errors, tab.errors
            tabs[0].close()


@promise
def what_nothing_is_heard_of_is_stale_or_offline_and_prices_of_late_sources_are_suspended(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served, "?heartbeat=30000")
        # The server first: as long as it answers, a page that hears of it too seldom connects again and is live.
        served.process.send_signal(signal.SIGSTOP)
        tab.run("""async () => { const { times } = await import("/page/stream.js"); times.stale = 600; stream.heartbeat = 300 }""")
        tab.page.wait_for_selector("body[data-state=stale]")
        assert tab.page.text_content("#state").startswith("Stale since ")
        tab.context.set_offline(True)
        tab.page.wait_for_selector("body[data-state=offline]")
        served.process.send_signal(signal.SIGCONT)
        tab.context.set_offline(False)
        tab.run("() => { stream.heartbeat = 30000 }")
        tab.page.wait_for_selector("body[data-state=live]")
        tab.run("""() => { feed.sources = feed.sources.map((s) => s.id === "standard" ? { ...s, state: "late" } : s); stream.onEdits() }""")
        line = tab.run("() => getComputedStyle(document.querySelector('.section-standard .value')).textDecorationLine")
        assert line == "line-through" and not tab.run("() => document.querySelector('.section-live.late')")
        tab.close()


# MARK: Motion

@promise
def rows_that_come_in_above_leave_what_is_read_where_it_is_and_a_pressed_row_stays(browser):
    # What a press does for the viewer would be no part of the image.
    with folder() as path, serving(copied("sportsbook", path, without="    viewer:"), "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        tab.run("() => { const li = document.querySelectorAll('.section-standard li')[60]; scrollTo(0, li.getBoundingClientRect().top - 300); window.read = li }")
        tab.page.wait_for_timeout(300)
        top = tab.run("() => read.getBoundingClientRect().top")
        ids = [x["id"] for s in served.image()["sections"] if s["id"].startswith("standard/") for x in s["items"] if x["kind"] == "event-header"]
        first = int(ids[0].split("/")[1])
        version = served.lines({"upsert": {"event": [{"id": first, "status": "finished"}]}})
        until(lambda: int(tab.run("() => list.root.dataset.version")) >= version, "the version is shown")
        tab.page.wait_for_timeout(400)
        moved = abs(tab.run("() => read.getBoundingClientRect().top") - top)
        assert moved < 2, f"what is read has moved by {moved}"
        # Under a pressed pointer nothing moves, but figures change.
        tab.page.mouse.move(500, 500)
        tab.page.mouse.down()
        second = int(ids[1].split("/")[1])
        before = tab.order()
        version = served.lines({"upsert": {"event": [{"id": second, "status": "finished"}]}})
        until(lambda: int(tab.run("() => list.root.dataset.version")) >= version, "the version is shown")
        assert tab.order() == before
        tab.page.mouse.up()
        until(lambda: tab.order() != before, "the row goes when the pointer is let go")
        tab.follow(served)
        tab.close()


@promise
def at_most_thirty_rows_slide_at_once_and_none_for_those_who_want_no_motion(browser):
    with folder() as path, serving("layouts/sportsbook.yaml", "--token-file", path / "token") as served:
        ids = [x["id"] for s in served.image()["sections"] if s["id"].startswith("live/") for x in s["items"] if x["kind"] == "event-header"]
        for step, motion in enumerate(("no-preference", "reduce")):
            tab = Tab(browser, served, reduced_motion=motion, viewport={"width": 1000, "height": 4000})
            tab.run("""() => { window.rows = new Set(); const animate = Element.prototype.animate;
              Element.prototype.animate = function (frames, options) {
                if (frames[0].transform) rows.add(this.getBoundingClientRect().top);
                return animate.call(this, frames, options) } }""")
            version = served.lines({"upsert": {"event": [{"id": int(ids[step].split("/")[1]), "status": "finished"}]}})
            until(lambda: int(tab.run("() => list.root.dataset.version")) >= version, "the version is shown")
            rows = tab.run("() => rows.size")
            assert rows == (0 if motion == "reduce" else 30), f"{motion}: {rows} rows slide"
            tab.close()


@promise
def what_scrolls_sideways_is_paged_by_buttons_which_fingers_do_not_see(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served)
        section = tab.page.locator(".section-featured")
        before, after = (section.get_by_role("button", name=f"Featured: {way} page") for way in ("previous", "next"))
        scrolled = lambda: tab.run("() => document.querySelector('.section-featured ul').scrollLeft")
        is_at_rest = """() => { const list = document.querySelector(".section-featured ul"), left = list.getBoundingClientRect().left + parseFloat(getComputedStyle(list).scrollPaddingInlineStart);
          return list.scrollLeft + list.clientWidth >= list.scrollWidth - 1 || [...list.children].some((li) => Math.abs(li.getBoundingClientRect().left - left) < 2) }"""
        section.hover()
        after.click()
        until(lambda: scrolled() > 100 and tab.run(is_at_rest), "a page on, where an item begins")
        until(lambda: before.get_attribute("aria-disabled") == "false", "it goes back as well")
        before.focus()
        tab.page.keyboard.press("Enter")
        until(lambda: scrolled() == 0, "by a key, too")
        until(lambda: before.get_attribute("aria-disabled") == "true", "there is nothing before")
        assert tab.run("() => getComputedStyle(document.activeElement).opacity") == "1", "where the focus is can be seen"
        tab.close()
        tab = Tab(browser, served, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800})
        assert tab.run("() => [...document.querySelectorAll('.page')].every((button) => !button.offsetParent)")
        tab.close()


@promise
def a_cell_flashes_with_an_arrow_at_most_twice_a_second_and_not_for_those_who_want_no_motion(browser):
    with folder() as path, serving("layouts/sportsbook.yaml", "--token-file", path / "token") as served:
        lively, calm = (Tab(browser, served, "?heartbeat=30000&conflate=1", reduced_motion=motion) for motion in ("no-preference", "reduce"))
        for tab in (lively, calm):
            tab.run("""() => { window.flashes = []; window.slides = 0; const animate = Element.prototype.animate;
              Element.prototype.animate = function (frames, options) {
                if (frames[0].backgroundColor) flashes.push(performance.now()); else slides++;
                return animate.call(this, frames, options) };
              window.cell = [...document.querySelectorAll("[data-kind=selection]")].find((li) => li.getBoundingClientRect().top < innerHeight) }""")
        cell, below = lively.run("() => [cell, [...cell.closest('ul').querySelectorAll('[data-kind=selection]')].at(-1)].map((li) => Number(li.dataset.id.split('/')[1]))")
        begin = time.monotonic()
        for step in range(40):
            served.lines({"upsert": {"selection": [{"id": cell, "price": 2 + step / 10}, {"id": below, "price": 9 - step / 10}]}})
            time.sleep(0.03)
        for tab in (lively, calm):
            tab.follow(served)
            assert tab.run("() => cell.querySelector('.value').dataset.way") == "up"
        times = lively.run("() => flashes")
        assert times and all(b - a >= 499 for a, b in zip(times, times[1:])), f"{times}: one cell, and the other is not in view"
        assert len(times) <= (time.monotonic() - begin) * 2 + 1
        assert calm.run("() => [flashes.length, slides]") == [0, 0]
        lively.close()
        calm.close()


@promise
def a_flash_has_the_colour_of_the_arrow_beside_it_whatever_flashed_before(browser):
    with folder() as path, serving("layouts/sportsbook.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served, "?heartbeat=30000&conflate=1")
        tab.run("""() => {
          window.cell = [...document.querySelectorAll("[data-kind=selection]")].find((li) => li.getBoundingClientRect().top < innerHeight);
          window.seen = { up: 0, down: 0 }; window.wrong = [];
          const look = () => {
            const part = cell.querySelector(".value");
            const color = getComputedStyle(part).backgroundColor;
            const [red, green, , alpha = 1] = color.match(/-?[\\d.]+/g).map(Number);
            // Chromium interpolates some colours in Oklab: its second number is negative for green.
            const isUp = color.startsWith("oklab") ? green < 0 : green > red;
            const { way } = part.dataset;
            if (way in seen && alpha > 0.02) {
              seen[way]++;
              if (way !== (isUp ? "up" : "down")) wrong.push(`${way}: ${color}`);
            }
            requestAnimationFrame(look);
          };
          look() }""")
        cell = tab.run("() => Number(cell.dataset.id.split('/')[1])")
        step = 0
        def both():
            nonlocal step
            step += 1
            served.lines({"upsert": {"selection": [{"id": cell, "price": 3 + step % 2}]}})
            return tab.run("() => seen.up > 9 && seen.down > 9")
        until(both, "prices flash in both directions")
        assert not (wrong := tab.run("() => wrong")), wrong[:5]
        tab.close()


@promise
def what_fades_in_ends_at_the_strength_that_it_keeps(browser):
    with folder() as path, serving("layouts/sportsbook.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        opacities = tab.run("""() => {
          const found = [];
          const { motion } = list;
          const before = motion.newcomers;
          for (const classes of ["cell", "cell filler"]) {
            const element = document.createElement("li");
            element.className = classes;
            document.querySelector("ul.rows").append(element);
            motion.newcomers = [element];
            motion.end({ places: [{ element: document.body, rect: document.body.getBoundingClientRect() }], anchor: [], list });
            const [fade] = element.getAnimations();
            fade.pause();
            fade.currentTime = 279.99;
            const last = Number(getComputedStyle(element).opacity);
            fade.finish();
            found.push([last, Number(getComputedStyle(element).opacity)]);
            element.remove();
          }
          motion.newcomers = before;
          return found }""")
        assert [now for _, now in opacities] == [1, 0.5], opacities
        assert all(abs(last - now) < 0.01 for last, now in opacities), opacities
        tab.close()


@promise
def the_ring_of_what_has_the_focus_is_never_cut_off(browser):
    for feed in ("sportsbook", "photos"):
        with folder() as path, serving(f"layouts/{feed}.yaml", "--token-file", path / "token") as served:
            for width in (390, 1000):
                tab = Tab(browser, served, viewport={"width": width, "height": 800}, reduced_motion="reduce")
                tab.page.keyboard.press("Tab")
                seen, cut = tab.run("""() => {
                  const cut = []; let seen = 0;
                  for (const element of document.querySelectorAll("section :is(button, a, [tabindex])")) {
                    element.focus();
                    if (document.activeElement !== element || !element.matches(":focus-visible")) continue;
                    seen++;
                    const style = getComputedStyle(element);
                    const reach = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
                    const [own, section] = [element, element.closest("section")].map((x) => x.getBoundingClientRect());
                    if (own.left - reach < section.left - 0.5 || own.right + reach > section.right + 0.5
                      || own.top - reach < section.top - 0.5 || own.bottom + reach > section.bottom + 0.5) cut.push(element.outerHTML.slice(0, 120));
                  }
                  return [seen, cut] }""")
                assert seen > 3 and not cut, f"{feed} at {width}: {seen} rings, {cut[:5]}"
                tab.close()


# MARK: Doing

def order_of(served):
    return [x["id"] for s in served.image()["sections"] for x in s["items"]]


def centre(tab, identity, part=""):
    return tab.run("([id, part]) => { const r = document.querySelector(`[data-id='${id}'] ${part}`.trim()).getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2] }", [identity, part])


@promise
def a_photo_dragged_by_mouse_by_touch_and_by_keys_is_where_it_was_put_after_a_kill_and_in_a_second_browser(browser):
    with folder() as path, serving("layouts/photos.yaml", "--store", path / "s.sqlite", "--token-file", path / "token") as served:
        tab, other = Tab(browser, served, has_touch=True), Tab(browser, served)
        ids = order_of(served)
        # By mouse: the first one behind the fourth.
        tab.page.mouse.move(*centre(tab, ids[0]))
        tab.page.mouse.down()
        x, y = centre(tab, ids[3])
        tab.page.mouse.move(x - 30, y, steps=8)
        tab.page.mouse.move(x, y, steps=4)
        until(lambda: tab.order()[:4] == [ids[1], ids[2], ids[3], ids[0]], "the siblings make room")
        tab.page.mouse.up()
        tab.token()
        wanted = [ids[1], ids[2], ids[3], ids[0], *ids[4:]]
        until(lambda: order_of(served) == wanted, "the mouse has moved it")
        until(lambda: other.order() == wanted, "the second browser shows it")
        # By touch, at its handle: the last one to the front.
        cdp = tab.context.new_cdp_session(tab.page)
        touch = lambda kind, *at: cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}] if at else []})
        start, end = centre(tab, ids[-1], ".handle"), centre(tab, wanted[0])
        touch("touchStart", *start)
        for step in range(1, 9):
            touch("touchMove", *(a + (b - a) * step / 8 for a, b in zip(start, end)))
        touch("touchEnd")
        wanted = [ids[-1], *wanted[:-1]]
        until(lambda: order_of(served) == wanted, "touch has moved it")
        # By keys: the second one a place on, and the focus with it.
        tab.page.locator(f"[data-id='{wanted[1]}'] .handle").focus()
        tab.page.keyboard.press("Alt+ArrowDown")
        wanted[1], wanted[2] = wanted[2], wanted[1]
        until(lambda: order_of(served) == wanted, "keys have moved it")
        assert tab.run("() => document.activeElement.closest('li').dataset.id") == wanted[2]
        until(lambda: "place 3 of" in tab.page.text_content("#said"), "it is said")
        served.kill()
        served.start()
        assert order_of(served) == wanted
        for each in (tab, other):
            each.page.wait_for_selector("body[data-state=live]")
            each.follow(served)
            assert each.run("() => list.overlays.size") == 0
            each.close()


@promise
def a_drag_goes_on_while_the_list_changes_500_times_a_second(browser):
    with folder() as path:
        rng = random.Random(3)
        with open(path / "load.jsonl", "w") as file:
            for number in range(3_000):
                line = {"at": number / 500, "upsert": {"photo": [{"id": rng.randint(1, 7), "artist": f"artist {number}"}]}}
                if number % 25 == 5:
                    line = {"at": number / 500, "upsert": {"photo": [{"id": 100 + number, "title": f"new {number}", "display_order": rng.randint(1, 9000)}]}}
                if number % 25 == 20:
                    line = {"at": number / 500, "delete": {"photo": [100 + number - 15]}}
                if number % 40 == 11:
                    line = {"at": number / 500, "upsert": {"photo": [{"id": rng.randint(2, 7), "display_order": rng.randint(1, 9000)}]}}
                file.write(json.dumps(line) + "\n")
        with serving("layouts/photos.yaml", "--fixture", path / "load.jsonl", "--token-file", path / "token") as served:
            tab = Tab(browser, served, "?heartbeat=30000&conflate=10")
            # Whichever is there by the time that the button goes down, of those that stay.
            lasting = [f"photo:photo/{number}" for number in range(1, 8)]
            while (identity := tab.run("() => reordering.drag?.id")) not in lasting:
                tab.page.mouse.up()
                tab.page.mouse.move(*centre(tab, lasting[0]))
                tab.page.mouse.down()
            for step in range(60):
                at = (150 + 12 * step % 700, 200 + 9 * step % 400)
                tab.page.mouse.move(*at)
                tab.page.wait_for_timeout(20)
                if step > 5:
                    x, y = centre(tab, identity)
                    assert abs(x - at[0]) < 200 and abs(y - at[1]) < 200, f"{x}, {y} is not under the pointer at {at}"
            tab.page.mouse.up()
            tab.token()
            until(lambda: "moved" in tab.page.text_content("#said").lower(), "the move is answered")
            until(lambda: tab.run("() => list.overlays.size") == 0, "nothing is laid over any more")
            tab.follow(served)
            tab.close()


@promise
def a_refusal_slides_it_back_with_its_reason(browser):
    with folder() as path, serving("layouts/photos.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        before = tab.order()
        tab.page.locator(f"[data-id='{before[0]}'] .handle").focus()
        tab.page.keyboard.press("Alt+ArrowDown")
        until(lambda: tab.order()[:2] == [before[1], before[0]], "it goes at once")
        tab.page.get_by_label("Token of this server").fill("another token that is long enough")
        tab.page.get_by_role("button", name="Use token").click()
        until(lambda: tab.page.text_content("#said") == "Not moved: the token is wrong", "the reason is said")
        until(lambda: tab.order() == before, "it is where it was")
        tab.close()


@promise
def actions_are_buttons_and_keys_with_one_tab_stop_a_section(browser):
    with folder() as path, serving(copied("sportsbook", path, without="    viewer:"), "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        stops = tab.run("() => [...document.querySelectorAll('main > section')].map((s) => s.querySelectorAll('ul [tabindex=\"0\"]').length)")
        assert max(stops) <= 1, stops
        cell = tab.run("() => document.querySelector('.section-standard [data-kind=selection]').dataset.id")
        tab.page.locator(f"[data-id='{cell}'] .act").focus()
        tab.page.keyboard.press("ArrowRight")
        nxt = tab.run("() => document.activeElement.closest('li').dataset.id")
        assert nxt != cell
        focused = lambda: tab.run("() => document.activeElement.closest('li')?.dataset.id")
        ids = tab.run("() => [...document.activeElement.closest('ul').querySelectorAll('li:has(> .act)')].map((li) => li.dataset.id)")
        for key, wanted in (("End", ids[-1]), ("ArrowRight", ids[-1]), ("Home", ids[0]), ("ArrowRight", ids[1]), ("ArrowDown", None), ("ArrowUp", ids[1]), ("ArrowLeft", ids[0])):
            tab.page.keyboard.press(key)
            assert wanted is None and focused() not in ids[:3] or focused() == wanted, f"{key}: {focused()}"
        # The tabulator comes back to where the arrows left.
        tab.page.keyboard.press("Tab")
        assert focused() != ids[0]
        tab.page.keyboard.press("Shift+Tab")
        assert focused() == ids[0]
        tab.page.locator(f"[data-id='{nxt}'] .act").focus()
        tab.page.keyboard.press("b")
        tab.token()
        tab.page.wait_for_selector(f"[data-id='{nxt}'] mark")
        tab.page.locator(f"[data-id='{nxt}'] .act").click()
        tab.page.wait_for_selector(f"[data-id='{nxt}'] mark", state="detached")
        tab.follow(served)
        tab.close()


@promise
def what_a_viewer_folds_and_hides_survives_a_reload_and_is_nobody_elses(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab, other = Tab(browser, served), Tab(browser, served)
        tab.page.get_by_role("button", name="Featured", exact=True).click()
        tab.page.get_by_role("button", name="Sections").click()
        tab.page.get_by_role("checkbox", name="Football", exact=True).uncheck()
        tab.page.get_by_role("button", name="Done").click()
        look = "() => [document.querySelector('.section-featured ul').hidden, document.querySelector('[data-section=\"standard/1\"]').hidden]"
        assert tab.run(look) == [True, True]
        tab.page.reload()
        tab.page.wait_for_selector("main[data-version] > section", state="attached")
        assert tab.run(look) == [True, True] and other.run(look) == [False, False]
        assert tab.page.get_by_role("button", name="Featured", exact=True).get_attribute("aria-expanded") == "false"
        tab.close()
        other.close()


@promise
def what_actions_do_for_a_viewer_stays_in_the_browser_and_survives_a_reload(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab, other = Tab(browser, served), Tab(browser, served)
        posts = []
        tab.page.on("request", lambda request: posts.append(request.url) if request.method != "GET" else None)
        cell = tab.run("() => document.querySelector('.section-standard [data-kind=selection]:has(> .act)').dataset.id")
        button = tab.page.locator(f"[data-id='{cell}'] .act")
        button.click()
        tab.page.wait_for_selector(f"[data-id='{cell}'] mark")
        assert button.get_attribute("aria-pressed") == "true"
        # A sport alone.
        chip = tab.page.locator("[data-id='sport:sport/2'] .act")
        chip.click()
        shown = "() => [...document.querySelectorAll('main > section:not([hidden])')].map((s) => s.dataset.section)"
        assert set(tab.run(shown)) == {"sports", "standard/2", "live/2"}, tab.run(shown)
        # And its scheduled events folded away, by the key of their first one.
        tab.page.locator("[data-section='standard/2'] [data-kind=event-header] .act").first.focus()
        tab.page.keyboard.press("Enter")
        assert tab.run("() => document.querySelector('[data-section=\"standard/2\"] ul').hidden && document.activeElement.matches('.fold')")
        tab.page.reload()
        tab.page.wait_for_selector("main[data-version] > section", state="attached")
        assert set(tab.run(shown)) == {"sports", "standard/2", "live/2"}
        assert tab.run("() => document.querySelector('[data-section=\"standard/2\"] ul').hidden")
        tab.page.wait_for_selector(f"[data-id='{cell}'] mark", state="attached")
        assert chip.get_attribute("aria-pressed") == "true"
        chip.click()
        assert len(tab.run(shown)) > 10 and chip.get_attribute("aria-pressed") == "false"
        button.click()
        tab.page.wait_for_selector(f"[data-id='{cell}'] mark", state="detached")
        assert posts == [] and other.run("() => !document.querySelector('main mark, section[hidden], main ul[hidden]')")
        tab.close()
        other.close()


TASKS = """
feed: 1
title: Tasks
store: {schema: tasks.sql, seed: tasks.jsonl}
sources:
  tasks: {from: task, order: [rank], group: {by: list_id, order: [list.rank], title: list.name}}
sections:
  - {id: lists, source: tasks, title: "{title}", header: "{title}", item: task, reorder: {by: rank, across: true}, layout: rows}
items:
  task: {title: "{name}"}
actions:
  clear: {section: lists, title: Clear the list, key: c, sql: DELETE FROM task WHERE list_id = :group}
  rename: {section: lists, title: Rename, needs: name, sql: UPDATE list SET name = :name WHERE id = :group}
  shout: {title: Shout, key: "!", sql: UPDATE task SET name = upper(name)}
layouts:
  rows: {height: 40}
"""


def tasks(folder):
    (folder / "tasks.yaml").write_text(TASKS)
    (folder / "tasks.sql").write_text("""CREATE TABLE list (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank INTEGER NOT NULL);
      CREATE TABLE task (id INTEGER PRIMARY KEY, list_id INTEGER NOT NULL REFERENCES list (id), name TEXT NOT NULL, rank INTEGER NOT NULL);""")
    rows = {"list": [{"id": i, "name": name, "rank": i} for i, name in enumerate(("Today", "Later", "Never"), 1)],
            "task": [{"id": i, "list_id": 1 + i // 4, "name": f"task {i}", "rank": i * 100} for i in range(10)]}
    (folder / "tasks.jsonl").write_text(json.dumps({"at": 0, "upsert": rows}) + "\n")
    return folder / "tasks.yaml"


@promise
def sections_and_the_feed_have_actions_too(browser):
    with folder() as path, serving(tasks(path), "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        titles = "() => [...document.querySelectorAll('main h2')].map((h) => h.textContent)"
        assert tab.run(titles) == ["Today", "Later", "Never"]
        tab.page.get_by_role("button", name="Later: menu").click()
        entries = tab.page.get_by_role("menuitem")
        assert [text.strip() for text in entries.all_inner_texts()] == ["Clear the list\nc", "Rename", "Fold", "Show only this", "Hide"], entries.all_inner_texts()
        tab.page.get_by_role("menuitem", name="Rename").click()
        tab.page.get_by_label("name", exact=True).fill("Tomorrow")
        tab.page.get_by_role("button", name="Run", exact=True).click()
        tab.token()
        until(lambda: tab.run(titles) == ["Today", "Tomorrow", "Never"], "the section has its new name")
        assert tab.page.get_by_role("button", name="Tomorrow: menu").count() == 1
        # A key at a heading, the feed's button, and its key anywhere.
        tab.page.get_by_role("button", name="Never", exact=True).focus()
        tab.page.keyboard.press("c")
        until(lambda: tab.run(titles) == ["Today", "Tomorrow"], "the section is empty, and gone")
        tab.page.get_by_role("button", name="Actions").click()
        until(lambda: tab.page.get_by_text("TASK 1", exact=True).count() == 1, "the feed's only action is done")
        served.lines({"upsert": {"task": [{"id": 1, "name": "task one"}]}})
        tab.follow(served)
        tab.run("() => document.activeElement.blur()")
        tab.page.keyboard.press("!")
        until(lambda: tab.page.get_by_text("TASK ONE", exact=True).count() == 1, "the key does it")
        tab.follow(served)
        tab.close()


@promise
def an_item_is_dragged_into_another_group_where_the_feed_file_allows_it(browser):
    with folder() as path, serving(tasks(path), "--token-file", path / "token") as served:
        tab, other = Tab(browser, served), Tab(browser, served)
        lists = "() => Object.fromEntries([...document.querySelectorAll('main > section')].map((s) => [s.dataset.section, [...s.querySelectorAll('li')].map((li) => +li.dataset.id.split('/')[1])]))"
        assert tab.run(lists) == {"lists/1": [0, 1, 2, 3], "lists/2": [4, 5, 6, 7], "lists/3": [8, 9]}
        def drag(item, target, below=False):
            at = tab.page.locator(f"[data-id='task:task/{item}']").bounding_box()
            to = tab.page.locator(f"[data-id='task:task/{target}']").bounding_box()
            tab.page.mouse.move(at["x"] + 40, at["y"] + 8)
            tab.page.mouse.down()
            tab.page.mouse.move(at["x"] + 60, at["y"] + 12, steps=3)
            tab.page.mouse.move(to["x"] + 60, to["y"] + to["height"] * (0.8 if below else 0.2), steps=12)
            version = served.lines({"upsert": {"task": [{"id": 9, "name": f"changed while {item} is dragged"}]}})
            until(lambda: int(tab.run("() => list.root.dataset.version")) >= version, "the version is shown")
            shown = tab.run(lists)
            tab.page.mouse.up()
            return shown
        shown = drag(1, 6)
        tab.token()
        assert shown["lists/1"] == [0, 2, 3] and sorted(shown["lists/2"]) == [1, 4, 5, 6, 7] and shown["lists/2"].index(1) in (2, 3), shown
        until(lambda: other.run(lists) == shown, f"it is for all where it was put: {shown}")
        tab.follow(served)
        # Behind the last one of a group, and the last ones of a group, which goes with them.
        shown = drag(0, 9, below=True)
        assert shown["lists/3"] == [8, 9, 0], shown
        until(lambda: other.run(lists) == shown, f"it is the last one there: {shown}")
        second = shown["lists/2"]
        tab.page.locator("[data-id='task:task/3'] .handle").focus()
        tab.page.keyboard.press("Alt+ArrowDown")
        until(lambda: other.run(lists) == {"lists/1": [2], "lists/2": [3, *second], "lists/3": [8, 9, 0]}, f"the keys do it too: {tab.run(lists)}")
        tab.page.locator("[data-id='task:task/2'] .handle").focus()
        tab.page.keyboard.press("Alt+ArrowDown")
        until(lambda: other.run(lists) == {"lists/2": [2, 3, *second], "lists/3": [8, 9, 0]}, f"an empty group is gone: {tab.run(lists)}")
        tab.follow(served)
        other.follow(served)
        assert not tab.run("() => list.overlays.size || reordering.moves.length")
        tab.close()
        other.close()


# MARK: What a viewer finds

def overlaps(tab):
    """Sections that overlap on the page, and those whose edge is not that of their column."""
    return tab.run("""() => {
      const all = [...document.querySelectorAll("main > section")].map((s) => [s.dataset.section, s.getBoundingClientRect()]).filter(([, r]) => r.height);
      const found = [];
      all.forEach(([a, r], i) => all.slice(i + 1).forEach(([b, q]) => {
        if (r.left < q.right - 1 && q.left < r.right - 1 && r.top < q.bottom - 1 && q.top < r.bottom - 1) found.push(`${a} and ${b}`) }));
      return found }""")


@promise
def sections_are_in_columns_on_wide_pages_without_overlaps_whatever_changes(browser):
    with folder() as path, serving("layouts/sportsbook.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served, viewport={"width": 1440, "height": 900})
        columns = "() => new Set([...document.querySelectorAll('main > section:not(.wide)')].map((s) => Math.round(s.getBoundingClientRect().left))).size"
        for width, count in ((1440, 2), (2560, 3), (1000, 1), (390, 1), (1440, 2)):
            tab.page.set_viewport_size({"width": width, "height": 900})
            until(lambda: tab.run(columns) == count, f"{count} columns at {width}")
            until(lambda: not overlaps(tab), f"no overlaps at {width}")
        ids = [x["id"] for s in served.image()["sections"] if s["id"].startswith("live/") for x in s["items"] if x["kind"] == "event-header"]
        served.lines({"upsert": {"event": [{"id": int(i.split("/")[1]), "status": "finished"} for i in ids[:3]]}})
        tab.follow(served)
        assert not overlaps(tab), "after a version"
        tab.page.locator("section[data-section^='live/'] .fold").first.click()
        until(lambda: not overlaps(tab), "no overlaps after a fold")
        # The order of the page is that of the feed: no section begins above one before it in its column.
        tops = tab.run("() => [...document.querySelectorAll('main > section')].filter((s) => s.offsetHeight).map((s) => [s.getBoundingClientRect().left, s.getBoundingClientRect().top])")
        for left in {left for left, _ in tops}:
            own = [top for other, top in tops if other == left]
            assert own == sorted(own), own
        tab.close()


@promise
def all_parts_of_a_page_share_one_edge_and_carousels_start_at_their_first_card(browser):
    for feed in ("sportsbook", "photos", "dates", "trace"):
        with serving(f"layouts/{feed}.yaml") as served:
            for width in (390, 1440):
                tab = Tab(browser, served, viewport={"width": width, "height": 900})
                lefts = tab.run("""() => [document.querySelector("h1"), ...[...document.querySelectorAll("main > section")].filter((s) => s.getBoundingClientRect().left === 0)
                  .flatMap((s) => [...s.querySelectorAll(".fold, ul > :first-child")])].map((e) => [e.className || e.localName, e.getBoundingClientRect().left + parseFloat(getComputedStyle(e).paddingInlineStart) * e.matches(".fold")])""")
                assert {round(left) for _, left in lefts} == {16}, f"{feed} at {width}: {lefts}"
                assert tab.run("() => [...document.querySelectorAll('main ul')].every((list) => list.scrollLeft === 0)")
                # What goes on beyond the edge fades there, and only there.
                fades = tab.run("() => [...document.querySelectorAll('main ul:is(.cards, .chips)')].filter((list) => list.scrollWidth > list.clientWidth).map((list) => ['--start', '--end'].map((name) => parseFloat(getComputedStyle(list).getPropertyValue(name))))")
                assert all(start == 0 and end > 0 for start, end in fades) and (fades or feed != "sportsbook"), fades
                tab.close()


@promise
def rows_have_the_height_of_their_layout_at_least(browser):
    for feed, height, more in (("dates", 48, []), ("quakes", 44, ["--fixture", "fixtures/quakes/days.geojson", "--adapter", "usgs", "--speed", "max"])):
        with serving(f"layouts/{feed}.yaml", *more) as served:
            for width in (390, 1440):
                tab = Tab(browser, served, viewport={"width": width, "height": 844})
                until(lambda: tab.run("() => document.querySelectorAll('.rows > li').length"), "there are rows")
                low = tab.run("(height) => [...document.querySelectorAll('.rows > li')].filter((li) => li.checkVisibility({ contentVisibilityAuto: true }) && li.offsetHeight < height).map((li) => li.offsetHeight)", height)
                assert not low, f"{feed} at {width}: {low[:5]}"
                tab.close()


@promise
def names_and_their_figures_are_on_one_line_on_a_phone(browser):
    for feed, more in (("sportsbook", ["--fixture", "fixtures/sportsbook/updates.jsonl", "--speed", "max"]),
                       ("quakes", ["--fixture", "fixtures/quakes/days.geojson", "--adapter", "usgs", "--speed", "max"])):
        with serving(f"layouts/{feed}.yaml", *more) as served:
            tab = Tab(browser, served, viewport={"width": 390, "height": 844})
            until(lambda: tab.run("() => document.querySelectorAll(':is(.head, .depth-0) > .value').length"), "there are figures")
            apart = tab.run("""() => [...document.querySelectorAll(":is(.head, .depth-0) > .value")].filter((value) => {
              const [a, b] = [value, value.parentElement.querySelector(".title")].map((e) => e.getBoundingClientRect());
              return a.height && (a.top > b.bottom || a.height > 40) }).map((value) => value.parentElement.textContent)""")
            assert not apart, apart[:5]
            tab.close()


@promise
def a_section_has_a_menu_that_folds_it_shows_it_alone_or_hides_it(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served)
        shown = lambda: tab.run("() => [...document.querySelectorAll('main > section:not([hidden])')].map((s) => s.dataset.section)")
        everything = shown()
        def choose(section, text):
            tab.page.get_by_role("button", name=f"{section}: menu", exact=True).click()
            tab.page.get_by_role("menuitem", name=text, exact=True).click()
        choose("Football", "Fold")
        assert tab.run("() => document.querySelector('[data-section=\"standard/1\"] ul').hidden")
        choose("Football", "Unfold")
        choose("Football", "Show only this")
        assert shown() == ["standard/1"], shown()
        assert tab.run("() => document.querySelector('#choose').hasAttribute('data-some')")
        choose("Football", "Show all sections")
        assert shown() == everything
        choose("Football", "Hide")
        assert shown() == [one for one in everything if one != "standard/1"]
        # By keys: down to the second entry, and back to the button without a choice.
        button = tab.page.get_by_role("button", name="Tennis: menu", exact=True)
        button.focus()
        tab.page.keyboard.press("Enter")
        tab.page.get_by_role("menu").wait_for()
        for key, text in (("ArrowDown", "Show only this"), ("End", "Hide"), ("ArrowDown", "Fold"), ("ArrowUp", "Hide")):
            tab.page.keyboard.press(key)
            assert tab.run("() => document.activeElement.textContent") == text, key
        tab.page.keyboard.press("Escape")
        tab.page.get_by_role("menu").wait_for(state="detached")
        assert button.evaluate("(button) => button === document.activeElement && button.ariaExpanded === 'false'")
        tab.close()


@promise
def what_a_viewer_adds_is_listed_with_its_figure_and_removed_there(browser):
    with folder() as path, serving("layouts/sportsbook.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served, viewport={"width": 1440, "height": 900})
        panel = tab.page.get_by_role("complementary", name="Betslip")
        assert panel.count() == 0
        cells = tab.run("() => [...document.querySelectorAll('.section-live [data-kind=selection]:has(> .act)')].slice(0, 2).map((li) => [li.dataset.id, li.querySelector('.title').textContent])")
        (first, title), (second, _) = cells
        # One click does it, without a question.
        tab.page.locator(f"[data-id='{first}'] .act").click()
        assert tab.page.text_content("#said") == f"{title}: added to Betslip"
        tab.page.locator(f"[data-id='{second}'] .act").click()
        assert panel.locator("li").count() == 2 and panel.locator("strong").first.text_content() == title
        event = tab.run("(id) => { let li = document.querySelector(`[data-id='${id}']`); while (!li.matches('.head')) li = li.previousElementSibling; return li.querySelector('.title').textContent }", first)
        assert panel.locator("small").first.text_content().startswith(event)
        served.lines({"upsert": {"selection": [{"id": int(first.split("/")[1]), "price": 77.5}]}})
        until(lambda: panel.locator("data").first.text_content() == "77.50", "the panel has the new figure")
        tab.page.reload()
        tab.page.wait_for_selector("main[data-version] > section", state="attached")
        until(lambda: panel.locator("li").count() == 2, "the panel survives a reload")
        panel.get_by_role("button", name=f"Remove {title}", exact=True).first.click()
        assert tab.page.text_content("#said") == f"{title}: removed from Betslip"
        assert panel.locator("li").count() == 1
        tab.page.locator(f"[data-id='{second}'] .act").click()
        until(lambda: panel.count() == 0, "an empty panel is not shown")
        tab.close()


RACES = """
feed: 1
title: Races
store: {schema: races.sql}
sources:
  races: {from: race, order: [id], include: {runners: {from: runner, on: race_id, order: [id]}}}
sections:
  - {id: races, source: races, title: Races, header: Races, layout: rows, items: [race, {each: runners, item: runner, slots: 1, heads: {value: Back, badge: Lay}}]}
items:
  race: {title: "{name}"}
  runner: {title: "{name}", value: "{back:0.00}", badge: "{lay:0.00}", fields: [spark, bar, gauge]}
layouts:
  rows: {height: ~44}
"""


def races(folder):
    (folder / "races.yaml").write_text(RACES)
    (folder / "races.sql").write_text("""CREATE TABLE race (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE runner (id INTEGER PRIMARY KEY, race_id INTEGER NOT NULL REFERENCES race (id), name TEXT NOT NULL, back REAL, lay REAL, spark TEXT, bar REAL, gauge REAL);
      INSERT INTO race VALUES (1, 'Harbour Cup'), (2, 'Valley Stakes');
      INSERT INTO runner VALUES (1, 1, 'Amber', 3, 3.5, '1,3,2', 0.42, 0.75), (2, 1, 'Basil', 12, 13, NULL, NULL, NULL), (3, 1, 'Clover', 2, 2.1, 'x', NULL, 7),
        (4, 2, 'Dill', 4, 4.1, NULL, NULL, NULL), (5, 2, 'Elder', 5, 5.5, NULL, NULL, NULL);""")
    return folder / "races.yaml"


@promise
def a_column_sorts_its_section_for_this_viewer_and_patches_keep_the_order(browser):
    with folder() as path, serving(races(path), "--token-file", path / "token") as served:
        tab, other = Tab(browser, served), Tab(browser, served)
        order = lambda: "".join(tab.run("() => [...document.querySelectorAll('[data-kind=runner]')].map((li) => li.dataset.id.split('/')[1])"))
        assert order() == "12345"
        back = tab.page.get_by_role("button", name="Back").first
        back.click()
        until(lambda: order() == "21354", "the rows are sorted")
        assert tab.page.text_content("#said") == "Races: sorted by Back, largest first"
        # A figure that changes, a new row and a deleted one take their places.
        served.lines({"upsert": {"runner": [{"id": 3, "back": 50}, {"id": 6, "race_id": 2, "name": "Fern", "back": 4.5, "lay": 5}]}})
        until(lambda: order() == "321564", "the rows are in the new order")
        served.lines({"delete": {"runner": [2]}})
        until(lambda: order() == "31564", "the row is gone")
        tab.page.get_by_role("button", name="Back").first.click()
        until(lambda: order() == "13465", "the rows are sorted the other way round")
        tab.page.get_by_role("button", name="Back").first.click()
        tab.follow(served)
        other.follow(served)
        tab.close()
        other.close()


@promise
def a_filter_shows_the_items_with_a_text_while_patches_go_on(browser):
    with folder() as path, serving(races(path), "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        shown = lambda: tab.run("() => [...document.querySelectorAll('main li:not([hidden]) > .title')].map((title) => title.textContent).join(' ')")
        everything = shown()
        tab.page.keyboard.press("/")
        tab.page.keyboard.type("dill")
        assert shown() == "Valley Stakes Dill", shown()
        assert tab.page.text_content("#found") == "2 items"
        served.lines({"upsert": {"runner": [{"id": 1, "name": "Dillon"}, {"id": 7, "race_id": 1, "name": "Wild dill", "back": 2}]}})
        until(lambda: shown() == "Harbour Cup Dillon Wild dill Valley Stakes Dill", f"new items are found: {shown()}")
        tab.follow(served)
        tab.page.get_by_label("Filter by text").fill("nothing of the kind")
        assert shown() == "" and not tab.page.locator("main > section").first.is_visible()
        tab.page.keyboard.press("Escape")
        assert shown() == everything.replace("Amber", "Dillon").replace("Clover", "Clover Wild dill") and not tab.page.get_by_label("Filter by text").is_visible()
        assert tab.run("() => document.activeElement.id") == "find"
        tab.close()


@promise
def the_numbers_of_an_item_are_figures_with_labels(browser):
    with folder() as path, serving(races(path), "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        figures = lambda: tab.run("() => [...document.querySelectorAll('main svg')].map((svg) => [svg.closest('li').dataset.id.split('/')[1], svg.classList[1], svg.getAttribute('role'), svg.ariaLabel])")
        assert figures() == [["1", "spark", "img", "from 1 to 2, between 1 and 3"], ["1", "bar", "img", "42 %"], ["1", "gauge", "img", "75 %"], ["3", "gauge", "img", "100 %"]], figures()
        served.lines({"upsert": {"runner": [{"id": 1, "spark": "5 4", "bar": None, "gauge": 0.1}, {"id": 3, "gauge": None}]}})
        until(lambda: figures() == [["1", "spark", "img", "from 5 to 4, between 4 and 5"], ["1", "gauge", "img", "10 %"]], "the figures are the new ones")
        tab.follow(served)
        tab.close()


@promise
def the_bar_is_live_only_while_the_inputs_are_and_chips_name_them_at_once(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served)
        # The inputs are asked for before the page waits for anything else.
        begins = tab.run("() => Object.fromEntries(performance.getEntriesByType('resource').map(({ name, startTime }) => [new URL(name).pathname, startTime]))")
        assert begins["/v1/inputs"] <= begins["/page/feed.json"] + 1, begins
        assert tab.page.text_content("#state") == "Live" and not tab.page.locator("#inputs").is_visible()
        states = {"odds": "live", "ads": "live"}
        tab.page.route("**/v1/inputs", lambda route: route.fulfill(json=[
            {"name": name, "kind": "stream", "state": state, "age": 3, "rate": 12.5, "p99": 4.2, "rejected": 0, "error": "gone" if state == "failed" else None} for name, state in states.items()]))
        for change, text, chips in (({}, "Live", ["odds live", "ads live"]), ({"ads": "late"}, "Late: ads", ["odds live", "ads late"]),
                                    ({"odds": "failed"}, "Failed: odds", ["odds failed", "ads late"]), ({"odds": "live", "ads": "live"}, "Live", ["odds live", "ads live"])):
            states.update(change)
            tab.run("() => inputs.ask()")
            assert tab.page.text_content("#state") == text
            found = tab.run("() => [...document.querySelectorAll('#inputs li')].map((li) => [...li.children].slice(0, 2).map((part) => part.textContent).join(' '))")
            assert found == chips and tab.page.locator("#inputs li").first.is_visible(), found
        assert tab.run("() => document.querySelector('#inputs').getBoundingClientRect().bottom < document.querySelector('main').getBoundingClientRect().top + 40"), "they are above the feed"
        # Folded, they stay folded; the sources of a version count as well.
        tab.page.locator("#inputs summary").click()
        tab.run("() => inputs.ask()")
        assert not tab.page.locator("#inputs li").first.is_visible()
        tab.run("() => { feed.sources = feed.sources.map((s) => s.id === 'ads' ? { ...s, state: 'failed' } : s); stream.onEdits() }")
        until(lambda: tab.page.text_content("#state") == "Failed: ads", "the source counts")
        tab.close()


@promise
def a_token_in_the_address_is_used_and_taken_out_of_it(browser):
    with folder() as path, serving(tasks(path), "--token-file", path / "token", "--read-token-file", path / "token") as served:
        tab = Tab(browser, served, f"?heartbeat=30000#token={TOKEN}")
        # Signed in with it, and no question before a write.
        assert tab.run("() => location.href.includes('token') || location.hash") == ""
        tab.page.locator("[data-id='task:task/0'] .handle").focus()
        tab.page.keyboard.press("Alt+ArrowDown")
        until(lambda: order_of(served)[:2] == ["task:task/1", "task:task/0"], "the move is written")
        assert tab.page.locator("dialog").count() == 0
        kept = tab.run("() => [sessionStorage.getItem('feed:token'), JSON.stringify(localStorage)]")
        assert kept[0] == TOKEN and TOKEN not in kept[1]
        # The style sheet of the feed is refused before the page has signed in.
        tab.errors.clear()
        tab.close()


@promise
def axe_finds_nothing(browser):
    from axe_playwright_python.sync_playwright import Axe
    with folder() as path:
        for feed in ("sportsbook", "photos", "exchange"):
            more = ["--fixture", "fixtures/exchange/evening.jsonl", "--adapter", "betfair", "--speed", "max"] if feed == "exchange" else []
            with serving(f"layouts/{feed}.yaml", "--token-file", path / "token", *more) as served:
                looks = (("light", 1000), ("dark", 390))
                for scheme, width in looks if IS_FULL else looks[feed == "photos":][:1]:
                    tab = Tab(browser, served, color_scheme=scheme, viewport={"width": width, "height": 800}, reduced_motion="reduce")
                    tab.page.wait_for_timeout(300)
                    result = Axe().run(tab.page).response
                    found = [(v["id"], v["help"], v["nodes"][0]["html"][:200], len(v["nodes"]), v["nodes"][0]["failureSummary"][:300]) for v in result["violations"]]
                    assert not found, f"{feed}, {scheme}: {found}"
                    tab.errors.clear()
                    tab.close()


# MARK: Long sections

@promise
def a_long_section_loads_more_when_its_end_comes_into_view(browser):
    with folder() as path:
        rows = ",".join(f"({n}, 'Row {n}')" for n in range(1200))
        (path / "long.sql").write_text(f"CREATE TABLE row (id INTEGER PRIMARY KEY, name TEXT) STRICT; INSERT INTO row VALUES {rows};")
        (path / "long.yaml").write_text(
            "feed: 1\nstore: {schema: long.sql}\nsources: {rows: {from: row, order: [id]}}\n"
            "sections: [{id: rows, source: rows, item: row, title: Rows, layout: list}]\n"
            "items: {row: {title: '{name}'}}\nlayouts: {list: {height: 44}}\n")
        with serving(path / "long.yaml", "--token-file", path / "token") as served:
            tab = Tab(browser, served)
            shown = "() => document.querySelectorAll('li[data-id]').length"
            assert tab.run(shown) == 500
            assert "500 of 1,200" in tab.page.locator(".rest").inner_text()
            # What comes in outside the part changes the number alone.
            served.lines({"upsert": {"row": [{"id": 5000, "name": "Last"}]}})
            tab.page.get_by_text("500 of 1,201").wait_for()
            tab.page.locator(".rest").scroll_into_view_if_needed()
            until(lambda: tab.run(shown) == 1000, "the page shows a thousand rows")
            tab.page.locator(".rest").click()
            until(lambda: tab.run(shown) == 1201, "the page shows all rows")
            tab.follow(served)
            assert tab.page.locator(".rest").count() == 0
            # After a reconnection the page resumes with the same parts.
            images = tab.run("() => stream.images")
            tab.run("() => stream.failed(0)")
            served.lines({"upsert": {"row": [{"id": 1100, "name": "Changed"}]}})
            tab.follow(served)
            assert tab.run("() => stream.images") == images
            tab.close()


# MARK: Who may read

@promise
def a_viewer_signs_in_once_and_again_after_the_right_has_ended(browser):
    with folder() as path, serving("layouts/sportsbook.yaml", "--read-token-file", path / "token") as served:
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(60_000)

        def sign_in(token):
            page.get_by_label("Token").fill(token)
            page.get_by_role("button", name="Sign in").click()

        page.goto(served.url)
        sign_in("wrong-0123456789abcdef")
        page.get_by_text("the token is wrong").wait_for()
        sign_in(TOKEN)
        page.wait_for_selector("main[data-version] > section", state="attached")
        cookie = next(c for c in context.cookies() if c["name"] == "feed-session")
        assert cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie
        page.reload()
        page.wait_for_selector("main[data-version] > section", state="attached")
        assert page.locator("dialog").count() == 0
        context.clear_cookies()
        page.evaluate("async () => (await import('/page/page.js')).stream.failed(0)")
        page.get_by_role("dialog", name="Sign in").wait_for()
        context.close()


@promise
def pages_of_allowed_origins_alone_read_and_write(browser):
    with folder() as path, elsewhere() as (origin, other):
        with serving("layouts/sportsbook.yaml", "--token-file", path / "token", "--read-token-file", path / "token", "--allow-origin", origin) as served:
            script = """async ([url, token]) => {
              const headers = { Authorization: `Bearer ${token}` };
              const session = await fetch(url + "v1/session", { method: "POST", headers, credentials: "include" });
              const stream = new EventSource(url + "v1/stream", { withCredentials: true });
              const image = await new Promise((done, failed) => {
                stream.addEventListener("image", ({ data }) => done(JSON.parse(data)));
                stream.onerror = () => failed(new Error("no stream"));
              });
              stream.close();
              const lines = JSON.stringify({ upsert: { sport: [{ id: 1, name: "Written" }] } });
              const write = await fetch(url + "v1/messages", { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: lines });
              return [session.status, image.sections.length > 0, write.status];
            }"""
            for place, is_allowed in ((origin, True), (other, False)):
                context = browser.new_context()
                page = context.new_page()
                page.goto(place)
                try:
                    answer = page.evaluate(script, [served.url, TOKEN])
                except Exception as error:
                    assert not is_allowed, error
                else:
                    assert is_allowed and answer == [204, True, 200], answer
                context.close()


@promise
def the_web_app_of_the_documentation_follows_the_feed_and_writes(browser):
    source = re.search(r"```html\n(.*?)```", (ROOT / "Documentation/Serving.md").read_text(), re.DOTALL)[1]
    with folder() as path, elsewhere() as (origin, _):
        rights = ("--token-file", path / "token", "--read-token-file", path / "token", "--allow-origin", origin)
        with serving("layouts/sportsbook.yaml", *rights) as served:
            context = browser.new_context()
            page, errors = context.new_page(), []
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("dialog", lambda dialog: dialog.accept(TOKEN))
            body = source.replace("http://localhost:8080", served.url.rstrip("/"))
            assert body != source
            # Chromium lets no page connect to this machine that `route` has answered.
            page.goto(origin)
            page.set_content(body)
            def shows(version):
                until(lambda: page.text_content("#state") == f"Sportsbook, version {version}", f"version {version} is shown")
            shows(1)
            page.evaluate("[...document.querySelectorAll('button')].find((button) => button.onclick).click()")
            shows(2)
            served.lines({"upsert": {"sport": [{"id": 1, "name": "Calcio"}]}})
            shows(3)
            assert page.get_by_text("Calcio").count()
            served.kill()
            served.start()
            shows(1)
            assert not page.get_by_text("Calcio").count()
            assert not errors, errors
            context.close()


# MARK: The run

def launched(playwright):
    return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])


def work(todo, done):
    """Tries promises in a browser until none is left."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        while (index := todo.get()) is not None:
            test, begin, text = PROMISES[index], time.monotonic(), ""
            try:
                test(browser)
            except Exception:
                text = traceback.format_exc(limit=-3)
            done.put({"promise": name_of(test), "failure": text, "seconds": round(time.monotonic() - begin, 1)})
        browser.close()


def name_of(test):
    return test.__name__.replace("_", " ")


def main():
    names = sys.argv[1:]
    chosen = [i for i, test in enumerate(PROMISES) if not names or any(part in name_of(test) for part in names)]
    if not chosen:
        sys.exit(f"browser.py: no promise has {' or '.join(map(repr, names))} in its name; without a name all are tried")
    todo, done = multiprocessing.Queue(), multiprocessing.Queue()
    # Most of the time is waiting, so two go on side by side.
    workers = [multiprocessing.Process(target=work, args=(todo, done)) for _ in range(min(2, len(chosen)))]
    for index in chosen + [None] * len(workers):
        todo.put(index)
    for worker in workers:
        worker.start()
    kept = 0
    while any(worker.is_alive() for worker in workers) or not done.empty():
        with contextlib.suppress(queue.Empty):
            result = done.get(timeout=0.2)
            kept += not result["failure"]
            print(json.dumps(result, ensure_ascii=False), flush=True)
    return 0 if kept == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
