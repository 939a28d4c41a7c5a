#!/usr/bin/env python3
"""What the page promises, tried in a real browser: browser.py [NAME…]

Needs Chromium and PyPI's playwright and axe-playwright-python, as `make test` installs them. Prints a JSON object a line.
"""
import contextlib, json, multiprocessing, queue, sys, time, traceback

from support import CHROMIUM
from tab import PROMISES, Tab
from playwright.sync_api import sync_playwright
import promises.choices, promises.connection, promises.doing, promises.drawing, promises.figures, promises.finding, promises.gallery, promises.keys, promises.lists, promises.motion, promises.places, promises.pictures, promises.reading, promises.refusing, promises.room, promises.saying, promises.states


def launched(playwright):
    # A document that the tests answer may connect to this machine, as one that the server answers may.
    return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-features=LocalNetworkAccessChecks"])


def work(todo, done):
    """Tries promises in a browser until none is left."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        while (index := todo.get()) is not None:
            test, begin, text = PROMISES[index], time.monotonic(), ""
            try:
                test(browser)
            except Exception:
                text = traceback.format_exc(limit=-3)
            done.put({"promise": name_of(test), "failure": text, "seconds": round(time.monotonic() - begin, 1)})
        browser.close()


def name_of(test):
    return test.__name__.replace("_", " ")


def main():
    names = sys.argv[1:]
    chosen = [i for i, test in enumerate(PROMISES) if not names or any(part in name_of(test) for part in names)]
    if not chosen:
        sys.exit(f"browser.py: no promise has {' or '.join(map(repr, names))} in its name; without a name all are tried")
    todo, done = multiprocessing.Queue(), multiprocessing.Queue()
    # Most of the time is waiting, so two go on side by side.
    workers = [multiprocessing.Process(target=work, args=(todo, done)) for _ in range(min(2, len(chosen)))]
    for index in chosen + [None] * len(workers):
        todo.put(index)
    for worker in workers:
        worker.start()
    kept = 0
    while any(worker.is_alive() for worker in workers) or not done.empty():
        with contextlib.suppress(queue.Empty):
            result = done.get(timeout=0.2)
            kept += not result["failure"]
            print(json.dumps(result, ensure_ascii=False), flush=True)
    return 0 if kept == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
