"""What the page shows of a change that the server refuses."""
import sqlite3

from promises.doing import tasks
from tab import *

ACTIONS = """actions:
  empty: {item: task, title: Empty, key: e, sql: UPDATE task SET name = NULL WHERE id = :id}
  grow: {item: task, title: Grow, key: g, sql: UPDATE task SET rank = rank + 1 WHERE id = :id}
  rate: {item: task, title: Rate, key: r, needs: points, check: points < 10, sql: UPDATE task SET rank = :points WHERE id = :id}
"""


def refusing(folder):
    """The feed of tasks, with actions that the schema and a condition refuse."""
    file = tasks(folder)
    file.write_text(file.read_text().replace("actions:\n", ACTIONS))
    return file


def press(tab, task, key):
    tab.page.locator(f"[data-id='task:task/{task}'] .act").focus()
    tab.page.keyboard.press(key)


def refusal(tab, *parts):
    """Waits for a refusal that contains these texts; returns the id of the item that is marked."""
    said = lambda: tab.page.text_content("#said.refusal") if tab.page.locator("#said.refusal").count() else ""
    try:
        until(lambda: all(part in said() for part in parts), "the reason is shown", 30)
    except AssertionError as error:
        raise AssertionError(f"{error}: {parts} in {tab.page.text_content('#said')!r}") from None
    return tab.run("() => document.querySelector('main [data-refused]')?.dataset.id")


