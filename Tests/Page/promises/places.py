"""The places of sections, rows and figures."""
from promises.room import gallery
from tab import *

TIDES = """
feed: 1
title: Tides
store: {schema: tides.sql}
sources:
  places: {from: place, order: [id], include: {tides: {from: tide, on: place_id, order: [id]}}}
sections: [{id: places, source: places, title: Places, items: [place, {each: tides, item: tide}], layout: rows}]
items:
  place: {title: "{name}", value: "{level:0.00} m", gauge: {field: level, to: 5}}
  tide: {title: "{name}", value: "{at}", badge: "{mark}"}
layouts: {rows: {height: 44}}
"""


def tides(path):
    (path / "tides.yaml").write_text(TIDES)
    (path / "tides.sql").write_text("""CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT NOT NULL, level REAL NOT NULL);
      CREATE TABLE tide (id INTEGER PRIMARY KEY, place_id INTEGER NOT NULL REFERENCES place (id), name TEXT NOT NULL, at TEXT NOT NULL, mark TEXT);
      INSERT INTO place VALUES (1, 'Saltmere', 3.1), (2, 'Northbridge', 2.25);
      INSERT INTO tide VALUES (1, 1, 'high', '07:46', NULL), (2, 1, 'low water', '13:53', 'soon'), (3, 2, 'high', 'none', NULL), (4, 2, 'low water', '9:05', NULL);""")
    return path / "tides.yaml"


@promise
def the_sections_that_remain_leave_no_column_empty(browser):
    # How much of the width the sections reach between two that have all of it.
    reached = """() => {
      const parts = [[]];
      for (const section of document.querySelectorAll("main > section")) {
        const box = section.getBoundingClientRect();
        if (!box.height) continue;
        if (box.width > 0.95 * innerWidth) parts.push([]); else parts.at(-1).push(box);
      }
      return parts.filter((part) => part.length).map((part) => [...new Map(part.map((box) => [Math.round(box.left), box.width])).values()].reduce((a, b) => a + b) / innerWidth) }"""
    with folder() as path, serving("layouts/sportsbook.yaml", "--token-file", path / "token") as served:
        # One live event of football is left of these.
        live = [i["id"] for s in served.image()["sections"] if s["id"] == "live/2" for i in s["items"] if i["kind"] == "event-header"]
        served.lines({"upsert": {"event": [{"id": int(i.split("/")[1]), "status": "finished"} for i in live[1:]]}})
        for width in (1440, 2560):
            tab = Tab(browser, served, viewport={"width": width, "height": 900})
            tab.follow(served)
            for sport in ("Football", "Tennis", "Basketball", "Cricket"):
                chip = tab.page.get_by_role("button", name=f"{sport}: show this sport only, or all again", exact=True)
                chip.click()
                assert tab.run("() => document.querySelectorAll('main > section:not([hidden])').length") == 3
                until(lambda: all(share > 0.99 for share in tab.run(reached)), f"{sport} at {width}: {tab.run(reached)}")
                chip.click()
            # One section alone, and others when it is there again.
            for ids in (["live/2"], ["standard/3"], ["live/1", "live/2", "standard/3"]):
                tab.run("(ids) => { viewer.only = null; viewer.showOnly('test', ids); actions.showSections('') }", ids)
                until(lambda: all(share > 0.99 for share in tab.run(reached)), f"{ids} at {width}: {tab.run(reached)}")
            tab.close()


@promise
def the_figures_of_rows_below_a_heading_are_at_the_right_edge(browser):
    with folder() as path, serving(tides(path)) as served:
        tab = Tab(browser, served)
        for width in (390, 1000, 1440, 2560):
            tab.page.set_viewport_size({"width": width, "height": 900})
            found = tab.run("""() => [...document.querySelectorAll("[data-kind=tide]")].map((li) => { const [title, badge, value] = [".title", ".badge", ".value"].map((name) => li.querySelector(name)?.getBoundingClientRect());
              return [Math.round(li.getBoundingClientRect().right - value.right), (badge ?? title).right < value.left] })""")
            assert found == [[0, True]] * 4, f"at {width}: {found}"
        # The gauge does not repeat 3.10 m as 3.1.
        assert tab.run("() => [...document.querySelectorAll('.measure')].map((one) => [one.textContent, one.ariaLabel])") == [["", "level: 3.1"], ["", "level: 2.25"]]
        tab.close()


