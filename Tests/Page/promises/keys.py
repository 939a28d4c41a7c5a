"""The page with the keyboard: where the focus is, and which keys there are."""
from promises.room import gallery
from tab import *

# The colours of the ring of the focus and of what is around it.
RING = """() => { const { outlineColor, outlineStyle, boxShadow } = getComputedStyle(document.activeElement), probe = document.createElement("i");
  document.body.append(probe);
  const [focus, ground] = ["--focus", "--ground"].map((name) => { probe.style.color = `var(${name})`; return getComputedStyle(probe).color });
  probe.remove();
  return { isDrawn: outlineStyle === "solid", isFocus: outlineColor === focus, isGround: outlineColor === ground, hasGround: boxShadow.includes(ground) } }"""


@contextlib.contextmanager
def shop():
    """The shop of the gallery with 24 products in three categories."""
    with folder() as path, serving(gallery("shop", path), "--token-file", path / "token", "--allow-path", ROOT / "fixtures") as served:
        product = lambda i: {"id": i, "category_id": 1 + i // 8, "name": f"Product {i}", "note": "new", "price": 900 + i, "stock": 9, "stock_note": "9 in stock", "is_reduced": 0, "image": f"product-{1 + i % 4}.png"}
        served.lines({"upsert": {"category": [{"id": i, "name": name} for i, name in enumerate(("Kitchen", "Desk", "Garden"), 1)], "product": [product(i) for i in range(24)]}})
        yield served


@promise
def a_chosen_item_has_a_ring_that_stands_out_from_it(browser):
    with shop() as served:
        for scheme in ("light", "dark"):
            tab = Tab(browser, served, viewport={"width": 1440, "height": 900}, color_scheme=scheme)
            tab.follow(served)
            tab.page.locator("[data-id='product:product/0'] .act").focus()
            for is_chosen in (False, True):
                if is_chosen:
                    tab.page.keyboard.press("b")
                    tab.page.wait_for_selector("[data-id='product:product/0'][data-own]")
                found = tab.run(RING)
                assert found == {"isDrawn": True, "isFocus": True, "isGround": False, "hasGround": True}, f"{scheme}, {is_chosen}: {found}"
            tab.close()
    # A cell is filled with the accent, so its ring has the colour of the ground.
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served)
        tab.page.locator(".cell .act").first.focus()
        tab.page.keyboard.press("b")
        tab.page.wait_for_selector(".cell[data-own]")
        assert tab.run(RING)["isGround"], tab.run(RING)
        tab.close()


@promise
def the_ring_of_a_heading_is_inside_the_page_around_its_text_and_its_mark(browser):
    boxes = """() => [document.activeElement, document.activeElement.parentElement.querySelector(".ordered"), document.activeElement.parentElement.querySelector(".more")].map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect(); return { left, right, top, bottom } })"""
    with serving("layouts/sportsbook.yaml") as served:
        for width in (390, 1440):
            tab = Tab(browser, served, viewport={"width": width, "height": 900})
            heading = tab.page.locator("[data-section='standard/2'] .fold")
            before = tab.run("() => { const text = document.createRange(); text.selectNodeContents(document.querySelector(\"[data-section='standard/2'] .fold\")); return text.getBoundingClientRect().left - document.querySelector(\"[data-section='standard/2'] ul\").getBoundingClientRect().left }")
            assert abs(before - 16) < 1, f"the text is at the edge of the page: {before}"
            heading.focus()
            tab.page.keyboard.press("t")
            tab.page.locator("[data-section='standard/2'] .ordered").wait_for()
            ring, mark, menu = tab.run(boxes)
            section = tab.page.locator("[data-section='standard/2']").bounding_box()
            assert 4 <= ring["left"] - section["x"] <= 12 and ring["right"] <= menu["left"], f"at {width}: {ring}, {menu}"
            assert ring["left"] < mark["left"] and mark["right"] + 2 < ring["right"] and ring["top"] < mark["top"] and mark["bottom"] < ring["bottom"], f"at {width}: {ring}, {mark}"
            tab.close()