@promise
def a_constraint_a_condition_and_a_locked_store_refuse_an_action_with_their_reasons(browser):
    with folder() as path, serving(refusing(path), "--token-file", path / "token", "--store", path / "s.sqlite") as served:
        tab = Tab(browser, served, f"#token={TOKEN}")
        press(tab, 1, "e")
        marked = refusal(tab, "Not done: task 1: Empty", "The rules of this feed do not allow it", "NOT NULL constraint failed: task.name")
        assert marked == "task:task/1", marked
        # It stays until it is closed, by Escape as well; and a change that succeeds takes its place.
        tab.page.keyboard.press("Escape")
        assert tab.page.text_content("#said") == "" and tab.page.locator("[data-refused]").count() == 0
        press(tab, 1, "e")
        refusal(tab, "NOT NULL")
        tab.page.get_by_role("button", name="Close").click()
        assert tab.page.text_content("#said") == ""
        press(tab, 1, "e")
        refusal(tab, "NOT NULL")
        press(tab, 2, "g")
        until(lambda: tab.page.text_content("#said") == "task 2: Grow", "the next change is done")
        assert tab.page.locator("[data-refused], .refusal").count() == 0
        # What was typed is in the question again.
        press(tab, 3, "r")
        tab.page.get_by_label("points", exact=True).fill("12")
        tab.page.keyboard.press("Enter")
        problem = tab.page.locator("dialog .refusal")
        problem.wait_for()
        assert "the action 'rate' was refused: 'points' is 12; this must be true: points < 10" in problem.text_content(), problem.text_content()
        assert tab.page.get_by_label("points", exact=True).input_value() == "12"
        tab.page.get_by_label("points", exact=True).fill("9")
        tab.page.keyboard.press("Enter")
        until(lambda: tab.page.text_content("#said") == "task 3: Rate", "the corrected value is accepted")
        other = sqlite3.connect(path / "s.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        press(tab, 2, "g")
        refusal(tab, "Not done: task 2: Grow", "The server cannot make changes now", "another program has been writing to the store")
        other.close()
        tab.close()


@promise
def a_wrong_token_a_token_that_only_reads_and_a_server_without_writes_are_named(browser):
    with folder() as path:
        reading = path / "reading"
        reading.write_text("a-token-that-reads-and-does-not-write\n")
        reading.chmod(0o600)
        with serving(refusing(path), "--token-file", path / "token", "--read-token-file", reading) as served:
            tab = Tab(browser, served, f"#token={reading.read_text().strip()}")
            press(tab, 1, "g")
            marked = refusal(tab, "Not done: task 1: Grow", "You may not change this feed: this token only reads")
            assert marked == "task:task/1" and "--token-file" not in tab.page.text_content("#said")
            press(tab, 1, "g")
            tab.page.get_by_label("Token of this server").fill("another token that is long enough")
            tab.page.keyboard.press("Enter")
            refusal(tab, "You may not change this feed: the token is wrong")
            press(tab, 1, "g")
            tab.page.get_by_role("button", name="Cancel").click()
            refusal(tab, "no token was given")
            tab.errors.clear()  # the style sheet was not for readers without a cookie
            tab.close()
        with serving(refusing(path), "--token-file", path / "token", "--store", path / "s.sqlite") as served:
            tab = Tab(browser, served, f"#token={TOKEN}")
            served.kill()
            press(tab, 1, "g")
            refusal(tab, "Not done: task 1: Grow", "the server cannot be reached")
            served.arguments = served.arguments[2:]
            served.start()
            tab.run("() => stream.close() || stream.open()")
            tab.page.wait_for_selector("body[data-state=live]")
            press(tab, 1, "g")
            refusal(tab, "You may not change this feed: this server accepts no writes")
            tab.close()


@promise
def a_change_of_what_has_gone_and_of_a_late_section_names_the_conflict(browser):
    with folder() as path, serving(refusing(path), "--token-file", path / "token") as served:
        tab = Tab(browser, served, f"#token={TOKEN}")
        # This page does not show yet that it has gone.
        tab.page.get_by_role("button", name="Pause").click()
        served.lines({"delete": {"task": [9]}})
        press(tab, 9, "g")
        assert refusal(tab, "Not done: task 9: Grow", "The feed has changed in the meantime", "the feed shows no item 'task:task/9'") == "task:task/9"
        before = tab.order()
        tab.page.locator("[data-id='task:task/9'] .handle").focus()
        tab.page.keyboard.press("Alt+ArrowUp")
        refusal(tab, "Not moved: task 9", "The feed has changed in the meantime")
        assert tab.order() == before
        tab.page.get_by_role("button", name="Resume").click()
        tab.follow(served)
        tab.run("() => { feed.sources = feed.sources.map(({ id }) => ({ id, state: 'late' })); stream.onEdits() }")
        press(tab, 1, "g")
        refusal(tab, "Not done: task 1: Grow", "not possible while the data of this section is late")
        # At every width it is whole and leaves the page as wide as it was.
        for width in (320, 390, 1440):
            tab.page.set_viewport_size({"width": width, "height": 700})
            box = tab.page.locator("#said").bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width and tab.run("() => document.documentElement.scrollWidth <= innerWidth"), (width, box)
        tab.close()


@promise
def a_refused_line_of_a_followed_file_is_counted_at_its_input_at_any_width(browser):
    with folder() as path:
        file = tasks(path)
        file.write_text(file.read_text().replace("sources:\n", "inputs:\n  desk: {follow: desk.jsonl, sources: [tasks]}\nsources:\n", 1))
        (path / "desk.jsonl").write_text("")
        with serving(file, "--store", path / "s.sqlite") as served:
            tab = Tab(browser, served)
            with open(path / "desk.jsonl", "a") as desk:
                for name in ("new", None, "newer"):
                    desk.write(json.dumps({"upsert": {"task": [{"id": 1, "name": name}]}}) + "\n")
            tab.page.get_by_text("newer", exact=True).wait_for()
            until(lambda: tab.page.text_content("#inputs summary") == "1 input, 1 rejected", "the line is counted", 30)
            chip = tab.page.locator("#inputs li")
            for width in (390, 1440):
                tab.page.set_viewport_size({"width": width, "height": 800})
                assert "live, 1 rejected" in chip.inner_text(), chip.inner_text()
            assert "'feed rejected' lists" in chip.get_attribute("title")
            tab.close()
