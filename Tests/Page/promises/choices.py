"""The choices of a viewer: what is folded, hidden, shown alone and added."""
from promises.doing import tasks
from tab import *

SHOWN = "() => [...document.querySelectorAll('main > section:not([hidden])')].map((s) => s.dataset.section)"
ADDED = "() => [...document.querySelectorAll('#chosen li')].map((li) => li.dataset.chosen)"
OWN = "() => [...document.querySelectorAll('main li[data-own]')].map((li) => li.dataset.id)"


def lists(folder):
    """The lists of tasks without actions."""
    file = tasks(folder)
    file.write_text(re.sub(r"\nactions:.*\nlayouts:", "\nlayouts:", file.read_text(), flags=re.S))
    return file


@promise
def tabs_of_one_browser_show_the_same_choices_and_lose_none(browser):
    with serving("layouts/sportsbook.yaml") as served:
        one = Tab(browser, served)
        two = Tab(browser, served, beside=one)
        tabs = (one, two)
        cells = one.run("() => [...document.querySelectorAll('.section-standard .cell:has(> .act)')].slice(0, 3).map((li) => li.dataset.id)")
        add = lambda tab, cell: tab.run("(id) => document.querySelector(`[data-id='${id}'] .act`).click()", cell)
        # Each tab adds an item.
        for tab, cell in zip((one, two, one), cells):
            add(tab, cell)
        for tab in tabs:
            until(lambda: tab.run(ADDED) == cells and tab.run(OWN) == cells, f"both have all items: {tab.run(ADDED)}, {tab.run(OWN)}")
            assert tab.page.locator(f"[data-id='{cells[0]}'] mark").count() == 1
            assert tab.page.locator(f"[data-id='{cells[0]}'] .act").get_attribute("aria-pressed") == "true"
        # At once, before a tab has heard of the other's change.
        one.run("() => addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true, once: true })")
        add(two, cells[0])
        until(lambda: one.run("() => JSON.parse(localStorage.getItem(viewer.key)).names.length") == 2, "the item is removed")
        add(one, cells[1])
        for tab in tabs:
            until(lambda: tab.run(ADDED) == cells[2:] and tab.run(OWN) == cells[2:], f"both have the last item: {tab.run(ADDED)}, {tab.run(OWN)}")
        # A sport alone, a folded section, and a hidden one.
        chip = "[data-id='sport:sport/2'] .act"
        two.page.locator(chip).click()
        for tab in tabs:
            until(lambda: set(tab.run(SHOWN)) == {"sports", "standard/2", "live/2"}, f"the sport is shown alone: {tab.run(SHOWN)}")
            assert tab.page.locator(chip).get_attribute("aria-pressed") == "true" and tab.page.locator("#choose[data-some]").count() == 1
        one.page.locator("[data-section='standard/2'] .fold").click()
        until(lambda: two.page.locator("[data-section='standard/2'] .fold").get_attribute("aria-expanded") == "false", "the section is folded")
        one.run("() => { viewer.toggle('hidden', list.sections.get('live/2')); actions.showSections('') }")
        until(lambda: set(two.run(SHOWN)) == {"sports", "standard/2"}, f"the section is hidden: {two.run(SHOWN)}")
        # The panel is open at this width in neither or in both.
        two.page.locator("#chosen-title").click()
        is_open = two.page.locator("#chosen-title").get_attribute("aria-expanded")
        until(lambda: one.page.locator("#chosen-title").get_attribute("aria-expanded") == is_open, "the panel follows")
        # Tabs that have shown the other's choices have kept nothing themselves.
        kept = one.run("() => localStorage.getItem(viewer.key)")
        one.page.wait_for_timeout(300)
        assert one.run("() => localStorage.getItem(viewer.key)") == kept
        two.page.close()
        one.close()
        assert not two.errors, two.errors


@promise
def the_dialog_of_sections_shows_them_unchanged_until_a_box_is_changed(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served)
        chip, alone = tab.page.locator("[data-id='sport:sport/2'] .act"), {"sports", "standard/2", "live/2"}
        boxes = lambda: sorted(tab.run("() => [...document.querySelectorAll('dialog label')].filter((label) => label.querySelector('input').checked).map((label) => label.textContent)"))
        tab.run("() => { viewer.toggle('hidden', list.sections.get('standard/1')); viewer.toggle('hidden', list.sections.get('live/2')); actions.showSections('') }")
        chip.click()
        kept = tab.run("() => localStorage.getItem(viewer.key)")
        for end in ("Escape", "Enter"):
            tab.page.get_by_role("button", name="Sections").click()
            assert boxes() == ["Tennis", "sports"], boxes()
            tab.page.get_by_role("button", name="Done").focus()
            tab.page.keyboard.press(end)
            until(lambda: tab.page.locator("dialog").count() == 0, "the dialog is closed")
            assert set(tab.run(SHOWN)) == alone - {"live/2"} and chip.get_attribute("aria-pressed") == "true"
            assert tab.run("() => localStorage.getItem(viewer.key)") == kept
        # A changed box: what was shown, and this section.
        tab.page.get_by_role("button", name="Sections").click()
        tab.page.get_by_role("checkbox", name="Live: Tennis").check()
        assert set(tab.run(SHOWN)) == alone and chip.get_attribute("aria-pressed") == "false"
        tab.page.get_by_role("button", name="All", exact=True).click()
        assert len(tab.run(SHOWN)) > 10 and tab.page.locator("#choose[data-some]").count() == 0
        tab.page.get_by_role("button", name="Done").click()
        # That of a menu as well.
        menu = tab.page.get_by_role("button", name="Tennis: menu", exact=True)
        menu.click()
        tab.page.get_by_role("menuitem", name="Show only this").click()
        tab.page.get_by_role("button", name="Sections").click()
        assert boxes() == ["Tennis"], boxes()
        tab.page.get_by_role("checkbox", name="Banners").check()
        tab.page.get_by_role("button", name="Done").click()
        menu.click()
        assert tab.page.get_by_role("menuitem", name="Show only this").count() == 1 and set(tab.run(SHOWN)) == {"banners", "standard/2"}
        tab.close()


