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
        tab.run("() => { viewer.keepInputs(true); return inputs.ask() }")
        for width in (390, 768, 1440):
            tab.page.set_viewport_size({"width": width, "height": 800})
            lines, whole, words, state, high, sideways = tab.run("""() => { const [chip, small] = ["#inputs li", "#inputs li small"].map((one) => document.querySelector(one)), state = document.querySelector("#state");
              return [small.offsetHeight / parseFloat(getComputedStyle(small).lineHeight), chip.title, small.textContent, state.scrollWidth - state.clientWidth,
                document.querySelector(".top").offsetHeight, document.documentElement.scrollWidth - innerWidth] }""")
            assert 1.9 < lines < 2.1 and sideways <= 0 and high <= 54, f"at {width}: {lines} lines, {high} high, {sideways}"
            assert REASON in whole and words.startswith(REASON), (whole, words)
            assert state <= 0 and tab.page.text_content("#state") == "Failed: probes", f"at {width}: {state}"
            # The separator is at the end of the state, and of a line of the reason.
            before, after = tab.run("() => [[\"small\", \"::before\"], [\".is\", \"::after\"]].map(([name, part]) => getComputedStyle(document.querySelector(`#inputs [data-state=failed] ${name}`), part).content)")
            assert before in ("none", "normal") and after == '" ·"' and "\u00a0· " in words and " · " not in words, (before, after, words)
        tab.close()


@promise
def a_feed_without_items_says_so_beside_the_state_of_its_connection(browser):
    with folder() as path, serving(gallery("exchange", path), "--token-file", path / "token") as served:
        context = browser.new_context()
        page = context.new_page()
        use_sources(page, served)
        page.goto(served.url)
        page.get_by_text("No items yet", exact=True).wait_for()
        assert "inputs" in page.locator("#empty small").inner_text()
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
                until(lambda: page.evaluate("() => inputs.ask()") or state() == "Failed: feed file", f"the refused edit is named: {state()}")
                chip = page.locator("#inputs li").all_inner_texts()
                assert page.text_content("#inputs summary") == "feed file failed" and len(chip) == 1 and re.match(r"feed file\s+failed\s+status.yaml:\d+:\d+: ", chip[0]), chip
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


@promise
def the_title_of_a_phone_breaks_no_word_beside_the_state_of_its_inputs(browser):
    # The state as the page writes it: the stream is never asked.
    script = """([name, kind, what, hasActions]) => {
      const [top, title, said, tools] = [".top", "#title", "#state", "#tools"].map((one) => document.querySelector(one));
      document.querySelector("#act").hidden = !hasActions;
      title.textContent = name;
      inputs.sources = [];
      inputs.all = kind === "offline" ? [] : Array.from({ length: what === "12 inputs" ? 12 : 1 }, (_, index) => ({ name: what === "12 inputs" ? `i${index}` : what, state: kind }));
      stream.state = kind === "offline" ? kind : "live";
      stream.onState();
      const broken = [...name.matchAll(/\\S+/g)].filter((word) => {
        const range = document.createRange();
        range.setStart(title.firstChild, word.index);
        range.setEnd(title.firstChild, word.index + word[0].length);
        return range.getClientRects().length > 1;
      }).map(([word]) => word);
      const [box, own, rest] = [title, said, tools].map((one) => one.getBoundingClientRect());
      return { said: said.textContent, broken, cut: [title, said].map((one) => one.scrollHeight - one.clientHeight), high: top.offsetHeight, title: box.width, own: own.width,
        isOver: Math.max(box.right, own.right) > rest.left + 1 || (box.right > own.left + 1 && box.bottom > own.top + 2), sideways: document.documentElement.scrollWidth - innerWidth }; }"""
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served, viewport={"width": 390, "height": 844})
        tab.run("() => { inputs.isFollowing = () => false; stream.close() }")
        for width in (390, 320, 768):
            tab.page.set_viewport_size({"width": width, "height": 844})
            for name in ("Operations", "Control room", "Northbridge", "Odds of the whole season"):
                for kind, what in (("live", "odds"), ("failed", "status.yaml"), ("failed", "12 inputs"), ("late", "document/temperatures"), ("new", "12 inputs"), ("offline", "")):
                    for has_actions in (False, True):
                        found = tab.run(script, [name, kind, what, has_actions])
                        where = f"{name}, {has_actions} at {width}: {found}"
                        assert not found["isOver"] and found["sideways"] <= 0, where
                        # A long name beside four buttons is cut at the end of its second line, and so is that of an input where it is narrow.
                        if len(name) < 20 or width == 768:
                            assert not found["broken"] and found["cut"][0] <= 1 and (found["cut"][1] <= 1 or width == 320), where
                        assert found["high"] <= 54 or width == 320 or has_actions, where
        # The pinned headings begin below the bar, however high it is.
        tab.page.set_viewport_size({"width": 320, "height": 844})
        tab.run(script, ["Odds of the whole season", "new", "12 inputs", True])
        below = """() => { const bar = document.querySelector(".top").offsetHeight; return bar > 54 && bar <= parseFloat(getComputedStyle(document.querySelector("h2.pinned")).top) + 1 }"""
        until(lambda: tab.run(below), "the headings are below the bar")
        tab.close()


