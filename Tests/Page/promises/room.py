"""The room that the parts of a page have."""
from tab import *


def gallery(name, path):
    """A feed file of the gallery with its schema, in a folder of its own and without its inputs."""
    lines = (ROOT / f"layouts/gallery/{name}.yaml").read_text().splitlines()
    begin = lines.index("inputs:")
    end = next(i for i in range(begin + 1, len(lines)) if not lines[i].startswith(" "))
    file = path / f"{name}.yaml"
    file.write_text("\n".join(lines[:begin] + lines[end:]).replace("../../", f"{ROOT}/") + "\n")
    shutil.copy(ROOT / f"layouts/gallery/{name}.sql", path)
    return file


WIDTHS = (390, 680, 768, 1366, 1440, 1920, 2560)


@promise
def a_cell_shows_whole_words_and_nothing_wider_than_itself_at_any_width(browser):
    price = lambda quote, by: round(1.9 + quote % 6 * 0.02 + by, 2)
    quotes = lambda by: [{"id": i, "runner_id": i // 6, "mark": {2: "Back ", 3: "Lay "}.get(i % 6, ""), "price": price(i, by), "size": 1_000 + 377 * i} for i in range(24)]
    with folder() as path, serving(gallery("exchange", path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"event": [{"id": i, "name": f"Northbridge v Saltmere {i}", "is_in_play": i, "starts_at": "2026-11-28T12:00:00Z", "matched": 523_022} for i in range(2)],
                                 "runner": [{"id": i, "event_id": i // 2, "name": f"Runner {i}"} for i in range(4)], "quote": quotes(0)}})
        tab = Tab(browser, served)
        tab.follow(served)
        for number, width in enumerate((*WIDTHS, 1280)):
            tab.page.set_viewport_size({"width": width, "height": 1_000})
            # Each price with the arrow of its last change.
            served.lines({"upsert": {"quote": quotes(0.1 + number / 100)}})
            until(lambda: tab.run("() => document.querySelectorAll('.cell > [data-way=up]').length") == 24, "all prices have arrows")
            found = tab.run("""() => [...document.querySelectorAll(".rows > .cell")].flatMap((cell) => {
              const box = cell.getBoundingClientRect(), rem = parseFloat(getComputedStyle(document.documentElement).fontSize), found = [];
              if (box.height > 4.5 * rem) found.push(`${box.height} points high`);
              for (const part of cell.querySelectorAll(".title, .value, .sign")) {
                const { left, right, top, bottom } = part.getBoundingClientRect();
                if (left < box.left || right > box.right || top < box.top || bottom > box.bottom) found.push(`${part.className} is outside`);
              }
              const sign = cell.querySelector(".sign")?.getBoundingClientRect(), texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
              while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/[^ ]+/g)) {
                const range = document.createRange();
                range.setStart(texts.currentNode, word.index);
                range.setEnd(texts.currentNode, word.index + word[0].length);
                if (range.getClientRects().length > 1) found.push(`'${word[0]}' is broken`);
                const { left, right, top, bottom } = range.getBoundingClientRect();
                if (sign && left < sign.right && right > sign.left && top < sign.bottom && bottom > sign.top) found.push(`the sign is on '${word[0]}'`);
              }
              return found.map((text) => `${cell.textContent}: ${text}`);
            })""")
            assert not found, f"at {width}: {len(found)}, {found[:4]}"
            assert tab.run("() => document.documentElement.scrollWidth <= innerWidth"), f"sideways at {width}"
        tab.close()


def matches(numbers, is_in_play):
    """Events of an exchange with two runners each, and six prices for each runner."""
    runners = [2 * i + j for i in numbers for j in range(2)]
    return {"upsert": {
        "event": [{"id": i, "name": f"Northbridge v Saltmere {i}", "is_in_play": is_in_play, "starts_at": f"2026-11-28T12:00:{i:02}Z", "matched": 523_022} for i in numbers],
        "runner": [{"id": i, "event_id": i // 2, "name": f"Runner {i}"} for i in runners],
        "quote": [{"id": 6 * i + j, "runner_id": i, "mark": {2: "Back ", 3: "Lay "}.get(j, ""), "price": 1.9 + j / 50, "size": 100 * i + j} for i in runners for j in range(6)]}}


@promise
def few_sections_and_the_rows_of_one_fill_the_width_of_the_page(browser):
    # How much of the width the rows of each section reach, and which rows overlap.
    script = """() => ({
      reach: [...document.querySelectorAll("main > section")].map((section) => Math.max(...[...section.querySelectorAll("li")].map((li) => li.getBoundingClientRect().right)) / innerWidth),
      overlaps: [...document.querySelectorAll("main > section")].flatMap((section) => {
        const all = [...section.querySelectorAll("li")].map((li) => [li.dataset.id, li.getBoundingClientRect()]);
        return all.flatMap(([a, r], i) => all.slice(i + 1).filter(([, q]) => r.left < q.right - 1 && q.left < r.right - 1 && r.top < q.bottom - 1 && q.top < r.bottom - 1).map(([b]) => `${a} and ${b}`));
      }),
      left: [...document.querySelectorAll("main li, main ul")].filter((one) => one.style.gridArea || one.style.gridTemplateColumns || one.hasAttribute("data-top")).length,
    })"""
    with folder() as path, serving(gallery("exchange", path), "--token-file", path / "token") as served:
        served.lines(matches(range(1, 4), 1), matches(range(4, 9), 0))
        tab = Tab(browser, served, viewport={"width": 1440, "height": 900})
        def fills(what, count):
            tab.follow(served)
            for width in (1440, 2560, 1366):
                tab.page.set_viewport_size({"width": width, "height": 900})
                filled = lambda: (found := tab.run(script)) and len(found["reach"]) == count and min(found["reach"]) > 0.97 and not found["overlaps"]
                until(filled, f"{what} at {width}: {tab.run(script)}")
        fills("two sections", 2)
        # Events change their section, come and go.
        served.lines(*({"upsert": {"event": [{"id": i, "is_in_play": 1}]}} for i in (4, 6)))
        fills("events have moved", 2)
        served.lines(*({"upsert": {"event": [{"id": i, "is_in_play": 1}]}} for i in (5, 7, 8)))
        fills("one section", 1)
        tab.page.set_viewport_size({"width": 390, "height": 900})
        until(lambda: tab.run(script)["left"] == 0, "nothing is left of it on a phone")
        assert not tab.run(script)["overlaps"]
        tab.close()


@promise
def what_is_late_or_failed_says_so_and_has_no_tone(browser):
    with folder() as path, serving(gallery("status", path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"area": [{"id": 1, "name": "Application"}], "service": [
            {"id": i, "area_id": 1, "name": f"Service {i}", "state": state, "latency": 80, "uptime": 99.5} for i, state in enumerate(("operational", "degraded", "outage", "maintenance"))]}})
        tab = Tab(browser, served)
        tab.follow(served)
        tones = """() => [...document.querySelectorAll("[data-kind=service]")].map((li) => [...li.querySelectorAll(".sign, .title, .value")].map((part) => getComputedStyle(part).color)
          .concat(getComputedStyle(li.querySelector(".sign"), "::before").clipPath))"""
        assert len({str(one) for one in tab.run(tones)}) == 4
        says = lambda: tab.run("() => { const s = document.querySelector('section[data-section^=services]'); return s.matches('.late') && getComputedStyle(s.querySelector('h2'), '::after').content }")
        for width, words in ((1000, ["late: may be out of date", "failed", "failed: the source cannot be reached"]), (390, ["late", "failed", "failed: the source cannot be reached"])):
            tab.page.set_viewport_size({"width": width, "height": 800})
            for source, text in zip(({"state": "late"}, {"state": "failed"}, {"state": "failed", "error": "the source cannot be reached"}), words):
                # Set with each look: a version from the server brings the true states.
                shows = "(source) => { feed.sources = feed.sources.map((one) => (one.id === 'services' ? { id: one.id, ...source } : one)); stream.onEdits() }"
                until(lambda: tab.run(shows, source) or (says() == f'"{text}"' and len({str(one) for one in tab.run(tones)}) == 1), f"{text} at {width}")
        # All figures are struck through: values, badges with a number, and texts of bars and gauges.
        lines = lambda: tab.run("""() => ["value", "badge whole", "badge"].map((name) => {
            const part = document.querySelector("[data-kind=service]").appendChild(Object.assign(document.createElement("span"), { className: name })), line = getComputedStyle(part).textDecorationLine;
            part.remove();
            return line }).concat([...document.querySelectorAll(".measure small")].map((one) => getComputedStyle(one).textDecorationLine))""")
        assert lines()[:3] == ["line-through", "line-through", "none"] and set(lines()[3:]) <= {"line-through"}, lines()
        # A failure has its own colour, and nothing is left when the source is live again.
        assert tab.run("() => getComputedStyle(document.querySelector('.failed h2'), '::after').color !== getComputedStyle(document.querySelector('main')).color")
        tab.run("() => { feed.sources = feed.sources.map((one) => ({ id: one.id, state: 'live' })); stream.onEdits() }")
        assert len({str(one) for one in tab.run(tones)}) == 4 and not says() and not tab.run("() => document.querySelector('[data-section^=services] h2').title")
        # The same for the whole page that has lost its server; at once, because the page restores its state.
        assert len({str(one) for one in tab.run(f"() => {{ document.body.dataset.state = 'offline'; return ({tones})() }}")}) == 1
        tab.close()


@promise
def a_token_is_kept_as_long_as_its_question_says(browser):
    with folder() as path, serving(gallery("status", path), "--read-token-file", path / "token", "--token-file", path / "token") as served:
        context = browser.new_context()
        page = context.new_page()
        use_sources(page, served)
        page.goto(served.url)
        page.get_by_text("The browser keeps it in a cookie until it is closed, or until the token ends.").wait_for()
        page.get_by_label("Token").fill(TOKEN)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_selector("main[data-version]", state="attached")
        cookie = next(c for c in context.cookies() if c["name"] == "feed-session")
        assert cookie["expires"] == -1 and cookie["httpOnly"], cookie
        stored = "() => [{ ...sessionStorage }, { ...localStorage }].map((kept) => JSON.stringify(kept).includes(%r))" % TOKEN
        assert page.evaluate(stored) == [False, False]
        # The one for writing is the tab's.
        page.evaluate("() => { void import('/page/page.js').then(({ writer }) => writer.post('/v1/messages', {}).catch(() => {})) }")
        page.get_by_text("The browser keeps it until this tab is closed.").wait_for()
        page.get_by_label("Token of this server").fill(TOKEN)
        page.get_by_role("button", name="Use token").click()
        until(lambda: page.evaluate(stored) == [True, False], "the tab has the token")
        context.close()


@promise
def the_second_line_of_a_row_has_its_tags_and_a_title_wraps_only_where_its_line_is_full(browser):
    places = ("68 km S of Sendai, Japan", "14 km SW of Hafnarfjordur, Iceland", "35 km W of Ternate, Indonesia", "120 km SE of Kaikoura, New Zealand")
    with folder() as path, serving(gallery("quakes", path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"quake": [{"id": i, "place": places[i % 4], "depth": 20 + i, "at": f"2026-11-2{i % 8}T1{i % 9}:30:00Z", "magnitude": round(6 - i / 7, 1), "is_reviewed": i % 2} for i in range(24)]}})
        tab = Tab(browser, served)
        tab.follow(served)
        for width in WIDTHS:
            tab.page.set_viewport_size({"width": width, "height": 1_200})
            found = lambda: tab.run("""() => [...document.querySelectorAll("[data-kind=quake]")].flatMap((li) => {
              const found = [], [row, title, subtitle, badge, value] = [li, ...[".title", ".subtitle", ".badge", ".value"].map((name) => li.querySelector(name))].map((part) => part.getBoundingClientRect());
              const tag = li.querySelector("mark")?.getBoundingClientRect(), text = document.createRange();
              text.selectNodeContents(li.querySelector(".title"));
              const lines = new Set([...text.getClientRects()].map(({ top }) => top)).size, rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
              const next = badge.top < title.bottom ? badge.left : value.left;
              li.querySelector(".title").style.whiteSpace = "nowrap";
              const length = text.getBoundingClientRect().width;
              li.querySelector(".title").style.whiteSpace = "";
              if (lines > 1 && title.left + length < next - 1.6 * rem) found.push(`wraps with ${Math.round(next - title.left - length)} points to spare`);
              if (tag && (tag.top + tag.bottom < 2 * subtitle.top || tag.top + tag.bottom > 2 * subtitle.bottom || tag.left - subtitle.right > rem)) found.push("the tag is elsewhere");
              if (badge.top > title.bottom && Math.abs(badge.bottom - subtitle.bottom) > 4) found.push("the badge is on no line");
              if (badge.top > title.bottom && Math.abs(badge.right - value.right) > 1) found.push("the badge is not at the edge");
              if (Math.max(subtitle.right, tag?.right ?? 0) > badge.left && badge.top < subtitle.bottom && badge.bottom > subtitle.top) found.push("the badge is on the subtitle");
              return found.map((words) => `${li.textContent}: ${words}`);
            })""")
            until(lambda: not found(), f"tidy rows at {width}: {found()[:4]}")
        tab.close()


@promise
def a_bar_or_gauge_says_its_value_and_the_field_that_it_shows(browser):
    with folder() as path:
        file = gallery("status", path)
        # In the gallery, the value and the subtitle have the numbers already.
        text = file.read_text().replace(" · {uptime:0.00} % uptime", "").replace("gauge: {field: latency, to: 500}", "gauge: {field: uptime, from: 98, to: 100}")
        assert "gauge: {field: uptime" in text and "{uptime" not in text
        file.write_text(text)
        says_the_value_and_the_field(browser, path, file)


def says_the_value_and_the_field(browser, path, file):
    with serving(file, "--token-file", path / "token") as served:
        served.lines({"upsert": {"area": [{"id": 1, "name": "Application"}], "service": [{"id": i, "area_id": 1, "name": f"Service {i}", "state": "operational", "latency": 80, "uptime": 99.5 + i / 7} for i in range(3)]}})
        tab = Tab(browser, served)
        tab.follow(served)
        measures = lambda: tab.run("() => [...document.querySelectorAll('.measure')].map((one) => [one.innerText, one.title, one.ariaLabel, one.getBoundingClientRect().height < 30])")
        wanted = [[text, f"uptime: {text}", f"uptime: {text}", True] for text in ("99.5", "99.64", "99.79")]
        assert measures() == wanted, measures()
        # The same share in words when the number is another.
        served.lines({"upsert": {"service": [{"id": 0, "uptime": 97.25}]}})
        until(lambda: measures()[0] == ["97.25", "uptime: 97.25", "uptime: 97.25", True], "the text is the new one")
        tab.close()


ORDERS = """
feed: 1
title: Orders
store: {schema: orders.sql}
sources:
  orders: {from: purchase, order: [id], include: {lines: {from: line, on: purchase_id, order: [id]}}}
sections: [{id: orders, source: orders, title: Orders, items: [purchase, {each: lines, item: line}], layout: rows}]
items:
  purchase: {title: "{name}", subtitle: "{note}", value: "{total}", badge: "{day}"}
  line: {title: "{name}", value: "{price:0.00}"}
layouts: {rows: {height: 44}}
"""


@promise
def amounts_are_below_each_other_at_the_right_edge_and_scores_beside_the_names(browser):
    with folder() as path:
        (path / "orders.yaml").write_text(ORDERS)
        (path / "orders.sql").write_text("""CREATE TABLE purchase (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, total TEXT, day TEXT);
          CREATE TABLE line (id INTEGER PRIMARY KEY, purchase_id INTEGER NOT NULL REFERENCES purchase (id), name TEXT NOT NULL, price REAL NOT NULL);
          INSERT INTO purchase VALUES (1, '#1691 of 293', 'new', '€54.29', 'today'), (2, '#7', NULL, '€1,424.76', NULL), (3, '#88', NULL, '€9', 'today'), (4, 'Lions v Bears', 'Cup', '2–1  67''', 'today');
          INSERT INTO line SELECT 4 * id + n, id, 'Line ' || n, 3.5 * n FROM purchase, (SELECT 1 AS n UNION SELECT 2 UNION SELECT 30);""")
        with serving(path / "orders.yaml") as served:
            tab = Tab(browser, served)
            for width in (390, 1000):
                tab.page.set_viewport_size({"width": width, "height": 1_000})
                rights = tab.run("() => [...document.querySelectorAll('[data-amount]')].map((li) => [li.querySelector('.value').textContent, Math.round(li.querySelector('.value').getBoundingClientRect().right - li.getBoundingClientRect().right)])")
                assert len(rights) == 15 and {gap for _, gap in rights} == {0}, f"at {width}: {rights}"
                score = tab.run("() => { const li = [...document.querySelectorAll('.head')].at(-1); return [li.hasAttribute('data-amount'), li.querySelector('.value').getBoundingClientRect().left - li.querySelector('.title').getBoundingClientRect().right] }")
                assert not score[0] and score[1] < 30, score
                overlaps = tab.run("""() => [...document.querySelectorAll("main li")].filter((li) => { const all = [...li.children].map((part) => part.getBoundingClientRect());
                  return all.some((a, i) => all.slice(i + 1).some((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)) }).map((li) => li.textContent)""")
                assert not overlaps, f"at {width}: {overlaps}"
            tab.close()


@promise
def what_arrives_in_front_of_a_carousel_leaves_it_at_the_start_of_a_card(browser):
    with folder() as path, serving(gallery("shop", path), "--token-file", path / "token", "--allow-path", ROOT / "fixtures") as served:
        offer = lambda i, price: {"id": i, "category_id": 1, "name": f"Product {i}", "note": "new", "price": price, "stock": 9, "stock_note": "9 in stock", "is_reduced": 1, "image": "kettle.png"}
        served.lines({"upsert": {"category": [{"id": 1, "name": "Kitchen"}], "product": [offer(i, 100 + i) for i in range(6)]}})
        tab = Tab(browser, served, viewport={"width": 1440, "height": 900})
        tab.follow(served)
        # The card at the start of the row, and where it is; animations do not count.
        first = lambda: tab.run("""() => { const list = document.querySelector("ul.cards"), edge = parseFloat(getComputedStyle(list).paddingInlineStart);
          const at = (card) => card.offsetLeft - list.offsetLeft - list.scrollLeft - edge, card = [...list.children].find((one) => at(one) > -one.offsetWidth / 2);
          return [card.querySelector(".title").textContent, Math.round(at(card)), Math.round(list.scrollLeft)] }""")
        for number in range(4):
            served.lines({"upsert": {"product": [offer(10 + number, 50 - number)]}})
            tab.follow(served)
            tab.page.wait_for_timeout(400)
            assert first() == [f"Product {10 + number}", 0, 0], first()
        tab.page.set_viewport_size({"width": 390, "height": 844})
        tab.run("() => { const list = document.querySelector('ul.cards'); list.scrollTo({ left: list.children[2].offsetLeft - list.offsetLeft, behavior: 'instant' }) }")
        until(lambda: first()[1] == 0, "it snaps")
        shown, _, left = first()
        for number in range(4):
            served.lines({"upsert": {"product": [offer(20 + number, 20 - number)]}})
            tab.follow(served)
            tab.page.wait_for_timeout(400)
            assert first()[:2] == [shown, 0] and first()[2] > left, f"{first()} instead of {shown}"
        tab.close()


@promise
def what_is_pressed_to_show_some_sections_stays_where_it_is(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served, viewport={"width": 1440, "height": 900})
        # As in browsers that do not keep the place of what is read.
        tab.run("() => document.documentElement.style.setProperty('overflow-anchor', 'none')")
        tab.run("() => scrollTo(0, document.querySelector('.section-sports').getBoundingClientRect().top - 70)")
        top = lambda: tab.run("() => [Math.round(document.querySelectorAll('.section-sports li')[1].getBoundingClientRect().top), scrollY]")
        before = top()
        assert before[1] > 50, before
        for _ in range(2):
            tab.run("() => document.querySelectorAll('.section-sports li')[1].querySelector('.act').click()")
            tab.page.wait_for_timeout(300)
            # It stays unless the page ends before.
            place, scrolled = top()
            assert abs(place - before[0]) <= 4 or scrolled == 0 and place > 52, (before, place, scrolled)
            covered = tab.run("""() => { const head = document.querySelector("section:not([hidden]) .head").getBoundingClientRect(), heading = document.querySelector("section:not([hidden]):has(.head) h2").getBoundingClientRect();
              return head.top < heading.bottom - 1 }""")
            assert not covered
        tab.close()


@promise
def the_shade_behind_the_texts_of_a_picture_leaves_most_of_it_free_at_any_width(browser):
    script = """() => [...document.querySelectorAll(".grid li:has(> img.picture)")].map((tile) => {
      const shade = parseFloat(getComputedStyle(tile, "::before").height), box = tile.getBoundingClientRect(), title = tile.querySelector(".title").getBoundingClientRect();
      return [shade / box.height, (box.bottom - title.top) / shade] })"""
    with folder() as path, serving(gallery("photos", path), "--token-file", path / "token", "--allow-path", ROOT / "fixtures") as served:
        served.lines({"upsert": {"photo": [{"id": i, "title": f"Harbour at dawn {i}", "artist": "L. Duarte", "image": "1-night-bus.png", "likes": 70, "display_order": i} for i in range(4)]}})
        tab = Tab(browser, served)
        tab.follow(served)
        until(lambda: len(tab.run(script)) == 4, "four pictures are there")
        for width in WIDTHS:
            tab.page.set_viewport_size({"width": width, "height": 844})
            # The texts are on the darker part of the shade.
            tiles = tab.run(script)
            assert all(share <= 0.6 and text <= 0.7 for share, text in tiles), f"at {width}: {tiles}"
        tab.close()
    # Where the tiles are small, the shade is at least as high as the texts.
    with serving("layouts/photos.yaml") as served:
        tab = Tab(browser, served, viewport={"width": 390, "height": 844})
        tiles = tab.run(script)
        assert tiles and all(text <= 1 for _, text in tiles), tiles
        tab.close()


@promise
def the_name_of_a_feed_is_whole_on_a_phone(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served, viewport={"width": 390, "height": 844})
        for name, state in (("Demo: five live sources", "Live"), ("Odds of the whole season", "Offline since 12:00:00")):
            found = tab.run("""([name, state]) => { const [title, said] = ["#title", "#state"].map((id) => document.querySelector(id));
              title.textContent = name; said.textContent = state;
              return [title.scrollHeight - title.clientHeight, title.scrollWidth - title.clientWidth, document.querySelector(".top").offsetHeight, document.documentElement.scrollWidth] }""", [name, state])
            assert found[0] <= 1 and found[1] <= 0 and found[2] <= 54 and found[3] <= 390, f"{name}: {found}"
        tab.close()


@promise
def a_date_or_figure_in_a_card_is_on_one_line_beside_its_value(browser):
    with folder() as path, serving(gallery("shop", path), "--token-file", path / "token", "--allow-path", ROOT / "fixtures") as served:
        product = lambda i, note, price: {"id": i, "category_id": 1, "name": "Buffalo Drift v Miami Breakers", "note": "new", "price": price, "stock": 9, "stock_note": note, "is_reduced": 1, "image": "product-1.png"}
        served.lines({"upsert": {"category": [{"id": 1, "name": "Kitchen"}],
                                 "product": [product(1, "Sat 28 Nov 06:10", 123_456_789_012), product(2, "9 in stock", 900), product(3, "delivered in 3 weeks, or as soon as the next ship has come", 123_456_789_012)]}})
        tab = Tab(browser, served)
        tab.follow(served)
        for width in WIDTHS:
            tab.page.set_viewport_size({"width": width, "height": 844})
            cards = tab.run("""() => [...document.querySelectorAll(".cards > li")].map((card) => {
              const [badge, value] = [".badge", ".value"].map((name) => card.querySelector(name)), box = card.getBoundingClientRect();
              const [a, b] = [badge, value].map((part) => part.getBoundingClientRect()), line = parseFloat(getComputedStyle(badge).lineHeight);
              return [badge.textContent, Math.round(a.height / line), a.right <= b.left && b.right <= box.right && box.width <= innerWidth && badge.scrollWidth <= badge.clientWidth + 1] })""")
            assert len(cards) == 3 and all(isInside for *_, isInside in cards), f"at {width}: {cards}"
            assert all(lines == 1 for text, lines, *_ in cards if len(text) < 25), f"at {width}: {cards}"
        tab.close()


@promise
def the_first_choice_of_a_viewer_moves_nothing_at_any_width(browser):
    places = """() => [document.body.offsetWidth, ...[...document.querySelectorAll("main section, main li")].map((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return [one.dataset.id ?? one.dataset.section, left, top, width, height].join(" ") })]"""
    with serving("layouts/sportsbook.yaml") as served:
        for width in WIDTHS:
            tab = Tab(browser, served, viewport={"width": width, "height": 900}, reduced_motion="reduce")
            # Sections out of view have estimated heights until they are drawn once.
            tab.run("() => { for (const { element } of list.sections.values()) element.style.contentVisibility = 'visible'; columns.arrange() }")
            before = tab.run(places)
            tab.run("() => document.querySelector('[data-kind=selection] .act').click()")
            tab.page.get_by_role("complementary", name="Betslip").wait_for()
            tab.run("() => columns.arrange()")
            moved = [(one, other) for one, other in zip(before, tab.run(places)) if one != other]
            assert len(before) > 50 and not moved, f"at {width}: {moved[:3]}"
            # The end of the page can be scrolled above the panel.
            free = tab.run("""() => { scrollTo(0, document.documentElement.scrollHeight);
              return document.querySelector("#chosen").getBoundingClientRect().top - document.querySelector("main").getBoundingClientRect().bottom }""")
            assert free >= 0, f"at {width}: {free}"
            tab.close()


@promise
def titles_keep_their_edge_when_a_row_gets_a_sign(browser):
    train = lambda i, state: {"id": i, "direction_id": 1 + i % 2, "name": "IC 50", "destination": "Kiruna", "via": "Norrvik", "platform": 4,
                              "planned_at": "2026-11-28T12:00:00Z", "expected_at": "2026-11-28T12:00:00Z", "state": state}
    edges = "() => [...document.querySelectorAll('[data-kind=train]')].map((li) => li.querySelector('.title').getBoundingClientRect().left - li.getBoundingClientRect().left)"
    with folder() as path, serving(gallery("departures", path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"direction": [{"id": 1, "name": "North"}, {"id": 2, "name": "South"}], "train": [train(i, "on time") for i in range(8)]}})
        tab = Tab(browser, served, viewport={"width": 1440, "height": 900})
        tab.follow(served)
        assert len(tab.run(edges)) == 8 and set(tab.run(edges)) == {0}, tab.run(edges)
        # A sign in one section makes room in the others of its kind, and the room stays.
        for state in ("cancelled", "on time"):
            served.lines({"upsert": {"train": [train(0, state)]}})
            tab.follow(served)
            found = tab.run(edges)
            assert len(set(found)) == 1 and found[0] > 15, f"{state}: {found}"
        served.lines({"upsert": {"direction": [{"id": 3, "name": "Coast"}], "train": [{**train(9, "on time"), "direction_id": 3}]}})
        tab.follow(served)
        assert len(tab.run(edges)) == 9 and len(set(tab.run(edges))) == 1, tab.run(edges)
        tab.close()


@promise
def a_row_alone_has_the_whole_width_and_several_share_it(browser):
    incident = lambda i: {"id": i, "service": "Webhooks", "state": "degraded", "text": "Answers take longer than usual. A second group of servers is being added.", "started_at": f"2026-11-28T12:0{i}:00Z", "is_read": 0}
    rows = """() => [...document.querySelectorAll("[data-section=incidents] li")].map((li) => {
      const text = document.createRange();
      text.selectNodeContents(li.querySelector(".subtitle"));
      return [li.getBoundingClientRect().width / innerWidth, new Set([...text.getClientRects()].map(({ top }) => top)).size] })"""
    with folder() as path, serving(gallery("status", path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"incident": [incident(1)]}})
        tab = Tab(browser, served, viewport={"width": 1440, "height": 900})
        tab.follow(served)
        (share, lines), = tab.run(rows)
        assert share > 0.95 and lines == 1, (share, lines)
        served.lines({"upsert": {"incident": [incident(2), incident(3)]}})
        tab.follow(served)
        assert len(tab.run(rows)) == 3 and all(share < 0.5 for share, _ in tab.run(rows)), tab.run(rows)
        tab.close()


# The rows that have a line below them although they are the last ones of their column, and those without one that are not.
LINES = r"""() => [...document.querySelectorAll("main > section")].flatMap((section) => {
  const rows = [...section.querySelectorAll(":scope > .rows > .depth-0:not(.head, .cell):not([hidden])")].map((li) => ({ li, box: li.getBoundingClientRect() }));
  return rows.filter(({ li, box }) => {
    const isLast = !rows.some((other) => other.box.left === box.left && other.box.top > box.top);
    return isLast !== / 0\)$/.test(getComputedStyle(li).borderBottomColor);
  }).map(({ li }) => `${section.dataset.section}: ${li.querySelector(".title").textContent}`) })"""


@promise
def the_last_row_of_every_column_has_no_line_below(browser):
    service = lambda i, area: {"id": i, "area_id": area, "name": f"Service {i}", "state": "operational", "latency": 80, "uptime": 99.5}
    incident = lambda i: {"id": i, "service": f"Service {i}", "state": "degraded", "text": "Answers take longer.", "started_at": f"2026-11-28T12:0{i}:00Z", "is_read": 0}
    areas = {1: range(5), 2: range(5, 9), 3: range(9, 14)}
    with folder() as path, serving(gallery("status", path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"area": [{"id": area, "name": f"Area {area}"} for area in areas], "incident": [incident(i) for i in range(5)],
                                 "service": [service(i, area) for area, all in areas.items() for i in all]}})
        tab = Tab(browser, served)
        tab.follow(served)
        for width in WIDTHS:
            tab.page.set_viewport_size({"width": width, "height": 1_200})
            until(lambda: not tab.run(LINES), f"at {width}: {tab.run(LINES)}")
        tab.page.set_viewport_size({"width": 1440, "height": 1_200})
        tab.page.wait_for_selector(".whole > .rows > [data-last]")
        # The last row leaves its section, another one arrives, and a filter hides most of them.
        served.lines({"delete": {"service": [13]}}, {"upsert": {"incident": [incident(5)]}})
        tab.follow(served)
        until(lambda: not tab.run(LINES), f"other rows: {tab.run(LINES)}")
        tab.page.keyboard.press("/")
        for text in ("1", "3", "service", ""):
            tab.page.get_by_label("Filter by text").fill(text)
            until(lambda: not tab.run(LINES), f"{text!r}: {tab.run(LINES)}")
        tab.close()


@promise
def a_title_of_two_lines_leaves_a_cell_as_high_as_the_others(browser):
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served, viewport={"width": 1366, "height": 900})
        heights = lambda: tab.run("""() => [...document.querySelectorAll("[data-kind=selection]")].slice(0, 60).map((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell.querySelector(".title"));
          return [new Set([...text.getClientRects()].map(({ top }) => top)).size, cell.offsetHeight] }).filter(([lines]) => lines)""")
        tab.run("() => { for (const cell of [...document.querySelectorAll('[data-kind=selection] .title')].slice(0, 9)) cell.textContent = 'Atlético Miraflores' }")
        found = heights()
        assert {lines for lines, _ in found} == {1, 2} and len({height for _, height in found}) == 1, found
        tab.close()


@promise
def the_texts_of_a_small_tile_are_below_its_handle_and_leave_half_of_its_picture(browser):
    with folder() as path, serving("layouts/photos.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served, viewport={"width": 390, "height": 844})
        tab.page.wait_for_selector(".grid .handle", state="attached")
        tiles = tab.run("""() => [...document.querySelectorAll(".grid li:has(> img.picture)")].map((tile) => {
          const [box, title, handle] = [tile, tile.querySelector(".title"), tile.querySelector(".handle")].map((one) => one.getBoundingClientRect());
          return [tile.querySelector(".title").textContent, title.top >= handle.bottom, (title.top + parseFloat(getComputedStyle(tile.querySelector(".title")).paddingTop) - box.top) / box.height] })""")
        assert len(tiles) > 3 and all(isBelow and share > 0.5 for _, isBelow, share in tiles), tiles
        tab.close()


@promise
def the_bar_of_a_card_is_as_wide_as_the_card(browser):
    with folder() as path, serving(gallery("builds", path), "--token-file", path / "token") as served:
        build = {"id": 1, "branch_id": 1, "branch": "main", "title": "Reject an empty address", "author": "Iris", "state": "running", "started_at": "2026-11-28T12:00:00Z", "seconds": 60, "progress": 0.25}
        served.lines({"upsert": {"branch": [{"id": 1, "name": "main"}], "build": [build]}})
        tab = Tab(browser, served, viewport={"width": 1000, "height": 800})
        tab.follow(served)
        bar, title, part = tab.run("""() => { const card = document.querySelector(".cards li"), style = getComputedStyle(card), [track, part] = card.querySelectorAll(".bar rect");
          const width = card.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
          return [card.querySelector(".bar").getBoundingClientRect().width, width, part.getBoundingClientRect().width / track.getBoundingClientRect().width] }""")
        assert abs(bar - title) < 2 and abs(part - 0.25) < 0.01, (bar, title, part)
        tab.close()
