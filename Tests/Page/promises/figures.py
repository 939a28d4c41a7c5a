"""Figures: lines, bars and arcs of an item's numbers."""
from promises.finding import races
from tab import *


@promise
def the_numbers_of_an_item_are_figures_with_labels(browser):
    with folder() as path, serving(races(path), "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        figures = lambda: tab.run("() => [...document.querySelectorAll('main svg')].map((svg) => [svg.closest('li').dataset.id.split('/')[1], svg.classList[1], svg.getAttribute('role'), svg.ariaLabel])")
        assert figures() == [["1", "spark", "img", "from 1 to 2, between 1 and 3"], ["1", "bar", "img", "42 %"], ["1", "gauge", "img", "75 %"], ["3", "gauge", "img", "700 %"]], figures()
        served.lines({"upsert": {"runner": [{"id": 1, "spark": "5 4", "bar": None, "gauge": 0.1}, {"id": 3, "gauge": None}]}})
        until(lambda: figures() == [["1", "spark", "img", "from 5 to 4, between 4 and 5"], ["1", "gauge", "img", "10 %"]], "the figures are the new ones")
        tab.follow(served)
        tab.close()


HOSTS = """
feed: 1
title: Hosts
store: {schema: hosts.sql}
sources: {hosts: {from: host, order: [id]}}
sections: [{id: hosts, source: hosts, title: Hosts, header: Hosts, item: host, layout: list}]
items: {host: {title: "{name}", value: "{load}", bar: {field: load, from: 0, to: 8}, gauge: {field: uptime, from: 98, to: 100}}}
layouts: {list: {height: 44, boundary: [{kind: header, size: [100%, 32]}]}}
"""


@promise
def a_declared_bar_or_gauge_is_drawn_as_the_share_of_its_range(browser):
    with folder() as path:
        (path / "hosts.yaml").write_text(HOSTS)
        (path / "hosts.sql").write_text("""CREATE TABLE host (id INTEGER PRIMARY KEY, name TEXT NOT NULL, load REAL, uptime ANY);
          INSERT INTO host VALUES (1, 'amber', 2, 99.5), (2, 'basil', 12, 97), (3, 'clover', NULL, 'unknown');""")
        with serving(path / "hosts.yaml", "--token-file", path / "token") as served:
            tab = Tab(browser, served, viewport={"width": 390, "height": 844})
            # The drawn share is measured: the width of the bar, the length of the arc.
            figures = lambda: tab.run("""() => [...document.querySelectorAll("main svg")].map((svg) => {
              const [track, drawn] = [...svg.children].map((shape) => shape.tagName === "rect" ? shape.getBBox().width : shape.getTotalLength());
              return [svg.closest("li").dataset.id.split("/")[1], svg.classList[1], svg.role ?? svg.getAttribute("role"), svg.ariaLabel, Math.round(100 * (drawn ?? 0) / track)];
            })""")
            shown = [["1", "bar", "img", "25 %", 25], ["1", "gauge", "img", "75 %", 75], ["2", "bar", "img", "150 %", 100], ["2", "gauge", "img", "-50 %", 0]]
            assert figures() == shown, figures()
            inside = tab.run("""() => [...document.querySelectorAll("main svg")].every((svg) => {
              const [box, row] = [svg.getBoundingClientRect(), svg.closest("li").getBoundingClientRect()];
              return box.width > 0 && box.height > 0 && box.left >= row.left && box.right <= row.right && box.top >= row.top && box.bottom <= row.bottom;
            })""")
            assert inside
            served.lines({"upsert": {"host": [{"id": 1, "load": 6}, {"id": 2, "load": None, "uptime": 98.5}, {"id": 3, "load": 0, "uptime": 100}]}})
            shown = [["1", "bar", "img", "75 %", 75], ["1", "gauge", "img", "75 %", 75], ["2", "gauge", "img", "25 %", 25], ["3", "bar", "img", "0 %", 0], ["3", "gauge", "img", "100 %", 100]]
            until(lambda: figures() == shown, f"the figures are the new ones: {figures()}")
            tab.follow(served)
            tab.close()


QUAKES = """
feed: 1
title: Quakes
store: {schema: quakes.sql}
sources: {quakes: {from: quake, order: [magnitude DESC]}}
sections: [{id: quakes, source: quakes, title: By magnitude, header: By magnitude, item: quake, layout: list}]
items:
  quake:
    title: "{place}"
    subtitle: "{depth:0} km deep"
    value: "{magnitude:0.0}"
    badge: "{note}"
    flags: {followed: is_followed}
    spark: depth
    gauge: {field: magnitude, to: 9}
    tone: {bad: magnitude >= 6, warning: magnitude >= 4.5, good: magnitude >= 4, accent: magnitude >= 3, muted: magnitude < 3}
layouts: {list: {height: ~44, insets: [0, 16], boundary: [{kind: header, size: [100%, 32]}]}}
"""


@promise
def the_figures_of_a_list_are_below_each_other_in_the_tones_of_their_rows_and_repeat_no_value(browser):
    with folder() as path:
        (path / "quakes.yaml").write_text(QUAKES)
        (path / "quakes.sql").write_text("""CREATE TABLE quake (id INTEGER PRIMARY KEY, place TEXT NOT NULL, depth REAL, magnitude REAL NOT NULL, note TEXT, is_followed INTEGER NOT NULL DEFAULT 0);
          INSERT INTO quake VALUES (1, '68 km S of Sendai, Japan', 20, 6.14, 'Sat 28 Nov 12:30', 1), (2, '14 km SW of Hafnarfjordur, Iceland', 21, 5.66, 'today', 1),
            (3, '35 km W of Ternate, Indonesia', NULL, 4.21, NULL, 1), (4, '120 km SE of Kaikoura, New Zealand', 30, 3.34, 'yesterday at noon', 1),
            (5, 'Here', 31, 2.04, 'now', 0), (6, 'A place with a name that is longer than the first line of most rows', 32, 2.5, NULL, 1);""")
        with serving(path / "quakes.yaml") as served:
            for width, scheme in ((390, "light"), (520, "dark"), (800, "light"), (1440, "dark")):
                tab = Tab(browser, served, viewport={"width": width, "height": 900}, color_scheme=scheme)
                rows = tab.run("""() => [...document.querySelectorAll("main li")].map((li) => {
                  const part = (name) => li.querySelector(name), box = (name) => part(name)?.getBoundingClientRect(), right = li.getBoundingClientRect().right, text = document.createRange();
                  text.selectNodeContents(part(".title"));
                  const isWrapped = new Set([...text.getClientRects()].map(({ top }) => top)).size > 1, [title, figures, value] = [".title", ".figures", ".value"].map(box);
                  part(".title").style.whiteSpace = "nowrap";
                  const end = title.left + text.getBoundingClientRect().width;
                  part(".title").style.whiteSpace = "";
                  const limit = figures.top < title.bottom ? figures.left : value.left;
                  return { spark: box(".spark") && Math.round(right - box(".spark").left), gauge: Math.round(right - box(".gauge").left), words: part(".figures").textContent,
                    colours: [".sign", ".spark", ".gauge"].map((name) => part(name) && getComputedStyle(part(name)).color).filter(Boolean),
                    tag: part("mark") ? box("mark").left - box(".subtitle").right : 8, spare: isWrapped ? limit - end : 0 } })""")
                assert len(rows) == 6 and sum(row["spark"] is None for row in rows) == 1, rows
                assert len({row["spark"] for row in rows} - {None}) == 1 and len({row["gauge"] for row in rows}) == 1, f"at {width}: {rows}"
                assert all(len(set(row["colours"])) == 1 for row in rows) and len({row["colours"][0] for row in rows}) == 5, f"{scheme}: {rows}"
                assert not any(row["words"] for row in rows), rows
                assert all(abs(row["tag"] - 8) < 1 and row["spare"] < 20 for row in rows), f"at {width}: {rows}"
                over = tab.run("""() => [...document.querySelectorAll("main li")].filter((li) => { const all = [...li.children].map((part) => part.getBoundingClientRect());
                  return all.some((a, i) => all.slice(i + 1).some((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3)) }).map((li) => li.textContent)""")
                assert not over, f"at {width}: {over}"
                tab.close()


LEVELS = """
feed: 1
title: Levels
store: {schema: levels.sql}
sources:
  places: {from: place, order: [id], include: {tides: {from: tide, on: place_id, order: [id]}}}
sections: [{id: places, source: places, title: Places, items: [place, {each: tides, item: tide}], layout: rows}]
items:
  place: {title: "{name}"}
  tide: {title: "{name}", value: "{level:0.0} m", badge: "{mark}", spark: level, gauge: {field: level, to: 20}}
layouts: {rows: {height: 44}}
"""


@promise
def the_figures_of_rows_below_headings_are_below_each_other(browser):
    with folder() as path:
        (path / "levels.yaml").write_text(LEVELS)
        (path / "levels.sql").write_text("""CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE tide (id INTEGER PRIMARY KEY, place_id INTEGER NOT NULL REFERENCES place (id), name TEXT NOT NULL, level REAL NOT NULL, mark TEXT);
          INSERT INTO place VALUES (1, 'Saltmere'), (2, 'Northbridge');
          INSERT INTO tide VALUES (1, 1, 'high', 3.14, NULL), (2, 1, 'low water', 12.25, 'soon'), (3, 2, 'high', 1.5, 'tomorrow at noon'), (4, 2, 'low water', 0.25, NULL);""")
        with serving(path / "levels.yaml") as served:
            for width in (390, 800):
                tab = Tab(browser, served, viewport={"width": width, "height": 900})
                rows = tab.run("""() => [...document.querySelectorAll("[data-kind=tide]")].map((li) => {
                  const right = li.getBoundingClientRect().right, [title, spark, gauge, value] = [".title", ".spark", ".gauge", ".value"].map((name) => li.querySelector(name).getBoundingClientRect());
                  return [right - spark.left, right - gauge.left, right - value.right].map(Math.round).concat(title.height < 30, (li.querySelector(".badge")?.getBoundingClientRect().right ?? 0) < spark.left) })""")
                assert len(rows) == 4 and rows.count(rows[0]) == 4 and rows[0][2:] == [0, True, True], f"at {width}: {rows}"
                tab.close()


DEPTHS = """
feed: 1
title: Depths
store: {schema: depths.sql}
sources:
  stations: {from: station, order: [id], include: {tanks: {from: tank, on: station_id, order: [id]}, lines: {from: tank, on: station_id, order: [id]}, pumps: {from: tank, on: station_id, order: [id]}}}
sections:
  - id: stations
    source: stations
    title: Stations
    items: [station, {each: tanks, item: tank, slots: 5}, lines-head, {each: lines, item: line, slots: 5, heads: {value: Level, badge: Volume}},
      pumps-head, {each: pumps, item: pump, slots: 1, heads: {value: Level, badge: Volume}}]
    layout: rows
items:
  station: {title: "{name}"}
  lines-head: {title: Lines}
  pumps-head: {title: Pumps}
  tank: {title: "", value: "{level:0.00########}", badge: "{volume}", tone: {good: volume > 400, bad: volume < 100}}
  line: {title: "", value: "{level:0.00########}", badge: "{volume}", tone: {good: volume > 400}}
  pump: {title: "{name}", value: "{level:0.00########}", badge: "{volume}", tone: {bad: volume < 100}}
layouts: {rows: {height: ~44, insets: [0, 16]}}
"""


@promise
def no_figure_of_a_cell_is_cut_or_on_another_one_and_cells_of_a_row_are_alike(browser):
    tank = lambda i, level, volume: {"id": i, "station_id": i // 5, "name": f"Pump {i}", "level": level, "volume": volume}
    with folder() as path:
        (path / "depths.yaml").write_text(DEPTHS)
        (path / "depths.sql").write_text("""CREATE TABLE station (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE tank (id INTEGER PRIMARY KEY, station_id INTEGER NOT NULL REFERENCES station (id), name TEXT NOT NULL, level REAL NOT NULL, volume REAL NOT NULL);""")
        with serving(path / "depths.yaml", "--token-file", path / "token") as served:
            served.lines({"upsert": {"station": [{"id": i, "name": f"Station {i}"} for i in range(2)], "tank": [tank(i, 0.45 + i, 7 * i) for i in range(10)]}})
            tabs = [(width, Tab(browser, served, viewport={"width": width, "height": 1_000}, reduced_motion="reduce")) for width in (390, 1440, 2560)]
            beside = lambda tab, kind: tab.run("(kind) => { const all = [...document.querySelectorAll(`[data-kind=${kind}]`)].map((li) => li.getBoundingClientRect()); return all.filter(({ top }) => top === all[0].top).length }", kind)
            until(lambda: all(beside(tab, "tank") % 5 == 0 for _, tab in tabs), "short figures are on one line")
            served.lines({"upsert": {"tank": [tank(i, 58_991.5 + i, [702, 199.43804068, 858.12868089, 645_580_038, 41.21476299][i % 5]) for i in range(10)]}})
            for width, tab in tabs:
                tab.follow(served)
                found = tab.run("""() => {
                  const found = [], rows = new Map();
                  for (const li of document.querySelectorAll("main li")) {
                    const outer = li.getBoundingClientRect(), all = [...li.querySelectorAll(".value, .badge, .sign, .title, .sort")].map((part) => {
                      const range = document.createRange();
                      range.selectNodeContents(part);
                      if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflow === "hidden") found.push(`${part.textContent} is cut`);
                      return [part.textContent, (part.matches(".sign") ? part : range).getBoundingClientRect()];
                    });
                    for (const [i, [text, a]] of all.entries()) {
                      if (a.width && (a.left < outer.left || a.right > outer.right || a.right > innerWidth || a.top < outer.top || a.bottom > outer.bottom)) found.push(`${text} is outside`);
                      for (const [other, b] of all.slice(i + 1)) if (a.left < b.right && b.left < a.right && a.top < b.bottom - 3 && b.top < a.bottom - 3) found.push(`${text} is on ${other}`);
                    }
                    if (!li.matches(".cell")) continue;
                    const [value, badge] = [".value", ".badge"].map((name) => li.querySelector(name).getBoundingClientRect());
                    rows.set(li.dataset.kind, (rows.get(li.dataset.kind) ?? new Set()).add(badge.bottom < value.top + 3 ? "two lines" : "one line"));
                  }
                  for (const [kind, ways] of rows) if (ways.size > 1) found.push(`some cells of ${kind} have two lines`);
                  return found;
                }""")
                assert not found, f"at {width}: {len(found)}, {found[:4]}"
                assert tab.run("() => document.documentElement.scrollWidth <= innerWidth"), f"sideways at {width}"
                tab.close()


@promise
def growth_has_no_colour_of_its_own_beside_a_line_and_has_the_tone_of_its_item(browser):
    with folder() as path:
        (path / "hosts.yaml").write_text(HOSTS.replace("bar: {field: load, from: 0, to: 8}, gauge: {field: uptime, from: 98, to: 100}", "spark: load, tone: {bad: load > 8}"))
        (path / "hosts.sql").write_text("CREATE TABLE host (id INTEGER PRIMARY KEY, name TEXT NOT NULL, load REAL); INSERT INTO host VALUES (1, 'amber', 2), (2, 'basil', 6), (3, 'clover', 9);")
        with serving(path / "hosts.yaml", "--token-file", path / "token") as served:
            tab = Tab(browser, served)
            tab.run("""() => { window.flashes = []; const animate = Element.prototype.animate;
              Element.prototype.animate = function (frames, options) {
                if (frames[0].backgroundColor) flashes.push(frames[0].backgroundColor);
                return animate.call(this, frames, options) } }""")
            served.lines({"upsert": {"host": [{"id": 1, "load": 3}, {"id": 2, "load": 5}, {"id": 3, "load": 10}]}})
            tab.follow(served)
            colours = tab.run("""() => [...document.querySelectorAll("main li")].map((li) => [li.querySelector(".spark"), li.querySelector(".value")].map((one) => getComputedStyle(one).color)
              .concat(getComputedStyle(li.querySelector(".value"), "::before").backgroundColor))""")
            text, bad = tab.run("() => [getComputedStyle(document.body).color, getComputedStyle(document.querySelector('.sign')).color]")
            assert colours == [[text] * 3, [text] * 3, [bad] * 3], colours
            flashes = tab.run("() => flashes")
            assert len(flashes) == 3 and all("currentcolor" in one.lower() for one in flashes), flashes
            tab.close()
