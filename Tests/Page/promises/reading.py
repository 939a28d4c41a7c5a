"""Long sections, and the rights to read."""
from tab import *


@promise
def a_long_section_loads_more_when_its_end_comes_into_view(browser):
    with folder() as path:
        rows = ",".join(f"({n}, 'Row {n}')" for n in range(1200))
        (path / "long.sql").write_text(f"CREATE TABLE row (id INTEGER PRIMARY KEY, name TEXT) STRICT; INSERT INTO row VALUES {rows};")
        (path / "long.yaml").write_text(
            "feed: 1\nstore: {schema: long.sql}\nsources: {rows: {from: row, order: [id]}}\n"
            "sections: [{id: rows, source: rows, item: row, title: Rows, layout: list}]\n"
            "items: {row: {title: '{name}'}}\nlayouts: {list: {height: 44}}\n")
        with serving(path / "long.yaml", "--token-file", path / "token") as served:
            tab = Tab(browser, served)
            shown = "() => document.querySelectorAll('li[data-id]').length"
            assert tab.run(shown) == 500
            assert "500 of 1,200" in tab.page.locator(".rest").inner_text()
            # What comes in outside the part changes the number alone.
            served.lines({"upsert": {"row": [{"id": 5000, "name": "Last"}]}})
            tab.page.get_by_text("500 of 1,201").wait_for()
            tab.page.locator(".rest").scroll_into_view_if_needed()
            until(lambda: tab.run(shown) == 1000, "the page shows a thousand rows")
            # A click of the mouse would scroll, and the button goes when it comes into view.
            tab.run("() => document.querySelector('.rest')?.click()")
            until(lambda: tab.run(shown) == 1201, "the page shows all rows")
            tab.follow(served)
            assert tab.page.locator(".rest").count() == 0
            # After a reconnection the page resumes with the same parts.
            images = tab.run("() => stream.images")
            tab.run("() => stream.failed(0)")
            served.lines({"upsert": {"row": [{"id": 1100, "name": "Changed"}]}})
            tab.follow(served)
            assert tab.run("() => stream.images") == images
            tab.close()


# MARK: Who may read

@promise
def a_viewer_signs_in_once_and_again_after_the_right_has_ended(browser):
    with folder() as path, serving("layouts/sportsbook.yaml", "--read-token-file", path / "token") as served:
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(60_000)

        def sign_in(token):
            page.get_by_label("Token").fill(token)
            page.get_by_role("button", name="Sign in").click()

        use_sources(page, served)
        answered = []
        page.on("response", lambda answer: answered.append(answer.url.removeprefix(served.url)))
        page.goto(served.url)
        # The question looks like the page, before it has the style sheet of the feed.
        font = page.get_by_role("dialog", name="Sign in").evaluate("(dialog) => getComputedStyle(dialog).fontFamily")
        assert "system-ui" in font, font
        # Behind it the bar names what the page waits for, also after the answer about the inputs.
        until(lambda: page.evaluate("() => new Promise(requestAnimationFrame)") and "v1/inputs" in answered, "the inputs are refused")
        assert page.text_content("#state") == "Waiting for a token", page.text_content("#state")
        sign_in("wrong-0123456789abcdef")
        page.get_by_text("the token is wrong").wait_for()
        sign_in(TOKEN)
        page.wait_for_selector("main[data-version] > section", state="attached")
        cookie = next(c for c in context.cookies() if c["name"] == "feed-session")
        assert cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie
        page.reload()
        page.wait_for_selector("main[data-version] > section", state="attached")
        assert page.locator("dialog").count() == 0
        context.clear_cookies()
        page.evaluate("async () => (await import('/page/page.js')).stream.failed(0)")
        page.get_by_role("dialog", name="Sign in").wait_for()
        assert page.text_content("#state") == "Waiting for a token", page.text_content("#state")
        page.keyboard.press("Escape")
        until(lambda: page.text_content("#state") == "Not signed in", "the bar says so")
        context.close()


@promise
def a_token_in_the_address_causes_no_error_and_no_refused_request(browser):
    with folder() as path:
        for rights in (("--read-token-file", path / "token"), ("--token-file", path / "token")):
            with serving("layouts/sportsbook.yaml", *rights) as served:
                context = browser.new_context()
                page, messages, refused = context.new_page(), [], []
                use_sources(page, served)
                page.on("console", lambda message: messages.append(message.text))
                page.on("response", lambda response: refused.append((response.status, response.url)) if response.status >= 400 else None)
                page.goto(f"{served.url}#token={TOKEN}")
                page.wait_for_selector("main[data-version] > section", state="attached")
                page.locator("main li").first.wait_for()
                assert not messages and not refused, (rights, messages, refused)
                # The rules of the feed are in front of those of the page.
                sheets = page.evaluate("() => [...document.styleSheets].map(({ href }) => href.split('/').at(-1))")
                assert sheets == ["common.css", "feed.css", "page.css"], sheets
                assert page.url == served.url and page.locator("dialog").count() == 0
                context.close()


