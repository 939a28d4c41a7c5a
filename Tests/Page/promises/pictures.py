"""Pictures with texts on them."""
from promises.room import gallery
from tab import *

# The contrast of a text with its background, both opaque.
CONTRAST = r"""const contrast = (element) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const [a, b] = ["color", "backgroundColor"].map((name) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = getComputedStyle(element)[name];
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    const light = [red, green, blue].map((part) => ((part / 255 + 0.055) / 1.055) ** 2.4);
    return alpha < 255 ? NaN : 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
  });
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};"""


@promise
def a_flag_on_a_picture_is_readable_in_both_looks_and_moves_no_text(browser):
    product = lambda i: {"id": i, "category_id": 1, "name": f"Stoneware mug {i}", "note": "new", "price": 1_340, "stock": 14, "stock_note": "14 in stock", "is_reduced": 0, "image": f"product-{i}.png"}
    places = "() => [...document.querySelectorAll('.grid li :is(.title, .subtitle, .value)')].map((one) => { const { left, top } = one.getBoundingClientRect(); return [left, top].map(Math.round).join() }).join(' ')"
    with folder() as path, serving(gallery("shop", path), "--token-file", path / "token", "--allow-path", ROOT / "fixtures") as served:
        served.lines({"upsert": {"category": [{"id": 1, "name": "Kitchen"}], "product": [product(i) for i in range(1, 5)]}})
        for scheme, width in (("light", 390), ("dark", 390), ("light", 1440)):
            tab = Tab(browser, served, viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce")
            tab.follow(served)
            until(lambda: tab.run("() => document.querySelectorAll('.grid img.picture').length") == 4, "four pictures are there")
            before = tab.run(places)
            tab.run("() => document.querySelector('.grid .act').click()")
            tab.page.wait_for_selector(".grid mark")
            assert tab.run(places) == before, f"{scheme} at {width}: {tab.run(places)} instead of {before}"
            found, isInside = tab.run("() => { %s const mark = document.querySelector('.grid mark'), [a, b] = [mark, mark.closest('li')].map((one) => one.getBoundingClientRect()); return [contrast(mark), a.left > b.left && a.top > b.top && a.right < b.right] }" % CONTRAST)
            assert found and found > 4.5 and isInside, f"{scheme} at {width}: {found}"
            tab.close()


@promise
def a_picture_has_its_handle_only_under_the_mouse_the_focus_or_for_fingers(browser):
    opacity = "() => getComputedStyle(document.querySelector('.grid .handle')).opacity"
    with folder() as path, serving("layouts/photos.yaml", "--token-file", path / "token") as served:
        tab = Tab(browser, served)
        tab.page.wait_for_selector(".grid li:has(> img.picture) .handle", state="attached")
        tab.page.mouse.move(500, 5)
        assert tab.run(opacity) == "0"
        tab.page.locator(".grid li").first.hover()
        assert tab.run(opacity) == "1"
        tab.page.mouse.move(500, 5)
        tab.page.locator(".grid .handle").first.focus()
        assert tab.run(opacity) == "1"
        tab.close()
        tab = Tab(browser, served, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800})
        tab.page.wait_for_selector(".grid li:has(> img.picture) .handle", state="attached")
        assert tab.run(opacity) == "1"
        tab.close()


@promise
def a_tone_on_a_picture_is_light_in_both_looks_and_what_is_muted_has_a_grey_picture(browser):
    product = lambda i, stock: {"id": i, "category_id": 1, "name": f"Mug {i}", "note": "new", "price": 12, "stock": stock, "stock_note": f"{stock} in stock", "is_reduced": 0, "image": f"product-{i}.png"}
    with folder() as path, serving(gallery("shop", path), "--token-file", path / "token", "--allow-path", ROOT / "fixtures") as served:
        served.lines({"upsert": {"category": [{"id": 1, "name": "Kitchen"}], "product": [product(1, 9), product(2, 3), product(3, 0)]}})
        for scheme in ("light", "dark"):
            tab = Tab(browser, served, color_scheme=scheme)
            tab.follow(served)
            until(lambda: tab.run("() => document.querySelectorAll('.grid img.picture').length") == 3, "three pictures are there")
            found = tab.run("""() => [...document.querySelectorAll(".grid li")].map((li) => {
              const title = getComputedStyle(li.querySelector(".title"));
              return [Math.min(...title.color.match(/\\d+/g).slice(0, 2)) > 150, getComputedStyle(li.querySelector("img")).filter.includes("grayscale")] })""")
            assert found == [[True, False], [True, False], [True, True]], f"{scheme}: {found}"
            tab.close()