@promise
def what_has_the_focus_is_above_the_panel_of_chosen_items(browser):
    overlap = """() => { const [one, panel, bar] = [document.activeElement.closest("li, .fold"), document.querySelector("#chosen"), document.querySelector(".top")].map((element) => element.getBoundingClientRect());
      return { isBelow: one.bottom > panel.top + 1, isAbove: one.top < bar.bottom - 1, panel: panel.height } }"""
    with shop() as served:
        for width, height in ((1440, 900), (390, 844)):
            tab = Tab(browser, served, viewport={"width": width, "height": height}, reduced_motion="reduce")
            tab.follow(served)
            for i in (0, 1):
                tab.run("(i) => document.querySelector(`[data-id='product:product/${i}'] .act`).click()", i)
            tab.page.get_by_role("complementary", name="Basket").wait_for()
            tab.page.locator("[data-id='product:product/16'] .act").focus()
            for key in ("End", "Home", "End", "ArrowUp"):
                tab.page.keyboard.press(key)
                until(lambda: (found := tab.run(overlap)) and not found["isBelow"] and not found["isAbove"], f"{key} at {width}: {tab.run(overlap)}")
            tab.close()


@promise
def the_arrow_keys_move_from_heading_to_heading(browser):
    with serving("layouts/sportsbook.yaml") as served:
        for width in (390, 1440):
            tab = Tab(browser, served, viewport={"width": width, "height": 800}, reduced_motion="reduce")
            titles = tab.run("() => [...document.querySelectorAll('main .fold')].map((one) => one.textContent)")
            focused = """() => { const one = document.activeElement, box = one.getBoundingClientRect(); return [one.textContent, box.top >= document.querySelector(".top").offsetHeight - 1 && box.bottom <= innerHeight && Math.abs(box.top - one.closest("section").getBoundingClientRect().top) < 2] }"""
            tab.page.locator("main .fold").first.focus()
            tab.page.keyboard.press("ArrowUp")
            until(lambda: tab.run(focused) == [titles[0], True], "there is none above the first one")
            for key, wanted in [("ArrowDown", title) for title in titles[1:]] + [("ArrowDown", titles[-1])] + [("ArrowUp", title) for title in titles[-2::-1]]:
                tab.page.keyboard.press(key)
                until(lambda: tab.run(focused) == [wanted, True], f"{key} at {width}: {tab.run(focused)} instead of {wanted}")
            # What is not shown is left out.
            tab.run("() => { viewer.hidden.add(document.querySelectorAll('main section:has(> h2)')[1].dataset.section); actions.showSections('') }")
            tab.page.keyboard.press("ArrowDown")
            until(lambda: tab.run(focused)[0] == titles[2], tab.run(focused))
            tab.close()


@promise
def the_page_shows_its_keys_and_those_of_the_actions(browser):
    with shop() as served:
        tab = Tab(browser, served, viewport={"width": 390, "height": 844})
        tab.follow(served)
        keys = tab.page.get_by_role("dialog", name="Keys")
        def shown():
            keys.wait_for()
            return tab.run("""() => Object.fromEntries([...document.querySelectorAll(".keys dl")].map((list) => [list.previousElementSibling.textContent,
              Object.fromEntries([...list.querySelectorAll("dt")].map((key) => [[...key.children].map((one) => one.textContent).join(" "), key.nextElementSibling.textContent]))]))""")
        heading = tab.page.locator("[data-section='products/1'] .fold")
        heading.focus()
        tab.page.keyboard.press("?")
        found = shown()
        assert list(found) == ["Anywhere", "On a heading", "On an item"] and found["Anywhere"]["/"] == "filter by text", found
        assert found["On an item"]["b"] == "into the basket, or out of it", found
        # The action has the key that would sort by the badge.
        assert found["On a heading"]["t s v"] == "sort by title, subtitle, value" and found["On a heading"]["↑ ↓"], found
        # Whole on a phone, without scrolling sideways, and closed with the focus where it was.
        assert keys.evaluate("(one) => one.scrollWidth <= one.clientWidth && one.getBoundingClientRect().left >= 0 && one.getBoundingClientRect().bottom <= innerHeight")
        tab.page.keyboard.press("Escape")
        until(lambda: keys.count() == 0 and heading.evaluate("(one) => one === document.activeElement"), "the heading has the focus again")
        # With the mouse.
        tab.page.get_by_role("button", name="Kitchen: menu", exact=True).click()
        tab.page.get_by_role("menuitem", name="Keys").click()
        assert shown() == found
        keys.get_by_role("button", name="Close").click()
        keys.wait_for(state="detached")
        assert tab.run("() => document.activeElement.ariaLabel") == "Kitchen: menu"
        # In a field it is a character.
        tab.page.keyboard.press("/")
        tab.page.keyboard.press("?")
        assert tab.page.get_by_label("Filter by text").input_value() == "?" and keys.count() == 0
        tab.page.keyboard.press("Escape")
        # Tooltips name keys.
        assert tab.page.get_attribute("[data-kind=product] .act", "title") == "into the basket, or out of it (b)" and tab.page.get_attribute("[data-kind=product] .act", "aria-keyshortcuts") == "b"
        assert "(/)" in tab.page.get_attribute("#find", "title")
        tab.close()


