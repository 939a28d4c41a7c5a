"""Lists of single rows, and the ring of the focus."""
import base64

from promises.gallery import rendered
from promises.room import gallery
from tab import *

# The left edges of rows, and the number of rows with a line below them: the last row of each column has none.
EDGES = r"(rows) => [...new Set([...document.querySelectorAll(rows ?? '.rows > li')].map((li) => Math.round(li.getBoundingClientRect().left)))].sort((a, b) => a - b)"
LINES = r"() => [...document.querySelectorAll('.rows > li')].filter((li) => !/ 0\)$/.test(getComputedStyle(li).borderBottomColor)).length"


def listed(path, item="", layout="height: 44"):
    """A feed with one section of rows, and some rows."""
    (path / "list.sql").write_text("CREATE TABLE share (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL NOT NULL, change REAL NOT NULL);")
    (path / "list.yaml").write_text(f"""feed: 1
store: {{schema: list.sql}}
sources: {{shares: {{from: share, order: [id]}}}}
sections: [{{id: shares, source: shares, item: share, layout: rows}}]
items:
  share: {{title: "{{name}}", value: "{{price:0.00}}"{item}}}
layouts:
  rows: {{{layout}}}
""")
    return path / "list.yaml"


@promise
def a_list_has_the_columns_of_its_layout_and_a_table_has_one(browser):
    shares = [{"id": i, "name": f"Share {i}", "price": 10 + i, "change": i / 10} for i in range(9)]
    figures = ', badge: "{change:0.0}", spark: price'
    variants = "height: 44, variants: [{when: {minWidth: 1280}, columns: 2, height: 44}]"
    for item, layout, expected in (
        ("", "height: 44", {390: 1, 1000: 1, 1440: 2, 2560: 3}),
        ("", "height: 44, columns: 1", {390: 1, 1440: 1, 2560: 1}),
        ("", variants, {1000: 1, 1440: 2, 2560: 2}),
        (figures, "height: 44", {390: 1, 1440: 1, 2560: 1}),
        (figures, variants, {1000: 1, 1440: 2, 2560: 2}),
    ):
        with folder() as path:
            file = listed(path, item, layout)
            with serving(file, "--token-file", path / "token", "--store", path / "list.sqlite") as served:
                served.lines({"upsert": {"share": shares}})
                tab = Tab(browser, served)
                tab.follow(served)
                for width, count in expected.items():
                    tab.page.set_viewport_size({"width": width, "height": 900})
                    until(lambda: len(tab.run(EDGES)) == count, f"{item} {layout}: {count} columns at {width}, {tab.run(EDGES)}")
                    assert tab.run(LINES) == len(shares) - count, f"{layout} at {width}: {tab.run(LINES)}"
                # On a page with room for three columns, a simple row is not wider than its figure can be read beside its name.
                widest = tab.run("() => Math.max(...[...document.querySelectorAll('.rows > li')].map((li) => li.offsetWidth)) / parseFloat(getComputedStyle(document.documentElement).fontSize)")
                assert (widest > 50) == bool(item), f"{item} {layout}: {widest} rem"
                tab.close()
            # A static page has the same ones.
            context = browser.new_context()
            page = context.new_page()
            page.goto(rendered(file, path, "--store", path / "list.sqlite"))
            for width, count in expected.items():
                page.set_viewport_size({"width": width, "height": 900})
                assert len(page.evaluate(EDGES)) == count, f"static, {item} {layout} at {width}: {page.evaluate(EDGES)}"
                assert page.evaluate(LINES) == len(shares) - count, f"static, {layout} at {width}: {page.evaluate(LINES)}"
            context.close()


@promise
def the_rows_of_a_wide_list_are_at_the_edges_of_the_sections_below_it(browser):
    service = lambda i, area: {"id": i, "area_id": area, "name": f"Service {i}", "state": "operational", "latency": 80, "uptime": 99.5}
    incident = lambda i: {"id": i, "service": f"Service {i}", "state": "degraded", "text": "Answers take longer.", "started_at": f"2026-11-28T12:0{i}:00Z", "is_read": 0}
    with folder() as path, serving(gallery("status", path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"area": [{"id": area, "name": f"Area {area}"} for area in range(6)], "incident": [incident(i) for i in range(6)],
                                 "service": [service(i, i % 6) for i in range(24)]}})
        tab = Tab(browser, served)
        tab.follow(served)
        for width, count in ((1440, 2), (2560, 3)):
            tab.page.set_viewport_size({"width": width, "height": 900})
            columns = lambda: tab.run(EDGES, "main > section:not(.wide) > .rows > li")
            until(lambda: len(columns()) == count, f"{count} columns of sections at {width}")
            rows, below = tab.run(EDGES, "[data-section=incidents] > .rows > li"), columns()
            assert len(rows) == count and all(abs(a - b) <= 1 for a, b in zip(rows, below)), f"at {width}: {rows} and {below}"
        tab.close()


