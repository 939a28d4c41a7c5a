"""What the page reports, and where."""
from promises.finding import races
from promises.room import gallery
from tab import *


@promise
def a_result_covers_neither_the_title_nor_the_state(browser):
    # The boxes of the texts, whatever room their elements have.
    look = """() => { const said = document.querySelector("#said").getBoundingClientRect();
      const texts = ["#title", "#state"].map((one) => { const text = document.createRange(); text.selectNodeContents(document.querySelector(one)); return text.getBoundingClientRect() });
      return { covers: texts.filter(({ left, right, top, bottom }) => left < said.right && right > said.left && top < said.bottom && bottom > said.top).length,
        isInBar: said.bottom <= document.querySelector(".top").offsetHeight, overPanel: said.bottom - document.querySelector("#chosen").getBoundingClientRect().top, top: said.top, height: said.height } }"""
    with serving("layouts/sportsbook.yaml") as served:
        for width, is_in_bar in ((390, False), (768, None), (1440, True)):
            tab = Tab(browser, served, viewport={"width": width, "height": 844})
            tab.run("() => { document.querySelector('#title').textContent = 'Demo: five live sources'; document.querySelector('[data-kind=selection] .act').click() }")
            tab.page.get_by_role("complementary", name="Betslip").wait_for()
            until(lambda: tab.run("() => document.documentElement.style.getPropertyValue('--covered') > '0px'"), "the panel is measured")
            found = tab.run(look)
            assert found["height"] and not found["covers"] and is_in_bar in (None, found["isInBar"]), f"at {width}: {found}"
            # At the bottom, it is above the panel.
            assert found["isInBar"] or found["overPanel"] <= 0, f"at {width}: {found}"
            tab.close()


@promise
def a_filter_without_a_match_ends_or_shows_the_hidden_sections_that_have_one(browser):
    with folder() as path, serving(races(path), "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        served.lines({"upsert": {"race": [{"id": 3, "name": "Moor Plate"}], "runner": [{"id": 9, "race_id": 3, "name": "Fennel", "back": 2}]}})
        tab.follow(served)
        none, field = tab.page.locator("#none"), tab.page.get_by_label("Filter by text")
        names = lambda: none.get_by_role("button").all_inner_texts()
        section = tab.run("() => document.querySelector('main > section').dataset.section")
        tab.run("(id) => { viewer.hidden.add(id); actions.showSections('') }", section)
        tab.page.keyboard.press("/")
        # Nothing has the word, also not in what is hidden.
        field.fill("zzzz")
        assert names() == ["End the filter"], names()
        field.fill("fennel")
        assert names() == ["End the filter", "Show all sections"] and none.locator("span").text_content() == "No shown item has 'fennel'", names()
        none.get_by_role("button", name="Show all sections").click()
        assert not none.is_visible() and tab.page.text_content("#found") == "1 item" and tab.page.get_by_text("Fennel", exact=True).is_visible()
        assert tab.run("() => document.activeElement.id") == "filter"
        # Ended, the filter alone is gone.
        tab.run("(id) => { viewer.hidden.add(id); actions.showSections('') }", section)
        none.get_by_role("button", name="End the filter").click()
        assert not field.is_visible() and not none.is_visible() and tab.run("() => viewer.hidden.size") == 1
        tab.close()


@promise
def the_scores_of_headings_are_below_each_other_on_a_phone(browser):
    rights = """() => [...document.querySelectorAll(".head:not([hidden]) > .value")].filter((one) => one.offsetHeight).map((one) => [one.closest("li").querySelector(".title").textContent, Math.round(one.getBoundingClientRect().right)])"""
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served, viewport={"width": 390, "height": 844})
        tab.page.keyboard.press("/")
        for text in ("draw", ""):
            tab.page.get_by_label("Filter by text").fill(text)
            found = tab.run(rights)
            assert len(found) > 3 and {right for _, right in found} == {374}, f"{text}: {found}"
        tab.close()


@promise
def the_number_of_a_chip_says_what_it_counts(browser):
    at = "2026-11-28T12:0{}:00Z".format
    direction = [{"id": 1, "name": "North"}, {"id": 2, "name": "South"}]
    train = [{"id": i, "direction_id": 1, "name": "IC 50", "destination": "Kiruna", "via": "Norrvik", "platform": 4, "planned_at": at(1), "expected_at": at(1 + i), "state": "on time"} for i in range(3)]
    with folder() as path, serving(gallery("departures", path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"direction": direction, "train": train}})
        tab = Tab(browser, served)
        tab.follow(served)
        chips = tab.run("() => [...document.querySelectorAll('.chips > li')].map((li) => [...li.children].map((part) => part.textContent).filter(Boolean).join(' '))")
        assert chips == ["North 2 late", "South"], chips
        tab.close()
