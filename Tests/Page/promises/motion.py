"""Motion."""
import types

from tab import *


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
        until(lambda: tab.run("() => list.visible.size"), "sections are in view")
        opacities = tab.run("""() => {
          const found = [];
          const { motion } = list;
          const before = motion.newcomers;
          for (const classes of ["cell", "cell filler"]) {
            const element = document.createElement("li");
            element.className = classes;
            document.querySelector("ul.rows").append(element);
            motion.newcomers = [{ element, section: [...list.visible][0] }];
            motion.end({ places: [{ element: document.body, rect: document.body.getBoundingClientRect() }], anchor: [], list });
            const [fade] = element.getAnimations();
            fade.pause();
            // A row that makes room has a tenth of its way left then.
            fade.currentTime = 110;
            const first = Number(getComputedStyle(element).opacity);
            motion.slide(element, 0, 100);
            const move = element.getAnimations().at(-1);
            move.pause();
            move.currentTime = 110;
            const left = new DOMMatrix(getComputedStyle(element).transform).f;
            move.cancel();
            fade.currentTime = 279.99;
            const last = Number(getComputedStyle(element).opacity);
            fade.finish();
            found.push([last, Number(getComputedStyle(element).opacity), first, left]);
            element.remove();
          }
          motion.newcomers = before;
          return found }""")
        assert [now for _, now, *_ in opacities] == [1, 0.5], opacities
        assert all(abs(last - now) < 0.01 and first == 0 and 0 < left < 15 for last, now, first, left in opacities), opacities
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


@promise
def a_carousel_stays_at_its_first_card_before_the_browser_has_reported_that_it_is_in_view(browser):
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    context.add_init_script("IntersectionObserver = class extends IntersectionObserver { constructor(report, options) { super(() => {}, options) } }")
    with folder() as path, serving(copied("sportsbook", path)) as served:
        tab = Tab(browser, served, beside=types.SimpleNamespace(context=context))
        titles = lambda: tab.run("() => [...document.querySelectorAll('.banners .title')].map((title) => title.textContent)")
        first, *others = titles()
        # The card to which the carousel has snapped goes to its end.
        ads = json.loads((path / "ads.json").read_text())
        ads["ads"].append(ads["ads"].pop(0))
        (path / "ads.json").write_text(json.dumps(ads))
        until(lambda: titles() == [*others, first], "the first card is the last one")
        tab.page.wait_for_timeout(300)
        assert tab.run("() => document.querySelector('.banners').scrollLeft") == 0
        tab.close()


RANKS = """
feed: 1
title: Ranks
store: {schema: ranks.sql}
sources: {ranks: {from: rank, order: [place]}}
sections: [{id: ranks, source: ranks, title: Ranks, header: Ranks, item: rank, layout: LAYOUT}]
items: {rank: {title: "{name}", value: "{place}"}}
layouts:
  list: {height: 44, boundary: [{kind: header, size: [100%, 32]}]}
  tiles: {group: {horizontal: {}, columns: 2, size: [100%, 50%w], spacing: 8}, boundary: [{kind: header, size: [100%, 32]}]}
"""


@promise
def rows_and_tiles_that_cross_more_than_four_times_a_second_swap_instead_of_sliding(browser):
    for layout in ("list", "tiles"):
        with folder() as path:
            (path / "ranks.yaml").write_text(RANKS.replace("LAYOUT", layout))
            (path / "ranks.sql").write_text("CREATE TABLE rank (id INTEGER PRIMARY KEY, name TEXT NOT NULL, place INTEGER NOT NULL); INSERT INTO rank VALUES (1, 'Amber', 1), (2, 'Basil', 2);")
            with serving(path / "ranks.yaml", "--token-file", path / "token") as served:
                tab = Tab(browser, served, viewport={"width": 390, "height": 844})
                tab.follow(served)
                # The clock of the page stands still, so that any number of swaps is in one second.
                tab.run("""() => { window.slides = 0; window.time = performance.now(); performance.now = () => time; const animate = Element.prototype.animate;
                  Element.prototype.animate = function (frames, options) {
                    if (frames[0].transform && this.closest("main ul")) slides++;
                    return animate.call(this, frames, options) } }""")
                step = 0

                def swapped():
                    nonlocal step
                    step += 1
                    # A row that has not left its place yet would not slide back.
                    before = tab.run("() => { for (const one of document.getAnimations()) if (one.timeline instanceof DocumentTimeline) one.finish(); return slides }")
                    served.lines({"upsert": {"rank": [{"id": 1, "place": 1 + step % 2}, {"id": 2, "place": 2 - step % 2}]}})
                    tab.follow(served)
                    assert tab.order()[0].endswith("/2" if step % 2 else "/1"), tab.order()
                    return tab.run("() => slides") - before

                slides = [swapped() for _ in range(7)]
                assert slides == [2, 2, 2, 2, 0, 0, 0], f"{layout}: {slides}"
                # A second later they slide again.
                tab.run("() => (time += 1_001)")
                assert [swapped(), swapped()] == [2, 2], layout
                tab.close()


