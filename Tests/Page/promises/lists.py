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
