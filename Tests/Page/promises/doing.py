"""Actions and moves."""
from tab import *


def order_of(served):
    return [x["id"] for s in served.image()["sections"] for x in s["items"]]


def centre(tab, identity, part=""):
    return tab.run("([id, part]) => { const r = document.querySelector(`[data-id='${id}'] ${part}`.trim()).getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2] }", [identity, part])


@promise
def a_photo_dragged_by_mouse_by_touch_and_by_keys_is_where_it_was_put_after_a_kill_and_in_a_second_browser(browser):
    with folder() as path, serving("layouts/photos.yaml", "--store", path / "s.sqlite", "--token-file", path / "token") as served:
        tab, other = Tab(browser, served, has_touch=True), Tab(browser, served)
        ids = order_of(served)
        # By mouse: the first one behind the fourth.
        tab.page.mouse.move(*centre(tab, ids[0]))
        tab.page.mouse.down()
        x, y = centre(tab, ids[3])
        tab.page.mouse.move(x - 30, y, steps=8)
        tab.page.mouse.move(x, y, steps=4)
        until(lambda: tab.order()[:4] == [ids[1], ids[2], ids[3], ids[0]], "the siblings make room")
        tab.page.mouse.up()
        tab.token()
        wanted = [ids[1], ids[2], ids[3], ids[0], *ids[4:]]
        until(lambda: order_of(served) == wanted, "the mouse has moved it")
        until(lambda: other.order() == wanted, "the second browser shows it")
        # By touch, at its handle: the last one to the front.
        cdp = tab.context.new_cdp_session(tab.page)
        touch = lambda kind, *at: cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}] if at else []})
        start, end = centre(tab, ids[-1], ".handle"), centre(tab, wanted[0])
        touch("touchStart", *start)
        for step in range(1, 9):
            touch("touchMove", *(a + (b - a) * step / 8 for a, b in zip(start, end)))
        touch("touchEnd")
        wanted = [ids[-1], *wanted[:-1]]
        until(lambda: order_of(served) == wanted, "touch has moved it")
        # By keys: the second one a place on, and the focus with it.
        tab.page.locator(f"[data-id='{wanted[1]}'] .handle").focus()
        tab.page.keyboard.press("Alt+ArrowDown")
        wanted[1], wanted[2] = wanted[2], wanted[1]
        until(lambda: order_of(served) == wanted, "keys have moved it")
        assert tab.run("() => document.activeElement.closest('li').dataset.id") == wanted[2]
        until(lambda: "place 3 of" in tab.page.text_content("#said"), "it is said")
        served.kill()
        served.start()
        assert order_of(served) == wanted
        for each in (tab, other):
            each.page.wait_for_selector("body[data-state=live]")
            each.follow(served)
            assert each.run("() => list.overlays.size") == 0
            each.close()


@promise
def a_drag_goes_on_while_the_list_changes_500_times_a_second(browser):
    with folder() as path:
        rng = random.Random(3)
        with open(path / "load.jsonl", "w") as file:
            for number in range(3_000):
                line = {"at": number / 500, "upsert": {"photo": [{"id": rng.randint(1, 7), "artist": f"artist {number}"}]}}
                if number % 25 == 5:
                    line = {"at": number / 500, "upsert": {"photo": [{"id": 100 + number, "title": f"new {number}", "display_order": rng.randint(1, 9000)}]}}
                if number % 25 == 20:
                    line = {"at": number / 500, "delete": {"photo": [100 + number - 15]}}
                if number % 40 == 11:
                    line = {"at": number / 500, "upsert": {"photo": [{"id": rng.randint(2, 7), "display_order": rng.randint(1, 9000)}]}}
                file.write(json.dumps(line) + "\n")
        with serving("layouts/photos.yaml", "--fixture", path / "load.jsonl", "--token-file", path / "token") as served:
            tab = Tab(browser, served, "?heartbeat=30000&conflate=10")
            # Whichever is there by the time that the button goes down, of those that stay.
            lasting = [f"photo:photo/{number}" for number in range(1, 8)]
            while (identity := tab.run("() => reordering.drag?.id")) not in lasting:
                tab.page.mouse.up()
                tab.page.mouse.move(*centre(tab, lasting[0]))
                tab.page.mouse.down()
            for step in range(60):
                at = (150 + 12 * step % 700, 200 + 9 * step % 400)
                tab.page.mouse.move(*at)
                tab.page.wait_for_timeout(20)
                if step > 5:
                    x, y = centre(tab, identity)
                    assert abs(x - at[0]) < 200 and abs(y - at[1]) < 200, f"{x}, {y} is not under the pointer at {at}"
            tab.page.mouse.up()
            tab.token()
            until(lambda: "moved" in tab.page.text_content("#said").lower(), "the move is answered")
            until(lambda: tab.run("() => list.overlays.size") == 0, "nothing is laid over any more")
            tab.follow(served)
            tab.close()