@promise
def the_ring_of_the_focus_covers_no_sign_and_is_covered_by_no_card(browser):
    incident = {"id": 1, "service": "Webhooks", "state": "degraded", "text": "Answers take longer.", "started_at": "2026-11-28T12:01:00Z", "is_read": 0}
    with folder() as path, serving(gallery("status", path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"incident": [incident]}})
        tab = Tab(browser, served, viewport={"width": 390, "height": 800})
        tab.follow(served)
        tab.page.locator("[data-section=incidents] .act").focus()
        ring, sign, section = tab.run("""() => [document.activeElement, document.querySelector(".sign"), document.activeElement.closest("section")].map((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect(); return { left, right, top, bottom } })""")
        assert sign["left"] - ring["left"] >= 5 and section["left"] < ring["left"] and ring["right"] < section["right"] and ring["bottom"] <= section["bottom"], (ring, sign, section)
        tab.close()
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served, reduced_motion="reduce")
        tab.page.locator("ul.banners").focus()
        tab.page.keyboard.press("Shift+Tab")
        tab.page.keyboard.press("Tab")
        assert tab.run("() => document.activeElement.matches('.banners:focus-visible')")
        # The middle of each edge has the colour of the ring, which no card covers.
        box = tab.run("() => { const { left, top, width, height } = document.querySelector('.section-banners, section:has(> .banners)').getBoundingClientRect(); return [left, top, width, height].map(Math.round) }")
        picture = tab.page.screenshot(clip=dict(zip(("x", "y", "width", "height"), box)))
        colours = tab.run("""async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)), picture = await createImageBitmap(new Blob([bytes]));
          const { width, height } = picture, canvas = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
          canvas.drawImage(picture, 0, 0);
          const ring = getComputedStyle(document.activeElement.parentElement, "::after").borderTopColor.match(/\\d+/g).slice(0, 3).join();
          return [ring, ...[[width / 2, 1], [width / 2, height - 1], [1, height / 2], [width - 1, height / 2]].map(([x, y]) => [...canvas.getImageData(Math.floor(x), Math.floor(y), 1, 1).data].slice(0, 3).join())] }""",
          base64.b64encode(picture).decode())
        assert len(set(colours)) == 1, colours
        tab.close()


SENTENCE = "The pump has stopped because the pressure behind the second valve was below 3 bar for more than a minute, and the crew on duty looks at it as soon as the train from the depot has arrived at the station"
SHAPES = {"plain": "", "noted": ', subtitle: "{more}"', "marked": ', badge: "{more}"', "both": ', subtitle: "{more}", badge: "{more}"', "flagged": ", flags: {new: is_new}, tone: {warning: is_new}",
          "drawn": ', badge: "{more}", bar: share, spark: share', "all": ', subtitle: "{more}", badge: "{more}", flags: {new: is_new}, tone: {bad: is_new}, gauge: share'}


def sentences(path):
    """A feed with rows of all shapes, whose values are sentences."""
    (path / "notes.sql").write_text("CREATE TABLE note (id INTEGER PRIMARY KEY, shape TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, more TEXT NOT NULL, is_new INTEGER NOT NULL, share REAL NOT NULL);")
    each = lambda line: "\n".join("  " + line.replace("SHAPE", shape).replace("REST", rest) for shape, rest in [*SHAPES.items(), ("cards", ', badge: "{more}"')])
    (path / "notes.yaml").write_text(f"""feed: 1
store: {{schema: notes.sql}}
sources:
{each("SHAPE: {from: note, where: shape = 'SHAPE', order: [id]}")}
sections:
{each('- {id: SHAPE, source: SHAPE, title: SHAPE, header: SHAPE, item: SHAPE, layout: LAYOUT}').replace("cards, layout: LAYOUT", "cards, layout: cards").replace("LAYOUT", "rows")}
items:
{each('SHAPE: {title: "{name}", value: "{text}"REST}')}
actions:
  keep: {{title: keep it, key: x, item: flagged, sql: UPDATE note SET is_new = 0 WHERE id = :id, viewer: {{toggle: new}}}}
layouts:
  rows: {{height: 44, insets: [0, 16]}}
  cards: {{scroll: continuous, group: {{horizontal: {{size: [100%, 100%]}}, size: [260, 80]}}, spacing: 12, insets: [0, 16]}}
""")
    return path / "notes.yaml"