@promise
def a_cell_that_fills_a_line_is_empty_and_keeps_its_place(browser):
    with serving("layouts/sportsbook.yaml") as served:
        for width in (390, 1440):
            tab = Tab(browser, served, viewport={"width": width, "height": 900})
            found = tab.run("""() => [...document.querySelectorAll(".cell.filler")].map((cell) => { const before = cell.previousElementSibling;
              const [own, other] = [cell, before].map((one) => one.getBoundingClientRect());
              return [cell.textContent, cell.childElementCount, / 0\\)$/.test(getComputedStyle(cell).borderTopColor), other.height ? own.left >= other.right && own.top === other.top && Math.abs(own.width - other.width) < 1 : true] })""")
            assert len(found) > 10 and all(one == ["", 0, True, True] for one in found), f"at {width}: {found[:4]}"
            tab.close()


@promise
def rows_that_change_to_another_column_swap_and_those_of_one_column_slide(browser):
    quake = lambda i, magnitude: {"id": i, "place": f"{i} km S of Sendai, Japan", "depth": 20, "at": "2026-11-28T11:30:00Z", "magnitude": magnitude, "is_reviewed": 0}
    with folder() as path, serving(gallery("quakes", path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"quake": [quake(i, 6 - i / 7) for i in range(24)]}})
        for number, (width, slides) in enumerate(((1440, False), (390, True))):
            tab = Tab(browser, served, viewport={"width": width, "height": 900})
            tab.follow(served)
            tab.run("""() => { window.slid = 0; const animate = Element.prototype.animate;
              Element.prototype.animate = function (frames, options) {
                if (frames[0].transform && this.closest(".rows")) slid++;
                return animate.call(this, frames, options) } }""")
            served.lines({"upsert": {"quake": [quake(30 + number, 7.1)]}})
            tab.follow(served)
            assert (tab.run("() => slid") > 0) == slides, f"at {width}: {tab.run('() => slid')} rows slide"
            tab.close()


# The lines of a text, as the widths of them.
LINES = """(part) => { const text = document.createRange(), lines = new Map();
  text.selectNodeContents(part);
  for (const { top, left, right } of text.getClientRects()) lines.set(Math.round(top), Math.max(lines.get(Math.round(top)) ?? 0, right - left));
  return [...lines.values()] }"""


@promise
def names_of_two_lines_share_them_and_those_with_room_beside_a_price_have_one(browser):
    texts = f"""(selector) => [...document.querySelectorAll(selector)].map((part) => [part.textContent, ({LINES})(part), part.closest("li").clientWidth, part.className])"""
    with serving("layouts/sportsbook.yaml", "--fixture", "fixtures/sportsbook/updates.jsonl", "--speed", "max", "--until", "22") as served:
        tab = Tab(browser, served, viewport={"width": 390, "height": 844})
        heads = [(text, lines) for text, lines, *_ in tab.run(texts, ".head > .title") if len(lines) == 2]
        assert len(heads) > 3 and all(2 * min(lines) > max(lines) for _, lines in heads), heads
        tab.page.set_viewport_size({"width": 1440, "height": 900})
        cells = [(text, lines) for text, lines, width, _ in tab.run(texts, ".cell:has(> .value) > .title") if width > 200 and len(text) < 18]
        assert len(cells) > 50 and all(len(lines) == 1 for _, lines in cells), [one for one in cells if len(one[1]) > 1]
        # On an enlarged page of a phone as well, words are whole.
        tab.page.set_viewport_size({"width": 195, "height": 422})
        broken = tab.run("""() => [...document.querySelectorAll(":is(.cell, .head) > .title, #title")].flatMap((part) => [...part.firstChild.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(part.firstChild, index);
          range.setEnd(part.firstChild, index + word.length);
          return range.getClientRects().length > 1;
        }).map(String))""")
        assert not broken and tab.run("() => document.documentElement.scrollWidth <= innerWidth"), broken[:5]
        tab.close()


@promise
def the_menu_of_a_section_is_above_this_section_alone(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served)
        for width in (390, 1440, 2560):
            tab.page.set_viewport_size({"width": width, "height": 900})
            for name in ("standard/1", "standard/2"):
                tab.page.locator(f"[data-section='{name}'] > h2 > .more").click()
                section, menu = tab.page.locator(f"[data-section='{name}']").bounding_box(), tab.page.locator(".menu").bounding_box()
                assert section["x"] <= menu["x"] and menu["x"] + menu["width"] <= section["x"] + section["width"], f"{name} at {width}: {section}, {menu}"
                tab.page.keyboard.press("Escape")
        tab.close()


@promise
def a_filtered_carousel_has_no_button_to_cards_that_are_not_shown(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served, viewport={"width": 1440, "height": 900})
        cards = tab.page.locator("[data-section=featured] li:visible")
        tab.page.locator("[data-section=featured] > h2").hover()
        button = tab.page.get_by_label("next page").and_(tab.page.locator("[data-section=featured] > *"))
        until(lambda: button.get_attribute("aria-disabled") == "false", "there are more cards")
        tab.page.keyboard.press("/")
        tab.page.get_by_label("Filter by text").fill(cards.first.locator(".title").text_content())
        until(lambda: cards.count() == 1, "one card is shown")
        until(lambda: button.get_attribute("aria-disabled") == "true", "there is nothing to scroll to")
        tab.close()


