"""What a viewer finds, folds, sorts and filters."""
from promises.doing import order_of, tasks
from promises.room import gallery
from tab import *


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
            # While the fixture plays, an item that moves has its parts at two places for a moment.
            apart = lambda: tab.run("""() => [...document.querySelectorAll(":is(.head, .depth-0) > .value")].filter((value) => {
              const [a, b] = [value, value.parentElement.querySelector(".title")].map((e) => e.getBoundingClientRect());
              return a.height && (a.top > b.bottom || a.height > 40) }).map((value) => value.parentElement.textContent)""")
            until(lambda: not apart(), "every figure is beside its name")
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
        for key, text in (("ArrowDown", "Show only this"), ("ArrowDown", "Hide"), ("Home", "Fold"), ("End", "Keys"), ("ArrowDown", "Fold")):
            tab.page.keyboard.press(key)
            assert tab.run("() => document.activeElement.firstElementChild.textContent") == text, key
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


@promise
def the_panel_keeps_the_order_of_adding_over_a_reload(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served, viewport={"width": 1440, "height": 900})
        ids = tab.run("() => [...document.querySelectorAll('.section-live [data-kind=selection]:has(> .act)')].slice(0, 3).map((li) => li.dataset.id)")
        for identity in reversed(ids):
            tab.page.locator(f"[data-id='{identity}'] .act").click()
        listed = lambda: tab.run("() => [...document.querySelectorAll('#chosen-list > li')].map((li) => li.dataset.chosen)")
        until(lambda: listed() == ids[::-1], listed())
        tab.page.reload()
        tab.page.wait_for_selector("main[data-version] > section", state="attached")
        until(lambda: len(listed()) == 3, "the panel survives a reload")
        assert listed() == ids[::-1], listed()
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
def any_section_is_sorted_by_a_part_from_its_menu_or_with_a_key_and_filtered_by_it(browser):
    with folder() as path, serving(gallery("shop", path), "--token-file", path / "token", "--allow-path", ROOT / "fixtures") as served:
        product = lambda i, name, price: {"id": i, "category_id": 1, "name": name, "note": "new", "price": price, "stock": i, "stock_note": f"{i} in stock", "is_reduced": 0, "image": f"product-{i}.png"}
        served.lines({"upsert": {"category": [{"id": 1, "name": "Kitchen"}], "product": [product(1, "Bowl", 900), product(2, "Apron", 120_000), product(3, "Cup", 1_250), product(4, "Dish", 80)]}})
        tab = Tab(browser, served)
        tab.follow(served)
        shown = lambda: " ".join(tab.run("() => [...document.querySelectorAll('.grid > li:not([hidden]) > .title')].map((title) => title.textContent)"))
        menu = tab.page.get_by_role("button", name="Kitchen: menu", exact=True)
        feed = shown()
        for text, order, said in (("Sort by value", "Apron Cup Bowl Dish", "sorted by value, largest first"), ("Sort by value, reversed", "Dish Bowl Cup Apron", "sorted by value, smallest first"),
                                  ("Order of the feed", feed, "in the order of the feed"), ("Sort by title", "Apron Bowl Cup Dish", "sorted by title, from A to Z")):
            menu.click()
            tab.page.get_by_role("menuitem", name=text).first.click()
            until(lambda: shown() == order, f"{text}: {shown()}")
            assert tab.page.text_content("#said") == f"Kitchen: {said}"
        assert menu.get_attribute("title") == "sorted by title, from A to Z"
        # A key on the heading, on an item, and in the menu.
        tab.page.locator("section:has(.grid) .fold").first.focus()
        tab.page.keyboard.press("t")
        until(lambda: shown() == "Dish Cup Bowl Apron", "on the heading")
        tab.page.locator(".grid .act").first.focus()
        tab.page.keyboard.press("v")
        until(lambda: shown() == "Apron Cup Bowl Dish", "on an item")
        # What changes and comes takes its place.
        served.lines({"upsert": {"product": [product(4, "Dish", 999_900), product(5, "Egg cup", 1_000)]}})
        until(lambda: shown() == "Dish Apron Cup Egg cup Bowl", "new figures have their places")
        menu.click()
        tab.page.keyboard.press("v")
        until(lambda: shown() == "Bowl Egg cup Cup Apron Dish", "in the menu")
        tab.page.keyboard.press("/")
        for text, found in (("value:12", "Cup Apron"), ("value:250", ""), ("value:1250", "Cup"), ("250", "Cup"), ("title:cup", "Egg cup Cup"), ("title:cup value:12", "Cup"), ("value:cup", "")):
            tab.page.get_by_label("Filter by text").fill(text)
            assert shown() == found, f"{text}: {shown()}"
        tab.close()


