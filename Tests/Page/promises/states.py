"""What the page shows of failures, and of a feed without items."""
from promises.room import gallery, matches
from tab import *

REASON = ("GET https://scores.example.com/v2/competitions/northern-cup/matches answered 503 Service Unavailable three times; the next attempt "
          "is in 40 seconds, and the answer began with <!doctype html><title>Backend fetch failed</title> and went on like that for a long time")


@promise
def the_reason_of_a_failure_is_below_the_title_which_stays_whole(browser):
    look = """() => { const heading = document.querySelector("[data-section^=services] h2"), style = getComputedStyle(heading, "::after");
      const text = document.createRange();
      text.selectNodeContents(heading.querySelector(".fold"));
      const fold = heading.querySelector(".fold"), box = heading.getBoundingClientRect(), line = parseFloat(style.lineHeight);
      return { isWhole: fold.scrollWidth <= fold.clientWidth, lines: new Set([...text.getClientRects()].map(({ top }) => top)).size,
        reason: parseFloat(style.height) / line, isBelow: box.bottom - fold.getBoundingClientRect().bottom > 0.7 * line, width: parseFloat(style.width),
        whole: heading.title, sideways: document.documentElement.scrollWidth - innerWidth } }"""
    with folder() as path, serving(gallery("status", path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"area": [{"id": 1, "name": "Application"}], "service": [{"id": i, "area_id": 1, "name": f"Service {i}", "state": "operational", "latency": 80, "uptime": 99.5} for i in range(3)]}})
        tab = Tab(browser, served)
        tab.follow(served)
        for width in (390, 768, 1440):
            tab.page.set_viewport_size({"width": width, "height": 800})
            for reason in ("gone", REASON):
                tab.run("(error) => { feed.sources = feed.sources.map((one) => (one.id === 'services' ? { id: one.id, state: 'failed', error } : one)); stream.onEdits() }", reason)
                found = tab.run(look)
                assert found["isWhole"] and found["lines"] == 1 and found["isBelow"] and found["sideways"] <= 0, f"{reason[:4]} at {width}: {found}"
                assert found["width"] > 0.85 * width and found["reason"] < 2.1, f"{reason[:4]} at {width}: {found}"
                assert found["whole"] == f"failed: {reason}", found["whole"]
        tab.close()


@promise
def the_reason_of_a_failed_input_takes_two_lines_and_the_bar_names_the_input(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served)
        tab.page.route("**/v1/inputs", lambda route: route.fulfill(json=[
            {"name": "probes", "kind": "stream", "state": "failed", "age": 3, "error": REASON}, {"name": "desk", "kind": "stream", "state": "live", "age": 1}]))
        tab.run("() => inputs.ask()")
        for width in (390, 768, 1440):
            tab.page.set_viewport_size({"width": width, "height": 800})
            lines, whole, words, state, high, sideways = tab.run("""() => { const [chip, small] = ["#inputs li", "#inputs li small"].map((one) => document.querySelector(one)), state = document.querySelector("#state");
              return [small.offsetHeight / parseFloat(getComputedStyle(small).lineHeight), chip.title, small.textContent, state.scrollWidth - state.clientWidth,
                document.querySelector(".top").offsetHeight, document.documentElement.scrollWidth - innerWidth] }""")
            assert 1.9 < lines < 2.1 and sideways <= 0 and high <= 54, f"at {width}: {lines} lines, {high} high, {sideways}"
            assert REASON in whole and words.startswith(REASON), (whole, words)
            assert state <= 0 and tab.page.text_content("#state") == "Failed: probes", f"at {width}: {state}"
        tab.close()