TAPE = """
feed: 1
title: Tape
store: {schema: tape.sql}
sources: {trades: {from: trade, order: ["id DESC"], limit: 6}}
sections: [{id: trades, source: trades, title: Trades, header: Trades, item: trade, layout: list}]
items: {trade: {title: "{name}"}}
layouts:
  list: {height: 44, boundary: [{kind: header, size: [100%, 32]}]}
"""


@promise
def items_that_come_more_than_four_times_a_second_are_seen_at_once_and_no_row_slides_over_them(browser):
    with folder() as path:
        (path / "tape.yaml").write_text(TAPE)
        (path / "tape.sql").write_text("CREATE TABLE trade (id INTEGER PRIMARY KEY, name TEXT NOT NULL); INSERT INTO trade VALUES (1, 'Amber');")
        with serving(path / "tape.yaml", "--token-file", path / "token") as served:
            tab = Tab(browser, served, viewport={"width": 390, "height": 844})
            tab.follow(served)
            # The clock of the page stands still, so that any number of items comes in one second.
            tab.run("""() => { window.fades = window.slides = 0; window.time = performance.now(); performance.now = () => time; const animate = Element.prototype.animate;
              Element.prototype.animate = function (frames, options) {
                if (frames[0].opacity === 0 && this.closest("main ul")) fades++;
                if (frames[0].transform && this.closest("main ul")) slides++;
                return animate.call(this, frames, options) } }""")

            def faded(id):
                before = tab.run("() => { for (const one of document.getAnimations()) if (one.timeline instanceof DocumentTimeline) one.finish(); return [fades, slides] }")
                served.lines({"upsert": {"trade": [{"id": id, "name": f"Trade {id}"}]}})
                tab.follow(served)
                assert tab.order()[0].endswith(f"/{id}"), tab.order()
                return [now - then for now, then in zip(tab.run("() => [fades, slides]"), before)]

            found = [faded(id) for id in range(2, 9)]
            assert found == [[1, 1], [1, 2], [1, 3], [1, 4], [0, 0], [0, 0], [0, 0]], found
            # A second later they fade in again.
            tab.run("() => (time += 1_001)")
            assert faded(9) == [1, 5]
            tab.close()


@promise
def a_carousel_that_nobody_scrolls_stays_at_its_start_whatever_comes_before_its_first_card(browser):
    with folder() as path, serving(copied("sportsbook", path), "--token-file", path / "token") as served:
        event = json.loads(next(line for line in (path / "seed.jsonl").read_text().splitlines() if '"event"' in line))["upsert"]["event"][0]
        for width in (390, 1440):
            tab = Tab(browser, served, viewport={"width": width, "height": 900})
            tab.run("""() => { window.left = []; document.addEventListener("scroll", ({ target }) => { if (target.scrollLeft) left.push(target.scrollLeft) }, true) }""")
            ids = range(9_000, 9_010)
            for step in range(12):
                # Cards come before the first one, change their order and go.
                served.lines({"upsert": {"event": [{**event, "id": id, "name": f"Event {id}", "status": "scheduled", "is_featured": int((id + step) % 4 > 0),
                                                    "starts_at": f"2001-01-01T{(id * 7 + step * 5) % 24:02}:00:00Z"} for id in ids]}})
                tab.follow(served)
                # The browser snaps at the end of a frame and reports it in the next one.
                tab.run("() => new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(end))))")
            assert tab.run("() => [left, document.querySelector('.section-featured ul').scrollLeft]") == [[], 0], tab.run("() => left")
            served.lines({"delete": {"event": list(ids)}})
            tab.close()


