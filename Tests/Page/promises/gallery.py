"""The feeds of the gallery: with a screen reader, with keys alone, and as static pages."""
from promises.room import ORDERS, WIDTHS, gallery, matches
from tab import *

FEEDS = ("exchange", "shop", "status", "departures", "quakes", "builds", "photos", "sportsbook")


@contextlib.contextmanager
def demonstrated(name, versions=5):
    """`feed demo NAME`, whose sources have sent something; its address."""
    program = os.environ.get("FEED", str(ROOT / ".build/debug/feed"))
    demo = subprocess.Popen([program, "demo", name, "--no-open", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        url = demo.stdout.readline().split()[1].split("#")[0]
        def image():
            with urllib.request.urlopen(url + "v1/feed") as answer:
                return json.load(answer)
        until(lambda: image()["version"] > versions, "the sources are live", 120)
        yield url
    finally:
        demo.terminate()
        demo.wait()
        demo.stdout.close()


class At:
    """A server that a promise has not started itself."""

    def __init__(self, url):
        self.url = url


@promise
def axe_finds_nothing_in_the_gallery(browser):
    from axe_playwright_python.sync_playwright import Axe
    looks = (("light", 1440), ("dark", 390))
    for number, name in enumerate(FEEDS):
        with demonstrated(name) as url:
            for scheme, width in looks if IS_FULL else looks[number % 2:][:1]:
                tab = Tab(browser, At(url), query="", color_scheme=scheme, viewport={"width": width, "height": 900}, reduced_motion="reduce")
                tab.page.wait_for_timeout(300)
                found = [(v["id"], v["nodes"][0]["html"][:200], v["nodes"][0]["failureSummary"][:300]) for v in Axe().run(tab.page).response["violations"]]
                assert not found, f"{name}, {scheme}: {found}"
                tab.errors.clear()
                tab.close()


def rendered(file, path, *arguments):
    """The static page of a feed file, written into a folder."""
    program = os.environ.get("FEED", str(ROOT / ".build/debug/feed"))
    page = subprocess.run([program, "render", str(file), "--format", "html", *map(str, arguments)], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    (path / "page.html").write_text(page)
    return f"file://{path}/page.html"


# What is wider or higher than the place that it has.
OUTSIDE = """() => [...document.querySelectorAll(".rows > .cell")].flatMap((cell) => {
  const box = cell.getBoundingClientRect(), rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const parts = [...cell.children].map((part) => part.getBoundingClientRect());
  const isInside = parts.every(({ left, right, top, bottom }) => left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom);
  return isInside && box.height <= 4.5 * rem ? [] : [`${cell.textContent}: ${box.height}`];
}).concat(document.documentElement.scrollWidth > innerWidth ? ["sideways"] : [])"""


@promise
def a_static_page_arranges_cells_amounts_and_sections_as_the_live_one(browser):
    with folder() as path:
        context = browser.new_context()
        page = context.new_page()
        page.goto(rendered("layouts/exchange.yaml", path, "--fixture", "fixtures/exchange/evening.jsonl", "--adapter", "betfair"))
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            found = page.evaluate(OUTSIDE)
            assert not found, f"exchange at {width}: {found[:3]}"
        page.goto(rendered("layouts/sportsbook.yaml", path, "--fixture", "fixtures/sportsbook/updates.jsonl"))
        tops = "() => new Set([...document.querySelectorAll('.beside > section')].map((one) => Math.round(one.getBoundingClientRect().left))).size"
        for width, columns in ((390, 1), (1366, 2), (2560, 3)):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(tops) == columns, f"{page.evaluate(tops)} columns at {width}"
        # What begins a column is on a line with the headings of the others, and has no line above it.
        starts = page.evaluate("""() => { const first = document.querySelector(".beside h2"), top = (one) => one.getBoundingClientRect().top;
          const heads = [...document.querySelectorAll(".flows > ul > .head:first-child > .title")].filter((title) => top(title) < top(first) + first.offsetHeight);
          return heads.map((title) => [top(title) - top(first), parseFloat(getComputedStyle(title.parentElement).borderTopWidth)]) }""")
        assert starts and all(0 < top < 16 and not line for top, line in starts), starts
        (path / "orders.yaml").write_text(ORDERS)
        (path / "orders.sql").write_text("""CREATE TABLE purchase (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, total TEXT, day TEXT);
          CREATE TABLE line (id INTEGER PRIMARY KEY, purchase_id INTEGER NOT NULL REFERENCES purchase (id), name TEXT NOT NULL, price REAL NOT NULL);
          INSERT INTO purchase VALUES (1, '#1691', 'new', '€54.29', 'today'), (2, 'Lions v Bears', 'Cup', '2–1  67''', 'today');
          INSERT INTO line SELECT 4 * id + n, id, 'Line ' || n, 3.5 * n FROM purchase, (SELECT 1 AS n UNION SELECT 30);""")
        page.goto(rendered(path / "orders.yaml", path))
        gaps = page.evaluate("() => [...document.querySelectorAll('.value')].map((value) => Math.round(value.closest('li').getBoundingClientRect().right - value.getBoundingClientRect().right))")
        assert [gap == 0 for gap in gaps] == [True, True, True, False, True, True], gaps
        context.close()


BOARD = """() => { const rows = [...document.querySelectorAll(".rows > .depth-0:has(.badge)")].map((li) => [li.querySelector(".badge"), li.querySelector(".value")].map((part) => part.getBoundingClientRect()));
  const sections = Object.groupBy(rows, ([, value]) => Math.round(value.right));
  return Object.values(sections).map((all) => all.filter(([badge, value]) => badge.top < value.bottom - 4).map(([badge]) => badge.right)).filter((all) => all.length).map((all) => Math.max(...all) - Math.min(...all)) }"""


@promise
def what_precedes_values_of_different_lengths_is_aligned(browser):
    states = ("on time", "+5 min", "+11 min", "boarding", "cancelled")
    trains = [{"id": i, "direction_id": 1 + i // 10, "name": "IC 50", "destination": "Kiruna", "via": "Norrvik", "platform": 4,
               "planned_at": "2026-11-28T12:00:00Z", "expected_at": "2026-11-28T12:00:00Z", "state": states[i % 5]} for i in range(20)]
    with folder() as path:
        file = gallery("departures", path)
        with serving(file, "--token-file", path / "token", "--store", path / "board.sqlite") as served:
            served.lines({"upsert": {"direction": [{"id": 1, "name": "North"}, {"id": 2, "name": "South"}], "train": trains}})
            tab = Tab(browser, served, viewport={"width": 1440, "height": 900})
            tab.follow(served)
            spread = tab.run(BOARD)
            assert len(spread) == 2 and max(spread) < 3, spread
            # A third list has the rest of the page, and as many rows in a line as there are columns.
            served.lines({"upsert": {"direction": [{"id": 3, "name": "Coast"}], "train": [{**train, "id": 100 + train["id"], "direction_id": 3} for train in trains[:6]]}})
            tab.follow(served)
            lefts = "() => new Set([...document.querySelectorAll('main > section:last-child .rows > li')].map((li) => Math.round(li.getBoundingClientRect().left))).size"
            until(lambda: tab.run(lefts) == 2, "the rows of the last list are in two columns")
            tab.close()
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.goto(rendered(file, path, "--store", path / "board.sqlite"))
        spread = page.evaluate(BOARD)
        assert len(spread) == 2 and max(spread) < 3, spread  # two columns, three lists
        context.close()


@promise
def the_line_of_a_figure_is_there_from_the_first_value_in_the_tone_of_its_row(browser):
    with folder() as path, serving(gallery("status", path), "--token-file", path / "token") as served:
        service = lambda i, latency, state: {"id": i, "area_id": 1, "name": f"Service {i}", "state": state, "latency": latency, "uptime": 99.5}
        served.lines({"upsert": {"area": [{"id": 1, "name": "Application"}], "service": [service(1, 80, "operational"), service(2, 300, "degraded")]}})
        tab = Tab(browser, served)
        tab.follow(served)
        lines = lambda: tab.run("""() => [...document.querySelectorAll(".spark")].map((line) => [line.ariaLabel, getComputedStyle(line).color === getComputedStyle(line.closest("li").querySelector(".sign")).color])""")
        assert lines() == [["unchanged at 80", True], ["unchanged at 300", True]], lines()
        served.lines({"upsert": {"service": [service(1, 90, "operational")]}})
        until(lambda: lines()[0] == ["from 80 to 90, between 80 and 90", True], "the line goes on")
        tab.close()


@promise
def keys_alone_reach_and_use_everything_of_a_feed_of_the_gallery(browser):
    with folder() as path, serving(gallery("shop", path), "--token-file", path / "token", "--allow-path", ROOT / "fixtures") as served:
        product = lambda i: {"id": i, "category_id": 1 + i % 2, "name": f"Product {i}", "note": "new", "price": 900 + i, "stock": 9, "stock_note": "9 in stock", "is_reduced": i % 2, "image": "product-1.png"}
        served.lines({"upsert": {"category": [{"id": 1, "name": "Kitchen"}, {"id": 2, "name": "Desk"}], "product": [product(i) for i in range(8)]}})
        tab = Tab(browser, served, viewport={"width": 1000, "height": 800}, reduced_motion="reduce")
        tab.follow(served)
        # No motion: neither an animation nor a transition takes time.
        moving = tab.run("() => document.getAnimations().filter((one) => one.timeline instanceof DocumentTimeline && one.effect.getComputedTiming().duration > 0).length")
        assert moving == 0, moving
        seen = []
        for _ in range(40):
            tab.page.keyboard.press("Tab")
            name, shown = tab.run("""() => { const one = document.activeElement, box = one.getBoundingClientRect();
              return one === document.body ? ["", true] : [one.ariaLabel || one.textContent.trim() || one.id, box.width > 0 && box.top > -1 && box.bottom < innerHeight + 1] }""")
            assert shown, f"{name} has the focus out of view"
            if not name:
                break
            seen.append(name)
        else:
            raise AssertionError(f"no end: {seen}")
        for part in ("Filter", "Sections", "Pause", "Kitchen", "Desk", "Reduced today"):
            assert any(part in name for name in seen), f"{part} is not among {seen}"
        # Tab leads to a grid, an arrow to the next tile, and Enter into the basket.
        tab.page.locator(".grid .act").first.focus()
        tab.page.keyboard.press("ArrowRight")
        tab.page.keyboard.press("Enter")
        until(lambda: tab.run("() => [...document.querySelectorAll('.grid mark')].map((mark) => mark.closest('li').querySelector('.title').textContent)") == ["Product 2"], "the second tile is in the basket")
        tab.close()


@promise
def a_banner_shows_the_middle_of_its_picture_at_any_width(browser):
    script = """() => [...document.querySelectorAll(".banners img")].filter((one) => one.naturalWidth).map((one) => {
      const [w, h, width, height] = [one.offsetWidth, one.offsetHeight, one.naturalWidth, one.naturalHeight], scale = Math.max(w / width, h / height);
      const [, y] = getComputedStyle(one).objectPosition.split(" ").map((text) => parseFloat(text) / 100), share = h / (height * scale);
      const text = one.parentElement.querySelector(".title").getBoundingClientRect(), box = one.getBoundingClientRect();
      return [w / (width * scale), (1 - share) * y, (1 - share) * y + share, text.top - box.bottom >= 4 || text.left >= box.right] })"""
    with demonstrated("sportsbook") as url:
        tab = Tab(browser, At(url))
        for width in WIDTHS:
            tab.page.set_viewport_size({"width": width, "height": 844})
            until(lambda: tab.run(script), "there are pictures")
            # Balloons, balls and coins are from an eighth to three quarters of the height.
            shown = tab.run(script)
            assert all(across >= 0.7 and top <= 0.13 and bottom >= 0.75 and isFree for across, top, bottom, isFree in shown), f"at {width}: {shown}"
        tab.close()


@promise
def rows_are_calm_while_all_is_well_and_aligned_with_the_sections_of_their_kind(browser):
    service = lambda i, area, latency, state="operational": {"id": i, "area_id": area, "name": f"Service {i}", "state": state, "latency": latency, "uptime": 99.89}
    with folder() as path, serving(gallery("status", path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"area": [{"id": 1, "name": "Application"}, {"id": 2, "name": "Regions"}], "service": [service(1, 1, 1_137), service(2, 2, 7), service(3, 2, 290, "degraded")],
                      "incident": [{"id": 1, "service": "Webhooks", "state": "degraded", "text": "Answers take longer than usual.", "started_at": "2026-11-28T12:01:00Z", "is_read": 0}]}})
        tab = Tab(browser, served, viewport={"width": 1440, "height": 900})
        tab.follow(served)
        # A good title has the colour of text, a degraded one that of its tone; the line and the arc have it too.
        colours = tab.run("""() => [...document.querySelectorAll("[data-kind=service]")].map((li) => [".title", ".sign", ".spark", ".gauge"].map((part) => getComputedStyle(li.querySelector(part)).color))""")
        text = tab.run("() => getComputedStyle(document.body).color")
        assert [one[0] == text for one in colours] == [True, True, False] and all(sign == spark == gauge for _, sign, spark, gauge in colours), colours
        edges = tab.run("""() => [...document.querySelectorAll("[data-kind=service]")].map((li) => Math.round(li.getBoundingClientRect().right - li.querySelector(".figures").getBoundingClientRect().right))""")
        assert len(set(edges)) == 1, edges
        # The value has the number of the arc.
        assert tab.run("() => [...document.querySelectorAll('.figures')].map((one) => one.textContent)") == [""] * 3
        distance = tab.run("() => { const [title, badge] = ['.title', '.badge'].map((part) => document.querySelector(`[data-section=incidents] ${part}`).getBoundingClientRect()); return [badge.left - title.right, badge.bottom - title.bottom] }")
        assert 0 < distance[0] < 24 and abs(distance[1]) < 6, distance
        tab.page.set_viewport_size({"width": 390, "height": 844})
        until(lambda: tab.run("() => [...document.querySelectorAll('[data-kind=service]')].every((li) => li.offsetHeight < 60)"), "a row has two lines on a phone")
        tab.close()


@promise
def a_cell_with_an_accent_is_tinted_unless_its_data_is_late(browser):
    with folder() as path, serving(gallery("exchange", path), "--token-file", path / "token") as served:
        served.lines(matches([1], 1))
        tab = Tab(browser, served)
        tab.follow(served)
        look = """() => [...document.querySelectorAll(".rows > .cell")].map((cell) => [/^(Back|Lay)/.test(cell.querySelector(".title").textContent), getComputedStyle(cell).backgroundColor, cell.querySelector(".sign")?.offsetWidth ?? 0])"""
        cells = tab.run(look)
        assert len({color for best, color, _ in cells if best}) == 1 == len({color for best, color, _ in cells if not best}) and len({color for _, color, _ in cells}) == 2, cells
        assert all(width <= 1 for *_, width in cells), cells
        # What the viewer has added is filled, with an accent as well.
        for number in (0, 2):
            tab.page.locator(".rows > .cell .act").nth(number).click()
        tab.page.wait_for_function("document.querySelectorAll('.cell[data-own]').length === 2")
        assert len({color for _, color, _ in tab.run(look)}) == 3 and len({color for _, color, _ in tab.run(look)[0:3:2]}) == 1
        tab.run("() => { document.body.dataset.state = 'stale' }")
        readable = "() => [...document.querySelectorAll('.cell[data-own] > .value')].map((value) => getComputedStyle(value).color === getComputedStyle(value.parentElement).color)"
        assert tab.run(readable) == [True, True]
        tab.run("() => { document.body.dataset.state = 'live' }")
        for number in (0, 2):
            tab.page.locator(".rows > .cell .act").nth(number).click()
        tab.page.wait_for_selector(".cell[data-own]", state="detached")
        tab.run("() => { document.body.dataset.state = 'offline' }")
        assert len({color for _, color, _ in tab.run(look)}) == 1
        tab.close()


@promise
def a_static_page_has_the_texts_and_edges_of_the_rows_of_the_live_one(browser):
    rows = """() => [...document.querySelectorAll(".rows > li:not(.head, .ladder-head)")].map((li) => {
      const value = li.querySelector(".value"), style = getComputedStyle(li), text = document.createRange();
      // The text without the place of its arrow, which a static page has not.
      text.selectNodeContents(value ?? li);
      const gap = value ? Math.round((li.getBoundingClientRect().right - text.getBoundingClientRect().right) / 3) : 0;
      const sign = li.querySelector(".sign"), isSigned = sign?.getBoundingClientRect().width > 1;
      const colours = [li, li.querySelector(".title") ?? li].map((one) => getComputedStyle(one).color);
      return [li.querySelector(".title")?.textContent ?? "", value?.textContent ?? "", gap, isSigned, colours.join(), / 0\\)$/.test(style.borderBottomColor), style.backgroundColor].join(" | ") })"""
    for feed in ("sportsbook", "exchange"):
        with folder() as path:
            fixture = ("--fixture", "fixtures/sportsbook/updates.jsonl") if feed == "sportsbook" else ("--store", path / "store.sqlite")
            file = "layouts/sportsbook.yaml" if feed == "sportsbook" else gallery(feed, path)
            with serving(file, "--token-file", path / "token", "--speed", "max", *fixture) as served:
                if feed == "exchange":
                    served.lines(matches([1, 2], 1))
                versions = []
                until(lambda: versions.append(served.image()["version"]) or versions[-20:] == 20 * versions[-1:], "the fixture has been played")
                tab = Tab(browser, served, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
                tab.follow(served)
                live = tab.run(rows)
                tab.close()
            context = browser.new_context(viewport={"width": 1440, "height": 900})
            page = context.new_page()
            page.goto(rendered(file, path, *fixture))
            static = page.evaluate(rows)
            different = [(a, b) for a, b in zip(static, live) if a != b]
            assert len(static) == len(live) > 20 and not different, f"{feed}: {len(static)} and {len(live)} rows, {len(different)} differ, {different[:3]}"
            if feed == "sportsbook":
                assert any("suspended" in row for row in static) and any(row.startswith(" | ") for row in static), "a suspended market and an empty place"
            context.close()