@promise
def the_rejected_messages_that_are_still_listed_count_and_an_alert_is_named_as_one(browser):
    alert = {"name": "alert/hot", "kind": "alert", "state": "failed", "error": "https://hooks.example.com/a answered 503"}
    odds = {"name": "odds", "kind": "stream", "state": "live", "age": 1, "rejected": 7}
    chips = lambda: tab.run("() => [document.querySelector('#inputs summary').textContent, ...[...document.querySelectorAll('#inputs li')].map((li) => `${[...li.children].map((part) => part.textContent).filter(Boolean).join(' ')}${li.hasAttribute('data-rejected') ? ' !' : ''}`)]")
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served)
        listed = []
        tab.page.route("**/v1/inputs", lambda route: route.fulfill(json=listed))
        for listed, state, wanted in (
            ([odds], "Live", ["1 input, 7 rejected", "odds live, 7 rejected 1 s ago !"]),
            ([{**odds, "kept": 2}], "Live", ["1 input, 2 rejected", "odds live, 2 rejected 1 s ago !"]),
            ([{**odds, "kept": 0}, alert], "Failed: alert hot", ["1 input, 1 alert not sent", "odds live 1 s ago", f"alert hot failed {alert['error']}"]),
            ([{**odds, "kept": 0}], "Live", ["1 input", "odds live 1 s ago"]),
        ):
            tab.run("() => inputs.ask()")
            assert chips() == wanted and tab.page.text_content("#state") == state, (chips(), tab.page.text_content("#state"))
        tab.close()