@promise
def a_feed_without_items_says_so_beside_the_state_of_its_connection(browser):
    with folder() as path, serving(gallery("exchange", path), "--token-file", path / "token") as served:
        context = browser.new_context()
        page = context.new_page()
        use_sources(page, served)
        page.goto(served.url)
        page.get_by_text("No items yet", exact=True).wait_for()
        assert page.text_content("#state") == "Live" and page.locator("#state").is_visible() and page.locator("main li").count() == 0
        served.lines(matches([1], 1))
        page.get_by_text("No items yet", exact=True).wait_for(state="hidden")
        page.locator("main li").first.wait_for()
        context.close()


@promise
def a_mended_feed_file_is_no_failed_input_any_more_as_soon_as_the_page_shows_it(browser):
    with folder() as path:
        file = gallery("status", path)
        good = file.read_text()
        with serving(file) as served:
            context = browser.new_context()
            page = context.new_page()
            use_sources(page, served)
            page.goto(served.url)
            page.wait_for_selector("main[data-version]", state="attached")
            # Without the regular questions, only the new feed itself can be the reason.
            page.evaluate("async () => { Object.assign(window, await import('/page/page.js')); inputs.isFollowing = () => false }")
            state = lambda: page.text_content("#state")
            for number, mended in enumerate((good.replace("title: ", "title: Mended ", 1), good)):
                file.write_text(good + "\nsections: [\n")
                until(lambda: page.evaluate("() => inputs.ask()") or state() == "Failed: status.yaml", "the refused edit is named")
                file.write_text(mended)
                until(lambda: state() == "Live", f"edit {number} is not failed any more")
                until(lambda: page.title().startswith("Mended") == (number == 0), "the page shows the feed")
            context.close()


@promise
def what_the_viewer_has_added_is_suspended_with_its_last_price_or_gone(browser):
    with folder() as path, serving("layouts/sportsbook.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served, viewport={"width": 1440, "height": 900})
        # A price of each of three markets, with their markets.
        prices = tab.run("""() => { const found = new Map();
          for (const cell of document.querySelectorAll("[data-section^=live] [data-kind=selection]")) {
            let head = cell;
            while (head.dataset.kind !== "market-header") head = head.previousElementSibling;
            if (!found.has(head.dataset.id) && found.size < 3) found.set(head.dataset.id, cell.dataset.id);
          }
          return [...found].map((pair) => pair.map((id) => Number(id.split("/")[1]))) }""")
        for _, price in prices:
            tab.run("(price) => document.querySelector(`[data-id='selection:selection/${price}'] .act`).click()", price)
        # They are hidden, which changes nothing.
        tab.run("() => { viewer.showOnly('test', ['sports']); actions.showSections('') }")
        entry = lambda price: tab.run("(price) => { const [go, value] = document.querySelector(`[data-chosen='selection:selection/${price}']`).children; return [go.lastElementChild.textContent.split(' · ').slice(2).join(), value.textContent, go.disabled] }", price)
        markets = lambda *states: served.lines({"upsert": {"market": [{"id": market, "status": state} for (market, _), state in zip(prices, states)]}})
        (_, first), (_, second), (_, third) = prices
        served.lines({"upsert": {"selection": [{"id": first, "price": 7.25}]}})
        until(lambda: entry(first) == ["", "7.25", False], "its price is shown")
        markets("suspended", "closed")
        until(lambda: entry(first) == ["suspended", "7.25", False], f"the first one is suspended: {entry(first)}")
        until(lambda: entry(second) == ["not shown now", "", True], f"the second one has left: {entry(second)}")
        assert entry(third)[0] == "" and entry(third)[1] and not entry(third)[2], entry(third)
        tab.page.reload()
        tab.page.wait_for_selector("main[data-version] > section", state="attached")
        until(lambda: entry(first) == ["suspended", "7.25", False], "a reload keeps the last price")
        for states, wanted in ((("closed", "suspended"), ["not shown now", "", True]), (("open", "open"), ["", "7.25", False])):
            markets(*states)
            until(lambda: entry(first) == wanted, f"{states}: {entry(first)}")
        until(lambda: entry(second)[0] == "", "all have their prices")
        tab.close()
