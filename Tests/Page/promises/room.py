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
        for number, width in enumerate(WIDTHS):
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
              const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
              while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/[^ ]+/g)) {
                const range = document.createRange();
                range.setStart(texts.currentNode, word.index);
                range.setEnd(texts.currentNode, word.index + word[0].length);
                if (range.getClientRects().length > 1) found.push(`'${word[0]}' is broken`);
              }
              return found.map((text) => `${cell.textContent}: ${text}`);
            })""")
            assert not found, f"at {width}: {len(found)}, {found[:4]}"
            assert tab.run("() => document.documentElement.scrollWidth <= innerWidth"), f"sideways at {width}"
        tab.close()