@promise
def titles_beside_each_other_are_on_one_line(browser):
    with folder() as path, serving(gallery("status", path), "--token-file", path / "token") as served:
        names = ["Search", "The interface for the exchange of measured values between the operators of the northern networks"]
        served.lines({"upsert": {"area": [{"id": i, "name": f"Area {i}"} for i in range(3)],
                                 "service": [{"id": i, "area_id": i // 4, "name": names[i % 2], "state": "operational", "latency": 80, "uptime": 99.5} for i in range(12)]}})
        tab = Tab(browser, served, viewport={"width": 1440, "height": 900})
        tab.follow(served)
        tops = tab.run("() => [...document.querySelectorAll('.whole .rows > li > .title')].map((title) => title.getBoundingClientRect().top)")
        assert len(tops) == 4 and max(abs(one - other) for one, other in (tops[:2], tops[2:])) < 1, tops
        tab.close()


@promise
def the_inputs_of_a_phone_are_folded_until_the_viewer_unfolds_them(browser):
    listed = [{"name": name, "kind": "stream", "state": state, "age": 1, "rate": 12.5, "p99": 4.2} for name, state in (("odds", "live"), ("desk", "late"))]
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served, viewport={"width": 390, "height": 844})
        chip = tab.page.locator("#inputs li").first
        def shown(width):
            tab.page.set_viewport_size({"width": width, "height": 844})
            tab.run("() => inputs.ask()")
            return tab.page.locator("#inputs summary").is_visible() and chip.is_visible()
        tab.page.route("**/v1/inputs", lambda route: route.fulfill(json=listed))
        assert not shown(390) and tab.page.text_content("#inputs summary") == "2 inputs, 1 late" and tab.page.text_content("#state") == "Late: desk"
        assert shown(1440) and not shown(390)
        tab.page.locator("#inputs summary").click()
        assert shown(390)
        tab.page.reload()
        tab.page.wait_for_selector("body[data-state=live]")
        chip.wait_for()
        tab.close()


@promise
def the_fields_of_a_question_share_one_edge(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served)
        for width in (390, 1440):
            tab.page.set_viewport_size({"width": width, "height": 900})
            tab.run("""async () => { (await import("/page/dialogs.js")).ask("Enter a result", [{ name: "home", label: "goals of the home team" }, { name: "away", label: "away" }]) }""")
            boxes = tab.run("() => [...document.querySelectorAll('dialog h2, dialog input')].map((one) => one.getBoundingClientRect()).map(({ left, right }) => `${left} ${right}`)")
            assert len(boxes) == 3 and len(set(boxes)) == 1, f"at {width}: {boxes}"
            tab.page.keyboard.press("Escape")
        tab.close()


@promise
def a_title_from_right_to_left_has_its_own_order_and_the_edge_of_the_others(browser):
    names = ["Search!", "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd!", "\u05e9\u05dc\u05d5\u05dd " * 30 + "!"]
    with folder() as path, serving(gallery("status", path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"area": [{"id": 1, "name": "Application"}],
                                 "service": [{"id": i, "area_id": 1, "name": name, "state": "operational", "latency": 80, "uptime": 99.5} for i, name in enumerate(names)]}})
        tab = Tab(browser, served, viewport={"width": 390, "height": 844})
        tab.follow(served)
        # The left edges of a title, of its first letter and of its last one, and the number of its lines.
        found = tab.run("""() => [...document.querySelectorAll("[data-kind=service] > .title, li:has(> .figures) > .title")].map((title) => {
          const letter = (index) => { const range = document.createRange();
            range.setStart(title.firstChild, index);
            range.setEnd(title.firstChild, index + 1);
            return range.getBoundingClientRect() };
          const text = document.createRange();
          text.selectNodeContents(title);
          const rects = [...text.getClientRects()], last = letter(title.textContent.length - 1);
          return { edge: Math.min(...rects.map(({ left }) => left)), first: letter(0).left, last: last.left, lines: new Set(rects.map(({ top }) => top)).size,
            lastLine: Math.min(...rects.filter(({ top }) => Math.abs(top - last.top) < 4).map(({ left }) => left)) } })""")
        assert len(found) == 3 and found[2]["lines"] > 1 and max(one["edge"] for one in found) - min(one["edge"] for one in found) < 2, found
        assert found[0]["first"] < found[0]["last"] and found[1]["last"] < found[1]["first"], found
        # The mark is at the end of the last line, which is its left; the line begins at the edge as well.
        assert abs(found[2]["last"] - found[2]["edge"]) < 2 and abs(found[2]["lastLine"] - found[2]["edge"]) < 2, found
        tab.close()