@promise
def a_page_without_a_shown_item_says_why_and_shows_all_sections_again(browser):
    with folder() as path, serving(lists(path), "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        line, field = tab.page.locator("#empty"), tab.page.get_by_label("Filter by text")
        again = line.get_by_role("button", name="Show all sections")
        def only(name):
            tab.page.get_by_role("button", name=f"{name}: menu", exact=True).click()
            tab.page.get_by_role("menuitem", name="Show only this").click()
        # A section that ends while it is shown alone, under its last name, over a reload as well.
        only("Never")
        assert not line.is_visible()
        served.lines({"upsert": {"list": [{"id": 3, "name": "Someday", "rank": 3}]}})
        tab.page.get_by_role("button", name="Someday", exact=True).wait_for()
        served.lines({"delete": {"task": [8, 9]}})
        until(lambda: line.is_visible(), "the line is shown")
        assert line.locator("span").text_content() == "Only Someday is shown, and it is empty now"
        tab.page.reload()
        line.wait_for()
        assert line.locator("span").text_content() == "Only Someday is shown, and it is empty now"
        # The filter's line takes its place.
        tab.page.keyboard.press("/")
        field.fill("task 1")
        assert tab.page.locator(".nothing:visible").get_attribute("id") == "none"
        field.fill("zzzz")
        assert tab.page.locator(".nothing:visible").get_attribute("id") == "none"
        tab.page.keyboard.press("Escape")
        assert tab.page.locator(".nothing:visible").get_attribute("id") == "empty"
        again.click()
        assert not line.is_visible() and tab.page.get_by_role("button", name="Today", exact=True).is_visible()
        # The section is there again.
        tab.run("async () => Object.assign(window, await import('/page/page.js'))")
        only("Later")
        assert not line.is_visible()
        again_shown = tab.run("() => list.sections.size")
        tab.page.get_by_role("button", name="Later: menu", exact=True).click()
        tab.page.get_by_role("menuitem", name="Show all sections").click()
        assert again_shown == 2 and not line.is_visible()
        # All hidden, in the dialog and by the menus.
        tab.page.get_by_role("button", name="Sections").click()
        tab.page.get_by_role("button", name="None", exact=True).click()
        tab.page.get_by_role("button", name="Done").click()
        assert line.locator("span").text_content() == "All sections are hidden" and tab.page.locator("main li:visible").count() == 0
        again.focus()
        tab.page.keyboard.press("Enter")
        assert not line.is_visible() and tab.page.locator("main li:visible").count() == 8
        only("Later")
        tab.page.get_by_role("button", name="Later: menu", exact=True).click()
        tab.page.get_by_role("menuitem", name="Hide").click()
        assert line.locator("span").text_content() == "All sections are hidden"
        again.click()
        # A feed without items has its own line.
        served.lines({"delete": {"task": list(range(8))}})
        tab.page.get_by_text("No items yet", exact=True).wait_for()
        assert not again.is_visible()
        tab.page.reload()
        tab.page.get_by_text("No items yet", exact=True).wait_for()
        tab.close()


@promise
def a_sport_alone_without_events_is_named_in_the_place_of_the_content(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served, viewport={"width": 390, "height": 844})
        tab.run("() => { viewer.showOnly('test', ['live/99'], 'Curling'); actions.showSections('') }")
        line = tab.page.locator("#empty")
        assert line.locator("span").text_content() == "Only Curling is shown, and it is empty now"
        box, page = line.bounding_box(), tab.run("() => [innerWidth, innerHeight]")
        assert 0 <= box["x"] and box["x"] + box["width"] <= page[0] and box["y"] + box["height"] < page[1], box
        line.get_by_role("button", name="Show all sections").click()
        until(lambda: len(tab.run(SHOWN)) > 10 and not line.is_visible(), "all are shown")
        tab.close()


@promise
def figures_of_the_panel_are_struck_through_while_their_section_is_late_or_the_page_is_stale(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served)
        cell = tab.run("() => document.querySelector('.section-standard .cell:has(> .act)').dataset.id")
        tab.run("(id) => document.querySelector(`[data-id='${id}'] .act`).click()", cell)
        until(lambda: tab.run(ADDED) == [cell], "the item is added")
        line = lambda: tab.run("() => getComputedStyle(document.querySelector('#chosen data')).textDecorationLine")
        assert line() == "none"
        states = "(state) => { feed.sources = feed.sources.map((s) => ({ ...s, state })); stream.onEdits() }"
        for state, wanted in (("late", "line-through"), ("live", "none")):
            tab.run(states, state)
            until(lambda: line() == wanted, f"{state}: {line()}")
        tab.run("() => { document.body.dataset.state = 'stale' }")
        assert line() == "line-through"
        tab.close()