@promise
def a_refusal_slides_it_back_with_its_reason(browser):
    with folder() as path, serving("layouts/photos.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        before = tab.order()
        tab.page.locator(f"[data-id='{before[0]}'] .handle").focus()
        tab.page.keyboard.press("Alt+ArrowDown")
        until(lambda: tab.order()[:2] == [before[1], before[0]], "it goes at once")
        tab.page.get_by_label("Token of this server").fill("another token that is long enough")
        tab.page.get_by_role("button", name="Use token").click()
        until(lambda: re.search("Not moved: .*the token is wrong", tab.page.text_content("#said")), "the reason is said")
        until(lambda: tab.order() == before, "it is where it was")
        tab.close()


@promise
def actions_are_buttons_and_keys_with_one_tab_stop_a_section(browser):
    with folder() as path, serving(copied("sportsbook", path, without="    viewer:"), "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        stops = tab.run("() => [...document.querySelectorAll('main > section')].map((s) => s.querySelectorAll('ul [tabindex=\"0\"]').length)")
        assert max(stops) <= 1, stops
        cell = tab.run("() => document.querySelector('.section-standard [data-kind=selection]').dataset.id")
        tab.page.locator(f"[data-id='{cell}'] .act").focus()
        tab.page.keyboard.press("ArrowRight")
        nxt = tab.run("() => document.activeElement.closest('li').dataset.id")
        assert nxt != cell
        focused = lambda: tab.run("() => document.activeElement.closest('li')?.dataset.id")
        ids = tab.run("() => [...document.activeElement.closest('ul').querySelectorAll('li:has(> .act)')].map((li) => li.dataset.id)")
        for key, wanted in (("End", ids[-1]), ("ArrowRight", ids[-1]), ("Home", ids[0]), ("ArrowRight", ids[1]), ("ArrowDown", None), ("ArrowUp", ids[1]), ("ArrowLeft", ids[0])):
            tab.page.keyboard.press(key)
            assert wanted is None and focused() not in ids[:3] or focused() == wanted, f"{key}: {focused()}"
        # The tabulator comes back to where the arrows left.
        tab.page.keyboard.press("Tab")
        assert focused() != ids[0]
        tab.page.keyboard.press("Shift+Tab")
        assert focused() == ids[0]
        tab.page.locator(f"[data-id='{nxt}'] .act").focus()
        tab.page.keyboard.press("b")
        tab.token()
        tab.page.wait_for_selector(f"[data-id='{nxt}'] mark")
        tab.page.locator(f"[data-id='{nxt}'] .act").click()
        tab.page.wait_for_selector(f"[data-id='{nxt}'] mark", state="detached")
        tab.follow(served)
        tab.close()


@promise
def what_a_viewer_folds_and_hides_survives_a_reload_and_is_nobody_elses(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab, other = Tab(browser, served), Tab(browser, served)
        tab.page.get_by_role("button", name="Featured", exact=True).click()
        tab.page.get_by_role("button", name="Sections").click()
        tab.page.get_by_role("checkbox", name="Football", exact=True).uncheck()
        tab.page.get_by_role("button", name="Done").click()
        look = "() => [document.querySelector('.section-featured ul').hidden, document.querySelector('[data-section=\"standard/1\"]').hidden]"
        assert tab.run(look) == [True, True]
        tab.page.reload()
        tab.page.wait_for_selector("main[data-version] > section", state="attached")
        assert tab.run(look) == [True, True] and other.run(look) == [False, False]
        assert tab.page.get_by_role("button", name="Featured", exact=True).get_attribute("aria-expanded") == "false"
        tab.close()
        other.close()


@promise
def what_actions_do_for_a_viewer_stays_in_the_browser_and_survives_a_reload(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab, other = Tab(browser, served), Tab(browser, served)
        posts = []
        tab.page.on("request", lambda request: posts.append(request.url) if request.method != "GET" else None)
        cell = tab.run("() => document.querySelector('.section-standard [data-kind=selection]:has(> .act)').dataset.id")
        button = tab.page.locator(f"[data-id='{cell}'] .act")
        button.click()
        tab.page.wait_for_selector(f"[data-id='{cell}'] mark")
        assert button.get_attribute("aria-pressed") == "true"
        # A sport alone.
        chip = tab.page.locator("[data-id='sport:sport/2'] .act")
        chip.click()
        shown = "() => [...document.querySelectorAll('main > section:not([hidden])')].map((s) => s.dataset.section)"
        assert set(tab.run(shown)) == {"sports", "standard/2", "live/2"}, tab.run(shown)
        # And its scheduled events folded away, by the key of their first one.
        tab.page.locator("[data-section='standard/2'] [data-kind=event-header] .act").first.focus()
        tab.page.keyboard.press("Enter")
        assert tab.run("() => document.querySelector('[data-section=\"standard/2\"] ul').hidden && document.activeElement.matches('.fold')")
        tab.page.reload()
        tab.page.wait_for_selector("main[data-version] > section", state="attached")
        assert set(tab.run(shown)) == {"sports", "standard/2", "live/2"}
        assert tab.run("() => document.querySelector('[data-section=\"standard/2\"] ul').hidden")
        tab.page.wait_for_selector(f"[data-id='{cell}'] mark", state="attached")
        assert chip.get_attribute("aria-pressed") == "true"
        chip.click()
        assert len(tab.run(shown)) > 10 and chip.get_attribute("aria-pressed") == "false"
        button.click()
        tab.page.wait_for_selector(f"[data-id='{cell}'] mark", state="detached")
        assert posts == [] and other.run("() => !document.querySelector('main mark, section[hidden], main ul[hidden]')")
        tab.close()
        other.close()


TASKS = """
feed: 1
title: Tasks
store: {schema: tasks.sql, seed: tasks.jsonl}
sources:
  tasks: {from: task, order: [rank], group: {by: list_id, order: [list.rank], title: list.name}}
sections:
  - {id: lists, source: tasks, title: "{title}", header: "{title}", item: task, reorder: {by: rank, across: true}, layout: rows}
items:
  task: {title: "{name}"}
actions:
  clear: {section: lists, title: Clear the list, confirm: Delete its tasks?, key: c, sql: DELETE FROM task WHERE list_id = :group}
  rename: {section: lists, title: Rename, needs: name, sql: UPDATE list SET name = :name WHERE id = :group}
  shout: {title: Shout, key: "!", sql: UPDATE task SET name = upper(name)}
layouts:
  rows: {height: 40}
"""


def tasks(folder):
    (folder / "tasks.yaml").write_text(TASKS)
    (folder / "tasks.sql").write_text("""CREATE TABLE list (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank INTEGER NOT NULL);
      CREATE TABLE task (id INTEGER PRIMARY KEY, list_id INTEGER NOT NULL REFERENCES list (id), name TEXT NOT NULL, rank INTEGER NOT NULL);""")
    rows = {"list": [{"id": i, "name": name, "rank": i} for i, name in enumerate(("Today", "Later", "Never"), 1)],
            "task": [{"id": i, "list_id": 1 + i // 4, "name": f"task {i}", "rank": i * 100} for i in range(10)]}
    (folder / "tasks.jsonl").write_text(json.dumps({"at": 0, "upsert": rows}) + "\n")
    return folder / "tasks.yaml"


@promise
def sections_and_the_feed_have_actions_too(browser):
    with folder() as path, serving(tasks(path), "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        titles = "() => [...document.querySelectorAll('main h2')].map((h) => h.textContent)"
        assert tab.run(titles) == ["Today", "Later", "Never"]
        tab.page.get_by_role("button", name="Later: menu").click()
        entries = tab.page.get_by_role("menuitem")
        assert [text.strip() for text in entries.all_inner_texts()] == ["Clear the list\nc", "Rename", "Fold", "Show only this", "Hide", "Sort by title\nt", "Keys\n?"], entries.all_inner_texts()
        tab.page.get_by_role("menuitem", name="Rename").click()
        tab.page.get_by_label("name", exact=True).fill("Tomorrow")
        tab.page.get_by_role("button", name="Run", exact=True).click()
        tab.token()
        until(lambda: tab.run(titles) == ["Today", "Tomorrow", "Never"], "the section has its new name")
        assert tab.page.get_by_role("button", name="Tomorrow: menu").count() == 1
        # A key at a heading, the feed's button, and its key anywhere.
        tab.page.get_by_role("button", name="Never", exact=True).focus()
        posts = []
        tab.page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
        question = tab.page.get_by_role("dialog", name="Never: Clear the list")
        for end in ("Cancel", "Clear the list"):
            tab.page.keyboard.press("c")
            question.get_by_text("Delete its tasks?").wait_for()
            question.get_by_role("button", name=end, exact=True).click()
            question.wait_for(state="detached")
            assert end != "Cancel" or posts == [] and tab.run(titles) == ["Today", "Tomorrow", "Never"]
        until(lambda: tab.run(titles) == ["Today", "Tomorrow"], "the section is empty, and gone")
        tab.page.get_by_role("button", name="Actions").click()
        until(lambda: tab.page.get_by_text("TASK 1", exact=True).count() == 1, "the feed's only action is done")
        served.lines({"upsert": {"task": [{"id": 1, "name": "task one"}]}})
        tab.follow(served)
        tab.run("() => document.activeElement.blur()")
        tab.page.keyboard.press("!")
        until(lambda: tab.page.get_by_text("TASK ONE", exact=True).count() == 1, "the key does it")
        tab.follow(served)
        tab.close()


@promise
def an_item_is_dragged_into_another_group_where_the_feed_file_allows_it(browser):
    with folder() as path, serving(tasks(path), "--token-file", path / "token") as served:
        tab, other = Tab(browser, served), Tab(browser, served)
        lists = "() => Object.fromEntries([...document.querySelectorAll('main > section')].map((s) => [s.dataset.section, [...s.querySelectorAll('li')].map((li) => +li.dataset.id.split('/')[1])]))"
        assert tab.run(lists) == {"lists/1": [0, 1, 2, 3], "lists/2": [4, 5, 6, 7], "lists/3": [8, 9]}
        def drag(item, target, below=False):
            at = tab.page.locator(f"[data-id='task:task/{item}']").bounding_box()
            to = tab.page.locator(f"[data-id='task:task/{target}']").bounding_box()
            tab.page.mouse.move(at["x"] + 40, at["y"] + 8)
            tab.page.mouse.down()
            tab.page.mouse.move(at["x"] + 60, at["y"] + 12, steps=3)
            tab.page.mouse.move(to["x"] + 60, to["y"] + to["height"] * (0.8 if below else 0.2), steps=12)
            version = served.lines({"upsert": {"task": [{"id": 9, "name": f"changed while {item} is dragged"}]}})
            until(lambda: int(tab.run("() => list.root.dataset.version")) >= version, "the version is shown")
            shown = tab.run(lists)
            tab.page.mouse.up()
            return shown
        shown = drag(1, 6)
        tab.token()
        assert shown["lists/1"] == [0, 2, 3] and sorted(shown["lists/2"]) == [1, 4, 5, 6, 7] and shown["lists/2"].index(1) in (2, 3), shown
        until(lambda: other.run(lists) == shown, f"it is for all where it was put: {shown}")
        tab.follow(served)
        # Behind the last one of a group, and the last ones of a group, which goes with them.
        shown = drag(0, 9, below=True)
        assert shown["lists/3"] == [8, 9, 0], shown
        until(lambda: other.run(lists) == shown, f"it is the last one there: {shown}")
        second = shown["lists/2"]
        tab.page.locator("[data-id='task:task/3'] .handle").focus()
        tab.page.keyboard.press("Alt+ArrowDown")
        until(lambda: other.run(lists) == {"lists/1": [2], "lists/2": [3, *second], "lists/3": [8, 9, 0]}, f"the keys do it too: {tab.run(lists)}")
        tab.page.locator("[data-id='task:task/2'] .handle").focus()
        tab.page.keyboard.press("Alt+ArrowDown")
        until(lambda: other.run(lists) == {"lists/2": [2, 3, *second], "lists/3": [8, 9, 0]}, f"an empty group is gone: {tab.run(lists)}")
        tab.follow(served)
        other.follow(served)
        assert not tab.run("() => list.overlays.size || reordering.moves.length")
        tab.close()
        other.close()


@promise
def the_focus_stays_on_the_page_after_a_dialog_a_hidden_section_and_a_closed_refusal(browser):
    with folder() as path, serving("layouts/photos.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served, f"?heartbeat=30000#token={TOKEN}", viewport={"width": 390, "height": 844})
        focused = lambda: tab.run("() => document.activeElement.id || document.activeElement.ariaLabel")
        press = lambda *keys: [tab.page.keyboard.press(key) for key in keys]
        for end in ("Escape", "Enter"):
            tab.page.locator("#choose").focus()
            press("Enter")
            tab.page.get_by_role("button", name="Done").focus()
            press(end)
            until(lambda: tab.page.locator("dialog").count() == 0 and focused() == "choose", f"{end}: {focused()}")
        # The question for a token is cancelled.
        tab.page.locator("#pause").focus()
        tab.run("async () => { const { token } = await import('/page/actions.js'); window.known = token; token.set(undefined); void writer.post('/v1/act', {}).catch(() => {}) }")
        tab.page.get_by_role("dialog", name="Token").wait_for()
        press("Escape")
        until(lambda: focused() == "pause", focused())
        # A refused move, closed with the keyboard.
        identity = tab.order()[0]
        tab.run("(token) => known.set(token)", TOKEN)
        tab.page.route("**/v1/move", lambda route: route.fulfill(status=409, json={"error": {"code": "refused", "message": "not now"}}))
        tab.page.locator(f"[data-id='{identity}'] .handle").focus()
        press("Alt+ArrowDown")
        tab.page.get_by_role("button", name="Close").focus()
        press("Enter")
        assert tab.run("() => document.activeElement.closest('li')?.dataset.id") == identity, focused()
        # A section is hidden by its menu.
        menus = tab.run("() => [...document.querySelectorAll('main .more')].map(({ ariaLabel }) => ariaLabel)")
        for index, name in enumerate(menus):
            tab.page.get_by_role("button", name=name, exact=True).focus()
            press("Enter")
            tab.page.get_by_role("menuitem", name="Hide", exact=True).focus()
            press("Enter")
            wanted = menus[index + 1] if index + 1 < len(menus) else "choose"
            until(lambda: focused() == wanted, f"{name}: {focused()}")
        tab.close()


@promise
def a_token_with_a_plus_sign_in_the_address_is_used_as_it_is(browser):
    with folder() as path, serving("layouts/photos.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served, "#token=abc+def/gh=")
        assert tab.run("() => import('/page/actions.js').then(({ token }) => token.get())") == "abc+def/gh="
        tab.close()


@promise
def the_sections_to_choose_from_are_named_by_their_kind_and_fade_where_more_follow(browser):
    with serving("layouts/sportsbook.yaml") as served:
        for width, scheme in ((390, "light"), (1440, "dark")):
            tab = Tab(browser, served, viewport={"width": width, "height": 700}, color_scheme=scheme)
            tab.page.get_by_role("button", name="Sections").click()
            groups = tab.run("() => [...document.querySelectorAll('dialog fieldset')].map((set) => [set.querySelector('legend').innerText, ...[...set.querySelectorAll('label')].map((label) => label.textContent)])")
            assert [name for name, *_ in groups] == ["Live", "Standard"] and "Live: Tennis (4)" in groups[0] and "Tennis" in groups[1], groups
            ids = [section["id"] for section in served.image()["sections"]]
            assert tab.page.locator("dialog label").count() == len(ids) and tab.page.locator("dialog > label").all_inner_texts() == ["Banners", "Sports", "Featured"]
            # The fade is above the buttons, over rows that follow; at the end of the list no name is below it.
            fade = """() => { const [dialog, tools] = ["dialog", "dialog .tools"].map((one) => document.querySelector(one)), style = getComputedStyle(tools, "::before"), end = tools.getBoundingClientRect().top, begin = end - parseFloat(style.height);
              const names = [...dialog.querySelectorAll("label span")].map((one) => one.getBoundingClientRect());
              return { image: style.backgroundImage.split("(")[0], height: parseFloat(style.height), takes: style.pointerEvents, scrolls: dialog.scrollHeight > dialog.clientHeight, below: names.filter(({ top, bottom }) => bottom > begin + 20 && top < end).length } }"""
            first = tab.run(fade)
            assert first["scrolls"] and first["image"] == "linear-gradient" and first["height"] > 30 and first["takes"] == "none" and first["below"] > 0, first
            tab.run("() => (document.querySelector('dialog').scrollTop = 1e6)")
            last = tab.run(fade)
            assert last["below"] == 0, last
            # A choice in a group is that of its section.
            tab.page.get_by_role("group", name="Standard").get_by_role("checkbox", name="Tennis").uncheck()
            assert not tab.page.locator("[data-section='standard/2']").is_visible() and tab.run("() => viewer.hidden.size") == 1
            tab.close()
