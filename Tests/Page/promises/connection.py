"""The connection."""
from tab import *


@promise
def after_a_kill_and_a_restart_it_is_live_again_without_an_image(browser):
    with folder() as path, serving("layouts/photos.yaml", "--store", path / "s.sqlite", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        served.kill()
        tab.page.wait_for_selector("body[data-state=reconnecting]")
        assert tab.page.get_by_role("status").first.text_content() == "Reconnecting"
        served.start()
        tab.page.wait_for_selector("body[data-state=live]")
        served.lines({"upsert": {"photo": [{"id": 1, "title": "after the restart"}]}})
        tab.follow(served)
        assert tab.run("() => stream.images") == 1 and tab.run("() => stream.opened") > 1
        tab.close()


@promise
def a_page_whose_server_is_gone_goes_on_at_a_peer_without_an_image(browser):
    with folder() as path:
        options = lambda name: ("layouts/photos.yaml", "--store", path / f"{name}.sqlite", "--token-file", path / "token")
        first = Served(*options("a"))
        first.kill()
        for file in path.glob("a.sqlite*"):
            shutil.copy(file, path / file.name.replace("a", "b", 1))
        second = Served(*options("b"), "--peer", f"http://127.0.0.1:{first.port}")
        first = Served(*options("a"), "--peer", f"http://127.0.0.1:{second.port}", port=first.port)
        try:
            tab = Tab(browser, first)
            for served in (first, second):
                served.lines({"upsert": {"photo": [{"id": 1, "title": "at both"}]}})
            tab.follow(second)
            first.kill()
            second.lines({"upsert": {"photo": [{"id": 1, "title": "at the peer"}]}})
            tab.follow(second)
            tab.page.wait_for_selector("body[data-state=live]")
            assert tab.run("() => stream.images") == 1 and second.metric('feed_events_total{event="image"}') == 0
            first.start()
            first.lines({"upsert": {"photo": [{"id": 1, "title": "at the peer"}]}})
            second.kill()
            first.lines({"upsert": {"photo": [{"id": 1, "title": "back again"}]}})
            tab.follow(first)
            assert tab.run("() => stream.images") == 1
            tab.close()
        finally:
            for served in (first, second):
                if served.process.poll() is None:
                    served.kill()


@promise
def a_changed_feed_file_is_shown_without_a_reload(browser):
    with folder() as path:
        for name in ("layouts/photos.yaml", "layouts/photos.sql", "fixtures/photos/seed.jsonl"):
            (path / name.split("/")[-1]).write_text((ROOT / name).read_text().replace("../fixtures/photos/", ""))
        with serving(path / "photos.yaml", "--store", path / "s.sqlite") as served:
            tab = Tab(browser, served)
            text = (path / "photos.yaml").read_text()
            (path / "photos.yaml").write_text(text.replace("title: Photos", "title: Pictures").replace("columns: 3", "columns: 2").replace("{artist}", "by {artist}"))
            until(lambda: tab.page.title() == "Pictures", "the title is the new one")
            tab.follow(served)
            until(lambda: tab.run("() => getComputedStyle(document.querySelector('.grid')).gridTemplateColumns.split(' ').length") == 2, "two columns")
            assert tab.run("() => window.isSame") and tab.run("() => stream.images") == 2
            tab.close()


@promise
def a_pause_holds_the_page_and_a_tab_that_comes_back_goes_on_with_its_cursor(browser):
    with folder() as path, serving("layouts/photos.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        tab.page.get_by_role("button", name="Pause").click()
        before = tab.shown()
        version = served.lines({"upsert": {"photo": [{"id": 1, "title": "during the pause"}]}})
        until(lambda: tab.run("() => feed.cursor.version") >= version, "the version has come")
        assert tab.shown() == before and "Paused since" in tab.page.text_content("#state")
        tab.page.get_by_role("button", name="Resume").click()
        tab.follow(served)
        # A tab in the background lets its stream go after a while, and takes it up again.
        tab.run("""async () => { const { times } = await import("/page/stream.js"); times.hidden = 50;
          window.hide = (state) => { Object.defineProperty(document, "visibilityState", { value: state, configurable: true }); document.dispatchEvent(new Event("visibilitychange")) }; hide("hidden") }""")
        until(lambda: tab.run("() => stream.source === undefined"), "the stream is let go")
        served.lines({"upsert": {"photo": [{"id": 1, "title": "while hidden"}]}})
        tab.run("() => hide('visible')")
        tab.follow(served)
        assert tab.run("() => stream.images") == 1
        tab.close()


@promise
def all_tabs_of_a_browser_share_one_stream_which_another_takes_over(browser):
    with folder() as path:
        # Of few prices: what a tab has missed, however long it was slow, is never worth another image.
        load(path / "load.jsonl", 120, 100, among=30)
        with serving("layouts/sportsbook.yaml", "--fixture", path / "load.jsonl") as served:
            clients, images = lambda: served.metric("feed_clients"), lambda: served.metric('feed_events_total{event="image"}')
            tabs = [Tab(browser, served)]
            tabs += [Tab(browser, served, beside=tabs[0]) for _ in range(3)]
            leader = lambda: [tab for tab in tabs if tab.run("() => stream.leads")]
            is_live = lambda: all(tab.page.get_attribute("body", "data-state") == "live" for tab in tabs)

            def go_on(what):
                """All tabs get on to versions that were not there yet, over one stream."""
                version = max(tab.run("() => feed.cursor?.version ?? 0") for tab in tabs)
                until(lambda: min(tab.run("() => feed.cursor?.version ?? 0") for tab in tabs) > version + 20, f"{what}: all go on")
                until(lambda: is_live() and len(leader()) == 1 and clients() == 1, f"{what}: one stream for all")
                told = [(tab.run("() => [stream.images, stream.opened]"), tab.streams[-3:], tab.errors) for tab in tabs]
                assert images() == 1, f"{what}: the server has sent {images()} images; the tabs: {told}"

            go_on("four tabs")
            # Closed, its turn goes to another tab, which has the cursor.
            first = leader()[0]
            tabs.remove(first)
            first.page.close()
            go_on("a tab is closed")
            # Frozen by the browser, or left and kept for the way back, it lets go.
            for leave, back in (("document.dispatchEvent(new Event('freeze'))", "document.dispatchEvent(new Event('resume'))"),
                                ("dispatchEvent(new PageTransitionEvent('pagehide'))", "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")):
                second = leader()[0]
                second.run(f"() => {leave}")
                tabs.remove(second)
                go_on(leave)
                second.run(f"() => {back}")
                tabs.append(second)
                go_on(back)
            # Silent for whatever reason, its turn is taken from it.
            third = leader()[0]
            for tab in tabs:
                tab.run("() => { stream.patience = (2 + Math.random()) * 1_000 }")
            third.run("() => { stream.tabs.say = () => {} }")
            until(lambda: leader() and leader()[0] is not third, "another one leads")
            go_on("a tab was silent")
            # And what befalls the one befalls all.
            served.kill()
            for tab in tabs:
                tab.page.wait_for_selector("body[data-state=reconnecting]")
            for tab in tabs:
                assert not tab.errors, tab.errors
            tabs[0].close()


@promise
def what_nothing_is_heard_of_is_stale_or_offline_and_prices_of_late_sources_are_suspended(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served, "?heartbeat=30000")
        # The server first: as long as it answers, a page that hears of it too seldom connects again and is live.
        served.process.send_signal(signal.SIGSTOP)
        tab.run("""async () => { const { times } = await import("/page/stream.js"); times.stale = 600; stream.heartbeat = 300 }""")
        tab.page.wait_for_selector("body[data-state=stale]")
        assert tab.page.text_content("#state").startswith("Stale since ")
        tab.context.set_offline(True)
        tab.page.wait_for_selector("body[data-state=offline]")
        served.process.send_signal(signal.SIGCONT)
        tab.context.set_offline(False)
        tab.run("() => { stream.heartbeat = 30000 }")
        tab.page.wait_for_selector("body[data-state=live]")
        tab.run("""() => { feed.sources = feed.sources.map((s) => s.id === "standard" ? { ...s, state: "late" } : s); stream.onEdits() }""")
        line = tab.run("() => getComputedStyle(document.querySelector('.section-standard .value')).textDecorationLine")
        assert line == "line-through" and not tab.run("() => document.querySelector('.section-live.late')")
        tab.close()


@promise
def without_a_connection_the_states_of_inputs_are_unknown_until_they_are_read_again(browser):
    with folder() as path, serving("layouts/photos.yaml", "--store", path / "s.sqlite") as served:
        tab = Tab(browser, served)
        inputs = [{"name": name, "kind": "stream", "state": state, "age": 3} for name, state in (("odds", "live"), ("ads", "late"))]
        tab.page.route("**/v1/inputs", lambda route: route.fulfill(json=inputs))
        tab.run("() => inputs.ask()")
        chips = lambda: tab.run("() => [...document.querySelectorAll('#inputs li')].map((li) => [...li.children].map((part) => part.textContent).join(' '))")
        colours = lambda: {(one, back) for one, back in tab.run("() => [...document.querySelectorAll('#inputs li')].map((li) => [getComputedStyle(li).color, getComputedStyle(li, '::before').backgroundColor])")}
        known = ["odds live 3 s ago", "ads late 3 s ago"]
        assert chips() == known and len(colours()) == 2, chips()
        # Answers that arrive after the loss do not make them known: the page reads them only over a live connection.
        for loss in ("served", "offline"):
            served.kill() if loss == "served" else tab.context.set_offline(True)
            tab.page.wait_for_selector(f"body[data-state={'reconnecting' if loss == 'served' else 'offline'}]")
            assert chips() == ["odds unknown no connection", "ads unknown no connection"], f"{loss}: {chips()}"
            (text, dot), = colours()
            assert text == dot == tab.run("() => getComputedStyle(document.querySelector('#inputs')).color"), f"{loss}: {text}, {dot}"
            assert tab.page.text_content("#inputs summary") == "2 inputs, unknown" and tab.page.locator("#inputs li").first.get_attribute("title") == "odds: unknown\nno connection"
            tab.run("() => inputs.ask()")
            assert chips() == ["odds unknown no connection", "ads unknown no connection"], f"{loss}: {chips()}"
            served.start() if loss == "served" else tab.context.set_offline(False)
            tab.page.wait_for_selector("body[data-state=live]")
            until(lambda: chips() == known and tab.page.text_content("#inputs summary") == "2 inputs, 1 late", f"{loss}: they are read again")
        tab.close()
