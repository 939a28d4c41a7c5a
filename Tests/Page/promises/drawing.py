"""What is drawn."""
from promises.gallery import At, demonstrated
from tab import *


@promise
def the_dom_is_the_snapshot_under_load_in_few_commits_without_jumps_or_long_tasks(browser):
    seconds, rate = (60, 500) if IS_FULL else (5, 500)
    with folder() as path:
        load(path / "load.jsonl", seconds + 2, rate)
        with serving("layouts/sportsbook.yaml", "--fixture", path / "load.jsonl") as served:
            tab = Tab(browser, served, "?heartbeat=2000&conflate=10")
            tab.page.wait_for_timeout(1_000)
            tab.run("""() => { window.seen = { shift: 0, commits: list.commits, since: performance.now(), version: feed.cursor.version };
              new PerformanceObserver((l) => l.getEntries().forEach((e) => { if (!e.hadRecentInput) seen.shift += e.value })).observe({ type: "layout-shift" }) }""")
            with traced(browser, tab) as trace:
                for moment in range(10):
                    tab.page.wait_for_timeout(seconds * 100 - 50)
                    # Both are taken in one task, right behind a commit.
                    shown, sections = map(json.loads, tab.run(f"() => new Promise((done) => requestAnimationFrame(() => {{ performance.mark('look'); list.commit(feed.sections, false); done([({SHOWN})(), feed.sections].map((all) => JSON.stringify(all))) }}))"))
                    tab.run("() => performance.mark('looked')")
                    found = difference(shown, expected(sections))
                    assert not found, f"moment {moment}: {found}"
                seen = tab.run("() => ({ ...seen, commits: list.commits - seen.commits, time: performance.now() - seen.since, versions: feed.cursor.version - seen.version, images: stream.images, streams: stream.opened })")
            seen |= trace.seen
            print(json.dumps({"measured": seen}), file=sys.stderr)
            assert seen["images"] == 1, f"the checksum of a heartbeat was another, or what was heard in between: {seen}, {tab.errors}"
            assert seen["commits"] / seen["time"] * 1000 <= 62, f"{seen['commits']} commits in {seen['time']:.0f} ms"
            assert seen["versions"] > 2 * seen["commits"], f"{seen['commits']} commits for {seen['versions']} versions"
            assert seen["shift"] < 0.05, f"a layout shift of {seen['shift']}"
            # Who asks for places between what it writes has the browser lay the page out again for each.
            assert seen["layouts in a frame"] <= 3, f"{seen['layouts in a frame']} layouts in one frame"
            # Of processor time, which is the same however busy the machine is.
            assert not IS_FULL or seen["longest task"] <= 50, f"a task of {seen['longest task']} ms"
            tab.follow(served)
            tab.close()


@promise
def after_each_of_many_random_patches_the_elements_are_those_of_the_snapshot(browser):
    with serving("layouts/photos.yaml") as served:
        tab = Tab(browser, served)
        script = (ROOT / "Tests/Page/random-patches.js").read_text()
        for seed in range(1, 11):
            found = tab.run(script, {"count": 1_000 if IS_FULL else 60, "seed": seed * 7919})
            assert not found, found
        tab.close()


@promise
def no_page_scrolls_sideways_from_320_points_to_4k(browser):
    for feed in ("sportsbook", "photos", "exchange"):
        with serving(f"layouts/{feed}.yaml", *(["--fixture", "fixtures/exchange/evening.jsonl", "--adapter", "betfair", "--speed", "max"] if feed == "exchange" else [])) as served:
            tab = Tab(browser, served)
            for width in (320, 390, 768, 1400, 3840):
                tab.page.set_viewport_size({"width": width, "height": 800})
                room = tab.run("() => document.documentElement.scrollWidth - innerWidth")
                assert room <= 0, f"{feed} at {width}: {room} points too wide"
            tab.close()