@promise
def a_section_with_one_row_at_its_top_offers_no_order(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served)
        # The number of events of a section is in its title.
        for title, is_offered in (("Live: Football (1)", False), ("Live: Tennis (4)", True)):
            tab.page.get_by_role("button", name=f"{title}: menu", exact=True).click()
            tab.page.get_by_role("menu").wait_for()
            offered = [text for text in tab.page.get_by_role("menuitem").all_text_contents() if text.startswith("Sort by")]
            assert bool(offered) == is_offered, f"{title}: {offered}"
            tab.page.keyboard.press("Escape")
            tab.page.get_by_role("menu").wait_for(state="detached")
        order = tab.order()
        tab.page.get_by_role("button", name="Live: Football (1)", exact=True).focus()
        tab.page.keyboard.press("t")
        assert tab.order() == order and tab.page.text_content("#said") == ""
        tab.close()


@promise
def a_filter_shows_the_items_with_a_text_while_patches_go_on(browser):
    with folder() as path, serving(races(path), "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        shown = lambda: tab.run("() => [...document.querySelectorAll('main li:not([hidden]) > .title')].map((title) => title.textContent).join(' ')")
        everything = shown()
        tab.page.keyboard.press("/")
        tab.page.keyboard.type("dill")
        assert shown() == "Valley Stakes Dill", shown()
        # The heading above the found item has not the word, and is not counted.
        assert tab.page.text_content("#found") == "1 item"
        served.lines({"upsert": {"runner": [{"id": 1, "name": "Dillon"}, {"id": 7, "race_id": 1, "name": "Wild dill", "back": 2}]}})
        until(lambda: shown() == "Harbour Cup Dillon Wild dill Valley Stakes Dill", f"new items are found: {shown()}")
        until(lambda: tab.page.text_content("#found") == "3 items", "they are counted")
        tab.follow(served)
        tab.page.get_by_label("Filter by text").fill("nothing of the kind")
        assert shown() == "" and not tab.page.locator("main > section").first.is_visible()
        tab.page.keyboard.press("Escape")
        assert shown() == everything.replace("Amber", "Dillon").replace("Clover", "Clover Wild dill") and not tab.page.get_by_label("Filter by text").is_visible()
        assert tab.run("() => document.activeElement.id") == "find"
        tab.close()


@promise
def a_filter_that_finds_nothing_says_so_and_shows_all_again(browser):
    with folder() as path, serving(races(path), "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        none, field = tab.page.locator("#none"), tab.page.get_by_label("Filter by text")
        shown = lambda: tab.page.locator("main li:visible").count()
        everything = shown()
        assert everything and not none.is_visible()
        tab.page.keyboard.press("/")
        field.fill(" ZZzz ")
        assert none.is_visible() and none.locator("span").text_content() == "No item has 'ZZzz'" and shown() == 0
        assert tab.page.text_content("#found") == "0 items"
        # An item that gets the word is shown, and one that loses it leaves.
        served.lines({"upsert": {"runner": [{"id": 1, "name": "zzzz"}]}})
        none.wait_for(state="hidden")
        until(lambda: tab.page.text_content("#found") == "1 item" and shown() == 2, "the item and its heading are shown")
        served.lines({"delete": {"runner": [1]}})
        none.wait_for()
        # A hidden section may have it.
        tab.run("() => { viewer.hidden.add('races'); actions.showSections('') }")
        field.fill("basil")
        assert none.locator("span").text_content() == "No shown item has 'basil'"
        tab.run("() => actions.showAll()")
        assert not none.is_visible() and tab.page.text_content("#found") == "1 item"
        field.fill("zzzz")
        none.get_by_role("button", name="End the filter").click()
        assert shown() == everything - 1 and not none.is_visible() and not field.is_visible()
        assert tab.run("() => document.activeElement.id") == "find"
        tab.close()


@promise
def a_filter_shows_all_items_of_a_section_whose_heading_has_the_words(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served)
        shown = "() => Object.fromEntries([...document.querySelectorAll('main > section')].filter((s) => s.offsetHeight).map((s) => [s.dataset.section, [s.querySelectorAll('li:not([hidden])').length, s.querySelectorAll('li').length]]))"
        tab.page.keyboard.press("/")
        field = tab.page.get_by_label("Filter by text")
        field.fill("tennis")
        found = tab.run(shown)
        assert set(found) == {"sports", "live/2", "standard/2"} and found["sports"][0] == 1, found
        assert all(count == of > 5 for name, (count, of) in found.items() if name != "sports"), found
        assert tab.page.text_content("#found") == "1 item, 2 sections"
        # A heading of a section is no part of an item.
        field.fill("title:tennis")
        assert set(tab.run(shown)) == {"sports"} and tab.page.text_content("#found") == "1 item"
        field.fill("live: tennis")
        assert set(tab.run(shown)) == {"live/2"} and tab.page.text_content("#found") == "1 section" and not tab.page.locator("#none").is_visible()
        tab.close()


@promise
def a_sorted_section_has_a_mark_and_an_entry_for_the_order_of_the_feed(browser):
    with serving("layouts/sportsbook.yaml") as served:
        for width in (390, 1440):
            tab = Tab(browser, served, viewport={"width": width, "height": 900})
            heads = lambda: tab.run("() => [...document.querySelectorAll('[data-section=\"standard/2\"] .head > .title')].map((title) => title.textContent)")
            order, menu = heads(), tab.page.get_by_role("button", name="Tennis: menu", exact=True)
            mark = tab.page.locator("[data-section='standard/2'] > h2").get_by_role("img")
            def entries(choice=None):
                menu.click()
                texts = [text for text in tab.page.get_by_role("menuitem").locator("span").all_text_contents() if "ort" in text or "feed" in text]
                tab.page.get_by_role("menuitem", name=choice, exact=True).click() if choice else tab.page.keyboard.press("Escape")
                return texts
            parts = ["Sort by subtitle", "Sort by badge"]
            assert entries("Sort by title t") == ["Sort by title", *parts] and order != sorted(order)
            for text, way, reversed_ in (("sorted by title, from A to Z", False, True), ("sorted by title, from Z to A", True, False)):
                assert mark.get_attribute("aria-label") == mark.get_attribute("title") == text
                until(lambda: heads() != order, text)
                box, own = mark.bounding_box(), menu.bounding_box()
                assert box["width"] > 12 and box["x"] + box["width"] < own["x"] and abs(box["y"] + box["height"] / 2 - own["y"] - own["height"] / 2) < 2, (box, own)
                if reversed_:
                    assert entries("Sort by title, reversed t") == ["Sort by title, reversed", *parts, "Order of the feed"]
                else:
                    assert entries() == ["Order of the feed", *parts]
            # From any order, not only after the last one of a part.
            entries("Sort by subtitle s")
            assert mark.get_attribute("aria-label") == "sorted by subtitle, from A to Z"
            entries("Order of the feed")
            until(lambda: heads() == order, "the order of the feed")
            assert mark.count() == 0 and tab.page.text_content("#said") == "Tennis: in the order of the feed"
            tab.close()


@promise
def a_filtered_section_begins_without_a_line_above_its_first_row(browser):
    # The titles of headings by whether there is a line above them; those that begin a column have none.
    heads = """() => Object.groupBy([...document.querySelectorAll("[data-section='live/2'] .head:not([hidden])")].map((head) => {
      const { borderTopWidth, marginTop } = getComputedStyle(head);
      return [head.querySelector(".title").textContent, `${borderTopWidth} ${marginTop}`] }), ([, edges]) => edges)"""
    with serving("layouts/sportsbook.yaml") as served:
        for width in (1000, 1440):
            tab = Tab(browser, served, viewport={"width": width, "height": 900})
            tab.page.locator("[data-section='live/2'] .head").first.scroll_into_view_if_needed()
            titles = [title for all in tab.run(heads).values() for title, _ in all]
            assert len(titles) > 2, titles
            tab.page.keyboard.press("/")
            # The last one alone, by all of its words.
            tab.page.get_by_label("Filter by text").fill(titles[-1])
            assert [[title, edges] for all in tab.run(heads).values() for title, edges in all] == [[titles[-1], "0px 0px"]], f"at {width}: {tab.run(heads)}"
            tab.page.get_by_label("Filter by text").fill("")
            until(lambda: any(not edges.startswith("0px") for edges in tab.run(heads)), f"without the filter there are lines again: {tab.run(heads)}")
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
def the_inputs_are_shown_in_three_steps_before_the_feed_itself(browser):
    with serving("layouts/sportsbook.yaml") as served:
        context = browser.new_context()
        page, asked, held = context.new_page(), [], []
        use_sources(page, served)
        page.on("request", lambda request: asked.append("/" + request.url.split("?")[0].split("/", 3)[3]))
        # The declarations and the stream are never answered.
        for pattern in ("**/page/feed.json", "**/v1/stream*"):
            page.route(pattern, lambda route: held.append(route))
        page.route("**/v1/inputs", lambda route: route.fulfill(json=[{"name": "odds", "kind": "stream", "state": "late", "age": 3}]))
        page.goto(served.url)
        page.locator("#inputs li").first.wait_for()
        assert page.text_content("#inputs .is") == "late"
        # The document, then all that it names at once, then the inputs: a module that it does not name would be a step of its own.
        with urllib.request.urlopen(served.url) as answer:
            named = set(re.findall(r'(?:href|src)="(/[^"]+)"', answer.read().decode()))
        before = asked[:asked.index("/v1/inputs")]
        assert before[0] == "/" and set(before[1:]) <= named and len(before) == len(set(before)) and len(before) <= 20, before
        # Nothing but the declarations is asked for beside them.
        rest = [one for one in asked[len(before):] if one not in named]
        assert sorted(rest) in (["/page/feed.json", "/v1/inputs"], ["/v1/inputs"]), rest
        for route in held:
            route.abort()
        context.close()


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
