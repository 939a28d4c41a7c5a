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