@promise
def on_paper_there_is_the_feed_alone_and_with_forced_colours_nothing_is_lost(browser):
    with folder() as path, serving("layouts/sportsbook.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        cell = tab.run("() => document.querySelector('[data-kind=selection]').dataset.id")
        served.lines({"upsert": {"selection": [{"id": int(cell.split("/")[1]), "price": 77.5}]}})
        tab.page.wait_for_selector(f"[data-id='{cell}'] [data-way=up]")
        tab.page.emulate_media(forced_colors="active")
        arrow = tab.run("(id) => { const value = document.querySelector(`[data-id='${id}'] .value`), style = getComputedStyle(value, '::before'); return [style.clipPath, style.backgroundColor, getComputedStyle(document.body).color] }", cell)
        assert arrow[0].startswith("polygon(50% 0") and arrow[1] == arrow[2], arrow
        assert tab.run("() => getComputedStyle(document.querySelector('.top p'), '::before').forcedColorAdjust") == "none"
        tab.page.emulate_media(forced_colors="none", media="print")
        seen = tab.run("() => [...document.querySelectorAll('button:not(.fold), #said')].filter((e) => e.offsetParent).map((e) => e.outerHTML)")
        assert not seen, seen
        assert tab.run("() => [...document.querySelectorAll('main > section')].every((s) => getComputedStyle(s).contentVisibility === 'visible')")
        wide = tab.run("() => [...document.querySelectorAll('main ul')].filter((list) => list.scrollWidth > list.clientWidth + 1).map((list) => list.className)")
        assert not wide, f"cut off on paper: {wide}"
        assert tab.page.pdf().startswith(b"%PDF")
        tab.close()


@promise
def hostile_content_is_inert(browser):
    hostile = ['<script>window.pwned = 1</script>', '<img src=x onerror="window.pwned=1">', '"><svg onload=pwned=1>', "javascript:pwned=1",
               "</li></ul></section>", "{{constructor.constructor('pwned=1')()}}", "<a href='https://evil.example'>x</a>", "\u202egnp.exe", "&lt;b&gt;"]
    with folder() as path, serving("layouts/photos.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        served.lines(*({"upsert": {"photo": [{"id": 900 + i, "title": text, "artist": text, "image": text, "display_order": i}]}} for i, text in enumerate(hostile)))
        tab.follow(served)
        assert tab.run("() => window.pwned === undefined && !document.querySelector('main script, main img:not([src^=\"/pictures/\"]), main svg, main a, main b')")
        assert tab.run("() => document.querySelector('[data-id=\"photo:photo/900\"] .title').textContent") == hostile[0]
        # And whatever else would get in: the browser refuses it.
        refused = tab.run("() => { try { document.body.innerHTML = '<b>x</b>'; return false } catch { return true } }")
        assert refused, "Trusted Types are not required"
        tab.errors.clear()
        tab.close()


@promise
def only_https_links_to_declared_hosts_lead_anywhere(browser):
    good = ["https://ads.example/derby", "HTTPS://ADS.example/x?y=1#z"]
    bad = ["javascript:pwned=1", "java\tscript:pwned=1", "http://ads.example/", "//ads.example/", "https://evil.example/", "https://sub.ads.example/",
           "https://ads.example@evil.example/", "https://me:word@ads.example/", "https://evil.example\\@ads.example/",
           "https://аds.example/", "https://ads.example./", "https://ads.example:8443/", "data:text/html,x"]
    bad_here = ["https://ads．example/", "https://ads.example\\.evil.example/", 'https://ads.example/" onclick="pwned=1', "https://ads.example:443/"]
    with folder() as path, serving("layouts/sportsbook.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        ads = [{"id": f"a{i}", "title": f"Ad {i}", "text": "", "link": link} for i, link in enumerate(good + bad + bad_here)]
        version = served.lines({"document": {"ads": {"ads": ads}}})
        until(lambda: int(tab.run("() => list.root.dataset.version")) >= version, "the version is shown")
        links = tab.run("() => [...document.querySelectorAll('main a')].map((a) => [a.href, a.rel, a.target, a.textContent])")
        assert links == [["https://ads.example/derby", "noopener noreferrer", "_blank", "Ad 0"], ["https://ads.example/x?y=1#z", "noopener noreferrer", "_blank", "Ad 1"]], links
        # What the server would never send is no link to the page either.
        wrong = tab.run("""async (bad) => { const { address } = await import("/page/item.js");
          return bad.filter((link) => address({ fields: { link } }, ["ads.example"])) }""", bad)
        assert wrong == [], wrong
        # One stop of the tabulator.
        assert tab.run("() => document.querySelectorAll('.section-banners li [tabindex=\"0\"]').length") == 1
        # An ad that leads elsewhere, and one that leads nowhere any more.
        served.lines({"document": {"ads": {"ads": [{**ads[0], "link": "https://ads.example/2"}, {**ads[1], "link": None}]}}})
        until(lambda: tab.run("() => [...document.querySelectorAll('main a')].map((a) => a.href)") == ["https://ads.example/2"], "one link is left")
        tab.follow(served)
        tab.close()


@promise
def pictures_of_the_declared_folder_are_shown_with_titles_and_without_a_shift_and_others_are_cards_of_text(browser):
    with folder() as path, serving("layouts/photos.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        loaded = "() => [...document.querySelectorAll('main img')].filter((i) => i.complete && i.naturalWidth === 240).length"
        until(lambda: tab.run(loaded) == 7, "seven pictures are there")
        shift = tab.run("""() => new Promise((done) => { new PerformanceObserver((l) => done(l.getEntries().reduce((s, e) => s + e.value, 0)))
          .observe({ type: "layout-shift", buffered: true }); setTimeout(done, 200, 0) })""")
        assert shift < 0.01, f"a layout shift of {shift}"
        names = ["gone.png", "../photos.yaml", "https://evil.example/x.png", "//evil.example/x.png", "\\evil.example\\x.png", ".hidden", "x\\..\\y"]
        asked = []
        tab.page.on("request", lambda request: asked.append(request.url) if request.resource_type == "image" else None)
        served.lines(*({"upsert": {"photo": [{"id": 100 + i, "title": f"Photo {i}", "image": name, "display_order": -i}]}} for i, name in enumerate(names)))
        tab.follow(served)
        until(lambda: tab.run("() => document.querySelectorAll('main li[data-bare]:not(:has(.picture))').length") == len(names), "those are cards of text")
        alts = tab.run("() => [...document.querySelectorAll('main li:has(img):has(.subtitle)')].map((li) => [li.querySelector('img').alt, li.querySelector('.title').textContent])")
        assert len(alts) > 3 and all(alt == title for alt, title in alts), alts
        assert [url for url in asked if not url.endswith("/pictures/gone.png")] == [], asked
        # Another picture takes the place of one.
        served.lines({"upsert": {"photo": [{"id": 100, "image": "night-bus.png"}]}})
        until(lambda: tab.run(loaded) == 8, "the new picture is there")
        tab.close()


@promise
def pictures_on_the_web_are_loaded_from_the_declared_hosts_alone(browser):
    with folder() as path:
        for name in ("layouts/photos.yaml", "layouts/photos.sql", "fixtures/photos/seed.jsonl"):
            text = (ROOT / name).read_text().replace("../fixtures/photos/", "")
            (path / name.split("/")[-1]).write_text(text.replace("sources:", 'images: [cdn.example, "*.photos.example"]\n\nsources:', 1))
        with serving(path / "photos.yaml", "--token-file", path / "token") as served:
            tab = Tab(browser, served)
            asked, picture = [], (ROOT / "fixtures/photos/pictures/night-bus.png").read_bytes()
            def answer(route):
                asked.append(route.request.url)
                route.fulfill(body=picture, content_type="image/png")
            tab.page.route(lambda url: ".example" in url, answer)
            allowed = ["https://cdn.example/a.png?w=2", "https://a.photos.example/b"]
            others = ["https://evil.example/c.png", "http://cdn.example/d.png", "https://cdn.example:444/e.png", "https://x@cdn.example/f.png", "https://photos.example/g.png"]
            served.lines(*({"upsert": {"photo": [{"id": 100 + i, "title": f"Photo {i}", "image": name, "display_order": -i}]}} for i, name in enumerate(allowed + others)))
            tab.follow(served)
            loaded = "() => [...document.querySelectorAll('main img')].filter((i) => i.naturalWidth === 240).map((i) => i.src).sort()"
            until(lambda: tab.run(loaded) == sorted(allowed), "both are loaded")
            assert sorted(asked) == sorted(allowed), asked
            # The browser refuses others even if a script asks for them.
            blocked = tab.run("""() => new Promise((done) => {
                document.addEventListener("securitypolicyviolation", (event) => done(event.blockedURI), { once: true });
                document.body.append(Object.assign(new Image(), { src: "https://evil.example/h.png" }));
            })""")
            assert blocked.startswith("https://evil.example"), blocked
            tab.errors.clear()
            tab.close()


@promise
def a_secondary_text_never_has_the_colour_of_a_link(browser):
    look = """() => {
      const plain = document.body.appendChild(Object.assign(document.createElement("a"), { href: "https://example.com", textContent: "x" }));
      const probe = document.body.appendChild(Object.assign(document.createElement("span"), { className: "link", textContent: "x" }));
      // A link of the page has the colour of its text and an underline with a colour of its own; one without a style has the browser's.
      const links = [getComputedStyle(plain).color, getComputedStyle(probe).textDecorationColor];
      plain.remove();
      probe.remove();
      const all = [...document.querySelectorAll("main :is(.subtitle, .badge, small, .rest, .depth-1 > .title), #inputs :is(summary, .is, small), #found, #chosen small")].filter((one) => one.textContent && one.getClientRects().length);
      return { links, count: all.length, wrong: all.filter((one) => links.includes(getComputedStyle(one).color)).map((one) => `${one.className} ${one.textContent}: ${getComputedStyle(one).color}`) } }"""
    for name in ("sportsbook", "exchange", "status"):
        with serving("layouts/sportsbook.yaml") if name == "sportsbook" else demonstrated(name) as served:
            for scheme in ("light", "dark"):
                tab = Tab(browser, served if name == "sportsbook" else At(served), query="", color_scheme=scheme, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
                if name == "sportsbook":
                    tab.run("() => document.querySelector('[data-kind=selection] .act').click()")
                    assert tab.page.locator("#chosen small").count() > 0 and tab.page.locator("main .link").count() > 0
                else:
                    tab.page.locator("#inputs li").first.wait_for()
                found = tab.run(look)
                assert len(set(found["links"])) == 2 and found["count"] > 10 and not found["wrong"], f"{name}, {scheme}: {found}"
                tab.close()


@promise
def icons_of_buttons_menus_and_folds_are_shapes_and_no_characters(browser):
    look = """(selector) => [...document.querySelectorAll(selector)].map((button) => {
      const drawn = ["::before", "::after"].map((part) => getComputedStyle(button, part)).filter(({ content }) => content !== "none" && content !== "normal");
      // Vector shapes of the colour of the text, which no font can replace.
      const shapes = drawn.filter((style) => style.content === '""' && parseFloat(style.width) > 5 && (style.clipPath.startsWith("polygon") || style.maskImage.includes("gradient")) && style.backgroundColor !== "rgba(0, 0, 0, 0)");
      return { what: button.className || button.id || button.textContent, shapes: shapes.length, texts: drawn.filter(({ content }) => content !== '""').length, said: button.textContent } })"""
    with folder() as path, serving("layouts/photos.yaml", "--token-file", path / "token") as photos, serving("layouts/sportsbook.yaml") as sports:
        for served, buttons in ((sports, (".tools .icon", ".fold", ".more", ".page", "#chosen-title", "#chosen .drop", ".menu button")), (photos, (".handle",))):
            for width in (390, 1440):
                tab = Tab(browser, served, viewport={"width": width, "height": 900})
                if served is photos:
                    tab.run("async () => (await import('/page/actions.js')).token.set('x')")
                else:
                    tab.run("() => document.querySelector('[data-kind=selection] .act').click()")
                    tab.run("() => document.querySelector('.fold').click()")
                    tab.run("() => document.querySelector('.more').click()")
                for selector in buttons:
                    found = tab.run(look, selector)
                    assert found and all(one["shapes"] > 0 and not one["texts"] for one in found), f"{selector} at {width}: {found[:4]}"
                    # Letters, digits and punctuation of names are texts; arrows, crosses, dots and other symbols are not.
                    symbols = [one["said"] for one in found if re.search(r"[\u2190-\u21ff\u22ee-\u22f1\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\u00d7\u2630\u2807\u283f]", one["said"])]
                    assert not symbols, f"{selector}: {symbols}"
                tab.close()
