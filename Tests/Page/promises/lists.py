"""Lists of single rows, and the ring of the focus."""
import base64

from promises.room import gallery
from tab import *

@promise
def the_ring_of_the_focus_covers_no_sign_and_is_covered_by_no_card(browser):
    incident = {"id": 1, "service": "Webhooks", "state": "degraded", "text": "Answers take longer.", "started_at": "2026-11-28T12:01:00Z", "is_read": 0}
    with folder() as path, serving(gallery("status", path), "--token-file", path / "token") as served:
        served.lines({"upsert": {"incident": [incident]}})
        tab = Tab(browser, served, viewport={"width": 390, "height": 800})
        tab.follow(served)
        tab.page.locator("[data-section=incidents] .act").focus()
        ring, sign, section = tab.run("""() => [document.activeElement, document.querySelector(".sign"), document.activeElement.closest("section")].map((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect(); return { left, right, top, bottom } })""")
        assert sign["left"] - ring["left"] >= 5 and section["left"] < ring["left"] and ring["right"] < section["right"] and ring["bottom"] <= section["bottom"], (ring, sign, section)
        tab.close()
    with serving("layouts/sportsbook.yaml") as served:
        tab = Tab(browser, served, reduced_motion="reduce")
        tab.page.locator("ul.banners").focus()
        tab.page.keyboard.press("Shift+Tab")
        tab.page.keyboard.press("Tab")
        assert tab.run("() => document.activeElement.matches('.banners:focus-visible')")
        # The middle of each edge has the colour of the ring, which no card covers.
        box = tab.run("() => { const { left, top, width, height } = document.querySelector('.section-banners, section:has(> .banners)').getBoundingClientRect(); return [left, top, width, height].map(Math.round) }")
        picture = tab.page.screenshot(clip=dict(zip(("x", "y", "width", "height"), box)))
        colours = tab.run("""async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)), picture = await createImageBitmap(new Blob([bytes]));
          const { width, height } = picture, canvas = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
          canvas.drawImage(picture, 0, 0);
          const ring = getComputedStyle(document.activeElement.parentElement, "::after").borderTopColor.match(/\\d+/g).slice(0, 3).join();
          return [ring, ...[[width / 2, 1], [width / 2, height - 1], [1, height / 2], [width - 1, height / 2]].map(([x, y]) => [...canvas.getImageData(Math.floor(x), Math.floor(y), 1, 1).data].slice(0, 3).join())] }""",
          base64.b64encode(picture).decode())
        assert len(set(colours)) == 1, colours
        tab.close()
