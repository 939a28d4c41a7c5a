"""Figures: lines, bars and arcs of an item's numbers."""
from promises.finding import races
from tab import *


@promise
def the_numbers_of_an_item_are_figures_with_labels(browser):
    with folder() as path, serving(races(path), "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        figures = lambda: tab.run("() => [...document.querySelectorAll('main svg')].map((svg) => [svg.closest('li').dataset.id.split('/')[1], svg.classList[1], svg.getAttribute('role'), svg.ariaLabel])")
        assert figures() == [["1", "spark", "img", "from 1 to 2, between 1 and 3"], ["1", "bar", "img", "42 %"], ["1", "gauge", "img", "75 %"], ["3", "gauge", "img", "100 %"]], figures()
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
            shown = [["1", "bar", "img", "25 %", 25], ["1", "gauge", "img", "75 %", 75], ["2", "bar", "img", "100 %", 100], ["2", "gauge", "img", "0 %", 0]]
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