@promise
def a_suspended_group_keeps_its_height_so_that_nothing_below_it_moves(browser):
    with folder() as path, serving(copied("sportsbook", path), "--token-file", path / "token") as served:
        tab = Tab(browser, served, viewport={"width": 390, "height": 900})
        tab.run("""() => { const heads = [...document.querySelectorAll("[data-kind=market-header]")];
          const head = heads.find((one) => one.nextElementSibling.classList.contains("cell") && one.closest("ul").querySelectorAll("[data-kind=event-header]").length > 1);
          window.market = Number(head.dataset.id.split("/")[1]); window.below = [...head.closest("ul").querySelectorAll("[data-kind=event-header]")].at(-1) }""")
        market = tab.run("() => market")
        top = lambda: tab.run("() => [below.offsetTop, document.querySelectorAll('[data-kept]').length]")
        place, kept = top()
        for status, more in (("suspended", 1), ("open", 0), ("suspended", 1)):
            served.lines({"upsert": {"market": [{"id": market, "status": status}]}})
            tab.follow(served)
            assert top() == [place, kept + more], f"{status}: {top()} instead of {[place, kept + more]}"
        # A page that opens with a suspended group gives it the height of the others.
        other = Tab(browser, served, viewport={"width": 390, "height": 900})
        until(lambda: other.run("() => document.querySelectorAll('[data-kept]').length") > 0, "the group has a height")
        served.lines({"upsert": {"market": [{"id": market, "status": "open"}]}})
        tab.follow(served)
        assert top() == [place, kept], top()
        tab.close()
        other.close()


@promise
def a_flash_without_an_arrow_has_as_much_room_before_its_text_as_after_it(browser):
    for layout in ("list", "tiles", "cards"):
        with folder() as path:
            (path / "ranks.yaml").write_text(RANKS.replace("LAYOUT", layout).replace("{place}", "♥ {place}").replace(
                "layouts:", "layouts:\n  cards: {scroll: continuous, group: {horizontal: {}, size: [220, 64]}, boundary: [{kind: header, size: [100%, 32]}]}"))
            (path / "ranks.sql").write_text("CREATE TABLE rank (id INTEGER PRIMARY KEY, name TEXT NOT NULL, place INTEGER NOT NULL); INSERT INTO rank VALUES (1, 'Amber', 1);")
            with serving(path / "ranks.yaml", "--token-file", path / "token") as served:
                tab = Tab(browser, served, viewport={"width": 390, "height": 844})
                tab.follow(served)
                # The first frame of the flash stays.
                tab.run("""() => { const animate = Element.prototype.animate;
                  Element.prototype.animate = function (...given) { const one = animate.apply(this, given); one.pause(); return one } }""")
                served.lines({"upsert": {"rank": [{"id": 1, "place": 2}]}})
                tab.follow(served)
                before, after, shade = tab.run("""() => { const value = document.querySelector("main .value"), style = getComputedStyle(value), text = document.createRange(), box = value.getBoundingClientRect();
                  text.selectNodeContents(value);
                  const { left, right } = text.getClientRects()[0], { length, [length - 1]: shadow } = style.boxShadow.match(/-?[\\d.]+px/g).map(parseFloat);
                  const cut = style.clipPath === "none" ? -shadow : parseFloat(style.clipPath.match(/-?[\\d.]+px/g)[3]);
                  return [left - box.left - cut, box.right + shadow - right, style.backgroundColor] }""")
                assert shade != "rgba(0, 0, 0, 0)" and 2 < after < 6 and abs(before - after) < 2, f"{layout}: {before} before and {after} after, {shade}"
                tab.close()