def notes():
    names = ("Oak", "The second pump of the water works behind the old harbour")
    texts = (SENTENCE, "2.10", SENTENCE)
    return [{"id": 100 * i + j, "shape": shape, "name": names[j % 2], "text": texts[j // 2], "more": "Hall 4", "is_new": j % 3 == 0, "share": 0.4}
            for i, shape in enumerate([*SHAPES, "cards"]) for j in range(6)]


# What is wrong with rows and cards whose value is long: the width of the title, and what is outside or on each other.
BROKEN = """() => [...document.querySelectorAll("main li:has(> .value.long)")].flatMap((li) => {
  const found = [], box = li.getBoundingClientRect(), value = li.querySelector(".value"), title = li.querySelector(".title"), isRow = li.parentElement.matches(".rows");
  const [own, other] = [value, title].map((part) => part.getBoundingClientRect());
  if (value.scrollWidth <= value.clientWidth || getComputedStyle(value).textOverflow !== "ellipsis" || value.title !== value.textContent) found.push("the value is not cut");
  if (own.width < 60) found.push(`the value is ${own.width} wide`);
  if (isRow && other.height > 40 && other.width < 0.4 * box.width - 1) found.push(`the title is ${other.width} of ${box.width}`);
  if (own.height > 40) found.push(`the value is ${own.height} high`);
  const parts = [...li.querySelectorAll(":scope > :is(.title, .subtitle, .badge, .value, .flags, .sign), :scope > .figures > *")].map((part) => [part.classList[0], part.getBoundingClientRect()]);
  for (const [name, { left, right }] of parts) if (left < box.left - 1 || right > box.right + 1) found.push(`${name} is outside`);
  parts.forEach(([a, r], i) => parts.slice(i + 1).forEach(([b, q]) => {
    if (r.left < q.right - 1 && q.left < r.right - 1 && r.top < q.bottom - 1 && q.top < r.bottom - 1) found.push(`${a} is on ${b}`) }));
  return found.map((text) => `${li.closest("section").dataset.section} ${li.dataset.id}: ${text}`) })"""


@promise
def a_very_long_value_ends_with_an_ellipsis_and_its_title_keeps_its_room(browser):
    with folder() as path, serving(sentences(path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"note": notes()}})
        for width in (390, 1440):
            tab = Tab(browser, served, viewport={"width": width, "height": 900})
            tab.run("() => document.querySelectorAll('main > section').forEach((section) => (section.style.contentVisibility = 'visible'))")
            assert tab.page.locator("main li > .value.long").count() == 4 * (len(SHAPES) + 1)
            until(lambda: not tab.run(BROKEN), f"at {width}: {tab.run(BROKEN)[:16]}", 3)
            assert tab.run("() => document.documentElement.scrollWidth <= innerWidth"), f"sideways at {width}"
            # Short values are whole.
            assert tab.run("() => [...document.querySelectorAll('main li > .value:not(.long)')].every((value) => !value.title && value.scrollWidth <= value.clientWidth)")
            # Its tooltip is reached, and a click on it does the action of its item.
            value = tab.page.locator("[data-id='flagged:note/401'] > .value")
            value.scroll_into_view_if_needed()
            assert value.evaluate("(one) => { const { left, top, width, height } = one.getBoundingClientRect(); return document.elementFromPoint(left + width / 2, top + height / 2) === one }")
            value.click()
            tab.page.wait_for_selector("[data-id='flagged:note/401'][data-own]")
            tab.close()
    # The heading of an event, next to whose name its score is.
    with folder() as path, serving("layouts/sportsbook.yaml", "--token-file", path / "token") as served:
        event = next(x["id"] for s in served.image()["sections"] if s["id"].startswith("live/") for x in s["items"] if x["kind"] == "event-header")
        for clock in ("and nothing more", "46'"):
            served.lines({"upsert": {"event": [{"id": int(event.split("/")[1]), "score": SENTENCE, "clock": clock}]}})
            for width in (390, 1440):
                tab = Tab(browser, served, viewport={"width": width, "height": 900})
                tab.page.locator(f"[data-id='{event}']").scroll_into_view_if_needed()
                assert tab.page.locator("main li > .value.long").count() == 1
                until(lambda: not tab.run(BROKEN), f"at {width}: {tab.run(BROKEN)[:16]}", 3)
                tab.close()
