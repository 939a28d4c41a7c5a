"""What the page shows of failures, and of a feed without items."""
from promises.room import gallery, matches
from tab import *


@promise
def a_feed_without_items_says_so_beside_the_state_of_its_connection(browser):
    with folder() as path, serving(gallery("exchange", path), "--token-file", path / "token") as served:
        context = browser.new_context()
        page = context.new_page()
        if os.environ.get("PAGE") == "sources":
            page.route("**/page/*", from_sources)
        page.goto(served.url)
        page.get_by_text("No items yet", exact=True).wait_for()
        assert page.text_content("#state") == "Live" and page.locator("#state").is_visible() and page.locator("main li").count() == 0
        served.lines(matches([1], 1))
        page.get_by_text("No items yet", exact=True).wait_for(state="hidden")
        page.locator("main li").first.wait_for()
        context.close()
