"""The places of sections, rows and figures."""
from promises.room import gallery
from tab import *


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