@promise
def a_feed_waits_for_its_inputs_until_one_has_sent_a_message(browser):
    with folder() as path, serving("layouts/sportsbook.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        sent, asked = [], []
        def answer(route):
            asked.append(1)
            route.fulfill(json=[{"name": name, "kind": "stream", "state": "live" if name in sent else "new"} for name in ("odds", "desk")])
        tab.page.route("**/v1/inputs", answer)
        # Without the regular questions, only a change of the feed can be the reason.
        tab.run("() => { inputs.isFollowing = () => false; return inputs.ask() }")
        assert tab.page.text_content("#state") == "Waiting for 2 inputs" and tab.page.text_content("#inputs summary") == "2 inputs, no messages yet"
        dot = lambda: tab.run("() => getComputedStyle(document.querySelector('#state'), '::before').backgroundColor")
        grey = dot()
        sent.append("odds")
        served.lines({"upsert": {"sport": [{"id": 1, "name": "First"}]}})
        until(lambda: tab.page.text_content("#state") == "Live" and dot() != grey, "the first message ends the wait")
        # A fixture changes the feed as well, and causes no more questions.
        sent.clear()
        tab.run("() => inputs.ask()")
        before = len(asked)
        for number in range(3):
            served.lines({"upsert": {"sport": [{"id": 1, "name": f"Name {number}"}]}})
            tab.follow(served)
        assert len(asked) - before <= 1 and tab.page.text_content("#state") == "Waiting for 2 inputs", asked
        tab.close()


@promise
def a_suspended_market_says_so_instead_of_a_dash(browser):
    with folder() as path, serving("layouts/sportsbook.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served, viewport={"width": 390, "height": 844})
        market = tab.run("() => Number(document.querySelector('[data-section^=live] [data-kind=market-header]').dataset.id.split('/')[1])")
        served.lines({"upsert": {"market": [{"id": market, "status": "suspended"}]}})
        tab.follow(served)
        for width in (390, 1440):
            tab.page.set_viewport_size({"width": width, "height": 844})
            row = tab.run("(id) => { const li = document.querySelector(`[data-id='locked:market/${id}']`), value = li.querySelector('.value'); return [value.textContent, value.scrollWidth - value.clientWidth, value.offsetHeight] }", market)
            assert row[0] == "suspended" and row[1] <= 0 and row[2] < 30, (width, row)
        served.lines({"upsert": {"market": [{"id": market, "status": "open"}]}})
        tab.follow(served)
        tab.close()


@promise
def a_result_is_in_the_bar_and_covers_nothing_that_is_pressed(browser):
    look = """() => { const said = document.querySelector("#said"), box = said.getBoundingClientRect();
      const covered = [...document.querySelectorAll("button, a, input, output, main .value, main .title, h2, #chosen li")].filter((one) => {
        const { left, right, bottom, width, ...rest } = one.getBoundingClientRect().toJSON();
        // The bar covers what is scrolled behind it.
        const top = one.closest(".top") ? rest.top : Math.max(rest.top, document.querySelector(".top").offsetHeight);
        return width && getComputedStyle(one).visibility === "visible" && left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
      }).map((one) => one.outerHTML.slice(0, 80));
      return { text: said.textContent, covered, isWhole: said.scrollHeight <= said.clientHeight + 1 && said.scrollWidth <= said.clientWidth + 1,
        isInView: box.width > 0 && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight, takes: getComputedStyle(said).pointerEvents, sideways: document.documentElement.scrollWidth - innerWidth } }"""
    with serving("layouts/sportsbook.yaml") as served:
        for width in (320, 390, 800, 1440):
            tab = Tab(browser, served, viewport={"width": width, "height": 800})
            # The panel is open as well.
            tab.run("() => document.querySelector('[data-kind=selection] .act').click()")
            tab.run("() => scrollTo(0, 900)")
            for search in (False, True):
                if search:
                    tab.page.keyboard.press("/")
                    tab.page.get_by_label("Filter by text").wait_for()
                tab.run("() => document.querySelector('[data-kind=sport] .act').click()")
                tab.run("() => document.querySelector('[data-kind=sport] .act').click()")
                found = tab.run(look)
                assert found["text"] == "All sections are shown" and found["isWhole"] and found["isInView"] and found["takes"] == "none" and found["sideways"] <= 0, f"at {width}: {found}"
                # A narrow bar has no room beside its words or its field; at the bottom a finger still presses what is below.
                if width > 1000 or width > 700 and not search:
                    assert not found["covered"], f"at {width}: {found}"
            # A field that opens later moves it.
            tab.page.keyboard.press("Escape")
            tab.run("() => document.querySelector('[data-kind=sport] .act').click()")
            tab.page.keyboard.press("/")
            until(lambda: tab.run("() => { const [a, b] = ['#said', '#filter'].map((one) => document.querySelector(one).getBoundingClientRect()); return a.right <= b.left || a.top >= b.bottom }"), "the field is free")
            tab.close()


@promise
def the_states_of_the_inputs_are_drawn_from_the_first_answer(browser):
    # The first answer is the only one: all later requests are held.
    listed = [{"name": "odds", "kind": "stream", "state": "late", "age": 90, "rate": 12.3, "rejected": 2, "kept": 2}, {"name": "desk", "kind": "poll", "state": "live", "age": 1, "rate": 0}]
    with serving("layouts/sportsbook.yaml") as served:
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page, asked, order = context.new_page(), [], []
        use_sources(page, served)
        def answer(route):
            asked.append(route)
            if len(asked) == 1:
                route.fulfill(json=listed)
        page.route("**/v1/inputs", answer)
        page.on("request", lambda request: order.append(request.url.removeprefix(served.url).split("?")[0]))
        page.goto(served.url)
        page.wait_for_selector("main[data-version] > section", state="attached")
        page.wait_for_selector("body[data-state=live]")
        page.locator("#inputs li").first.wait_for()
        found = page.evaluate("""() => ({ state: document.querySelector("#state").textContent, inputs: document.body.dataset.inputs, summary: document.querySelector("#inputs summary").textContent,
          chips: [...document.querySelectorAll("#inputs li")].map((li) => [li.dataset.state, ...[...li.children].map((part) => part.textContent)]) })""")
        assert found == {"state": "Late: odds", "inputs": "late", "summary": "2 inputs, 1 late, 2 rejected",
                         "chips": [["late", "odds", "late, 2 rejected", "90 s ago\u00a0· 12 messages/s"], ["live", "desk", "live", "1 s ago\u00a0· unchanged"]]}, found
        # It is asked for before the feed is.
        assert order.index("v1/inputs") < order.index("v1/stream"), order
        for route in asked[1:]:
            route.abort()
        context.close()


JOBS = """
feed: 1
title: Jobs
store: {schema: jobs.sql}
sources: {jobs: {from: job, where: state = 'failed'}}
sections: [{id: failed, source: jobs, title: Failed jobs, item: job, layout: rows, placeholder: {item: none, text: No failed job}}]
items: {none: {title: "{text}"}, job: {title: "{name}"}}
layouts: {rows: {height: 44}}
"""


@promise
def a_placeholder_is_not_known_until_its_source_has_been_read(browser):
    with folder() as path:
        (path / "jobs.yaml").write_text(JOBS)
        (path / "jobs.sql").write_text("CREATE TABLE job (id INTEGER PRIMARY KEY, name TEXT NOT NULL, state TEXT NOT NULL);")
        with serving(path / "jobs.yaml") as served:
            tab = Tab(browser, served)
            shown = lambda: tab.run("""() => { const title = document.querySelector("main [data-kind=none] > .title"), { color, fontWeight } = getComputedStyle(title);
              return [title.textContent, getComputedStyle(title, "::after").content, color, fontWeight] }""")
            known = shown()
            assert known[:2] == ["No failed job", "none"], known
            ages = {"age": None}
            tab.page.route("**/v1/inputs", lambda route: route.fulfill(json=[{"name": "jobs", "kind": "poll", "state": "failed", "error": "refused", **ages}]))
            becomes = lambda state, **source: tab.run("async (source) => { feed.sources = [{ id: 'jobs', ...source }]; stream.onEdits(); await inputs.ask() }", {"state": state, **source})
            for source in ({"state": "failed", "error": "input 'jobs': refused"}, {"state": "late"}):
                ages["age"] = None
                becomes(**source)
                unread = shown()
                assert unread[:2] == ["No failed job", '" (not known yet)"'] and unread[2] != known[2] and unread[3] == "400", unread
                # A message that has been received before is known.
                ages["age"] = 90
                becomes(**source)
                assert shown() == known, shown()
            tab.close()