@promise
def the_key_p_pauses_the_page_and_continues_it(browser):
    with shop() as served:
        tab = Tab(browser, served, viewport={"width": 1000, "height": 800})
        tab.follow(served)
        state, button = (lambda: tab.page.text_content("#state")), tab.page.locator("#pause")
        assert button.get_attribute("title") == "pause or continue the page (p)" and button.get_attribute("aria-keyshortcuts") == "p"
        for text in ("Paused since", "Live", "Paused since"):
            tab.page.keyboard.press("p")
            until(lambda: state().startswith(text), f"{state()} instead of {text}")
        assert button.get_attribute("aria-pressed") == "true"
        served.lines({"upsert": {"product": [{"id": 0, "name": "A new name"}]}})
        until(lambda: tab.run("() => feed.cursor.version") == served.image()["version"], "the version has arrived")
        assert tab.page.get_by_text("A new name").count() == 0
        # On a heading and on an item, whose actions have other keys.
        tab.page.locator("[data-section='products/1'] .fold").focus()
        tab.page.keyboard.press("p")
        tab.page.get_by_text("A new name").wait_for()
        tab.page.locator("[data-id='product:product/0'] .act").focus()
        tab.page.keyboard.press("p")
        assert state().startswith("Paused since")
        tab.page.keyboard.press("p")
        # Typed, with a modifier, and in a dialog or menu it is not this key.
        tab.page.keyboard.press("/")
        tab.page.keyboard.press("p")
        assert tab.page.get_by_label("Filter by text").input_value() == "p" and state() == "Live"
        tab.page.keyboard.press("Escape")
        tab.page.keyboard.press("Alt+p")
        tab.page.keyboard.press("?")
        tab.page.get_by_role("dialog", name="Keys").wait_for()
        assert tab.run("() => [...document.querySelectorAll('.keys dt')].find((key) => key.textContent === 'p').nextElementSibling.textContent") == "pause or continue the page"
        tab.page.keyboard.press("p")
        tab.page.keyboard.press("Escape")
        tab.page.get_by_role("button", name="Kitchen: menu", exact=True).click()
        tab.page.keyboard.press("p")
        tab.page.keyboard.press("Escape")
        assert state() == "Live"
        # An action of the focused item has the key.
        tab.run("() => { for (const action of actions.all) if (action.key === 'b') action.key = 'p' }")
        tab.page.locator("[data-id='product:product/0'] .act").focus()
        tab.page.keyboard.press("p")
        tab.page.wait_for_selector("[data-id='product:product/0'][data-own]")
        assert state() == "Live"
        tab.close()


@promise
def the_list_of_keys_names_the_sections_of_a_key_with_several_actions(browser):
    rows = """() => [...document.querySelectorAll(".keys dl")].map((list) => [...list.querySelectorAll("dt")].map((key) => [key.textContent, key.nextElementSibling.textContent]))"""
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served)
        tab.page.keyboard.press("?")
        tab.page.get_by_role("dialog", name="Keys").wait_for()
        _, heading, item = tab.run(rows)
        assert [text for key, text in heading if key == "Enter"] == ["fold or unfold the section"], heading
        assert [text for key, text in item if key == "Enter"] == ["fold the sport away, or show it again (headings in Live, Standard)", "show this sport only, or all again (Sports)", "do its action, or choose one (other items)"], item
        assert ["b", "onto the betslip, or off it"] in item, item
        tab.close()
    with folder() as path, serving(gallery("departures", path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"direction": [{"id": 1, "name": "North"}]}})
        tab = Tab(browser, served)
        tab.page.keyboard.press("?")
        tab.page.get_by_role("dialog", name="Keys").wait_for()
        item = tab.run(rows)[2]
        assert [text for key, text in item if key == "Enter"] == ["show this direction only, or all again (Directions)", "do its action, or choose one (other items)"], item
        tab.close()