@promise
def a_token_that_the_address_of_an_open_page_gets_answers_its_question(browser):
    enter = lambda page, token: page.evaluate("(token) => { location.hash = `token=${token}` }", token)
    with folder() as path, serving("layouts/sportsbook.yaml", "--read-token-file", path / "token") as served:
        for first in ("open", "cancelled", "wrong"):
            context = browser.new_context()
            page = context.new_page()
            use_sources(page, served)
            page.goto(served.url)
            page.get_by_role("dialog", name="Sign in").wait_for()
            if first == "cancelled":
                page.get_by_role("button", name="Cancel").click()
                page.get_by_text("Not signed in").wait_for()
            if first == "wrong":
                enter(page, "wrong-0123456789abcdef")
                page.get_by_text("the token is wrong").wait_for()
            enter(page, TOKEN)
            page.wait_for_selector("main[data-version] > section", state="attached")
            assert page.locator("dialog").count() == 0 and page.url == served.url, (first, page.url)
            context.close()
    # The question of a write, on a page that everyone may read.
    with folder() as path, serving("layouts/photos.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        tab.run("() => { window.isSame = true; window.written = writer.post('/v1/messages', {}).then(() => 'done', ({ status }) => status) }")
        tab.page.get_by_role("dialog", name="Token").wait_for()
        enter(tab.page, TOKEN)
        # It is sent with the token.
        assert tab.run("() => written") not in (None, 401, 403) and tab.run("() => isSame && !location.hash")
        assert tab.page.locator("dialog").count() == 0
        tab.close()


@promise
def pages_of_allowed_origins_alone_read_and_write(browser):
    with folder() as path, elsewhere() as (origin, other):
        with serving("layouts/sportsbook.yaml", "--token-file", path / "token", "--read-token-file", path / "token", "--allow-origin", origin) as served:
            script = """async ([url, token]) => {
              const headers = { Authorization: `Bearer ${token}` };
              const session = await fetch(url + "v1/session", { method: "POST", headers, credentials: "include" });
              const stream = new EventSource(url + "v1/stream", { withCredentials: true });
              const image = await new Promise((done, failed) => {
                stream.addEventListener("image", ({ data }) => done(JSON.parse(data)));
                stream.onerror = () => failed(new Error("no stream"));
              });
              stream.close();
              const lines = JSON.stringify({ upsert: { sport: [{ id: 1, name: "Written" }] } });
              const write = await fetch(url + "v1/messages", { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: lines });
              return [session.status, image.sections.length > 0, write.status];
            }"""
            for place, is_allowed in ((origin, True), (other, False)):
                context = browser.new_context()
                page = context.new_page()
                page.goto(place)
                try:
                    answer = page.evaluate(script, [served.url, TOKEN])
                except Exception as error:
                    assert not is_allowed, error
                else:
                    assert is_allowed and answer == [204, True, 200], answer
                context.close()


@promise
def the_web_app_of_the_documentation_follows_the_feed_and_writes(browser):
    source = re.search(r"```html\n(.*?)```", (ROOT / "Documentation/Serving.md").read_text(), re.DOTALL)[1]
    with folder() as path, elsewhere() as (origin, _):
        rights = ("--token-file", path / "token", "--read-token-file", path / "token", "--allow-origin", origin)
        with serving("layouts/sportsbook.yaml", *rights) as served:
            context = browser.new_context()
            page, errors = context.new_page(), []
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("dialog", lambda dialog: dialog.accept(TOKEN))
            body = source.replace("http://localhost:8080", served.url.rstrip("/"))
            assert body != source
            # Chromium lets no page connect to this machine that `route` has answered.
            page.goto(origin)
            page.set_content(body)
            def shows(version):
                until(lambda: page.text_content("#state") == f"Sportsbook, version {version}", f"version {version} is shown")
            shows(1)
            page.evaluate("[...document.querySelectorAll('button')].find((button) => button.onclick).click()")
            shows(2)
            served.lines({"upsert": {"sport": [{"id": 1, "name": "Calcio"}]}})
            shows(3)
            assert page.get_by_text("Calcio").count()
            served.kill()
            served.start()
            shows(1)
            assert not page.get_by_text("Calcio").count()
            assert not errors, errors
            context.close()
