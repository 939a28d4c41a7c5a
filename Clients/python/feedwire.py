"""A client of a feed that 'feed serve' serves: holds the feed, checks it at each heartbeat, and reconnects.

    for update in feedwire.follow("http://127.0.0.1:8080", sections="live/*"):
        print(update.event, update.state.version)
"""

import codecs
import http.client
import json
import random
import re
import struct
import time
from typing import NamedTuple, Optional
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen


# Event streams


class EventReader:
    """Reads a text/event-stream in pieces of any size, as the HTML standard requires (9.2.6)."""

    def __init__(self):
        self.last_id = ""  # for Last-Event-ID; empty for none
        self.retry = None  # the wait before reconnecting, in milliseconds, if the stream has sent one
        self._decoder, self._is_start = codecs.getincrementaldecoder("utf-8")("replace"), True
        self._line, self._follows_return = "", False
        self._id, self._event, self._data = "", "", []

    def read(self, piece):
        """Returns the events that end in the bytes, as tuples of the event, the id and the data."""
        text = self._decoder.decode(piece)
        if not text:
            return []
        if self._is_start:
            text, self._is_start = text.removeprefix("\ufeff"), False
        if self._follows_return:
            text = text.removeprefix("\n")
        self._follows_return = text.endswith("\r")
        *lines, self._line = re.split("\r\n|\n|\r", self._line + text)
        return [event for line in lines for event in self._take(line)]

    def _take(self, line):
        if not line:
            return self._end()
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._event = value
        elif field == "id" and "\0" not in value:
            self._id = value
        elif field == "retry" and re.fullmatch("[0-9]+", value):
            self.retry = int(value)
        return []

    def _end(self):
        self.last_id = self._id
        events = [(self._event or "message", self._id, "\n".join(self._data))] if self._data else []
        self._event, self._data = "", []
        return events


# Checksums: FNV-1a with 64 bits

PRIME = 0x100000001B3
START = 0xCBF29CE484222325
MASK = (1 << 64) - 1
ROLES = ["id", "kind", "title", "subtitle", "value", "badge", "image", "tone"]


def _fold(state, words):
    for word in words:
        state = ((state ^ word) * PRIME) & MASK
    return state


def _texts(state, *values):
    for value in values:
        state = _fold(_fold(state, value.encode()), [0xFF])
    return state


def _field_hash(name, value):
    if isinstance(value, str):
        return _fold(_texts(START, name), b"s" + value.encode())
    return _fold(_texts(START, name), b"n" + struct.pack(">d", value))


def item_hash(item):
    """Returns the hash of an item."""
    state = _texts(START, *(item.get(role, "") for role in ROLES))
    state = _fold(_texts(state, *item.get("flags", [])), [0xFE])
    fields = sum(_field_hash(*field) for field in item.get("fields", {}).items())
    return _fold(state, (fields & MASK).to_bytes(8, "big"))


def _section_hash(section):
    pin = "pin" if section.get("header", {}).get("pin") else ""
    head = _texts(START, section["id"], section.get("title", ""), pin, section.get("layout", ""))
    return _fold(START, [head] + [item_hash(item) for item in section["items"]])


def checksum(sections):
    """Returns the checksum of sections, as in a heartbeat."""
    return "%016x" % _fold(START, [_section_hash(section) for section in sections])


# Patches


class WireError(Exception):
    """An event that the client cannot perform; it then needs an image."""


def _refuse(rule, what):
    return WireError(f"{what} (rule {rule})")


def _unique(rule, places):
    places = [tuple(place) if isinstance(place, list) else place for place in places]
    if len(set(places)) != len(places):
        raise _refuse(rule, "a place is named by two edits")
    return set(places)


def _is_in(count, index):
    return type(index) is int and 0 <= index < count


def _has(sections, place):
    section, item = place
    return _is_in(len(sections), section) and _is_in(len(sections[section]["items"]), item)


def _written(place):
    return f"[{place[0]}, {place[1]}]"


class _Batch:
    """The edits of a patch, checked against the rules for batches."""

    def __init__(self, old, patch):
        batch = patch["batch"]
        names = [
            "deleteSections", "insertSections", "moveSections", "deleteItems", "insertItems", "moveItems",
            "reconfigureItems", "reloadItems", "reloadSections",
        ]  # fmt: skip
        (
            self.delete_sections, self.insert_sections, self.move_sections, self.delete_items,
            self.insert_items, self.move_items, reconfigure, reload, self.reload_sections,
        ) = [batch.get(name, []) for name in names]  # fmt: skip
        self.sections, self.items = patch.get("sections", []), patch.get("items", [])
        self.changes, self.headers = patch.get("changes", []), patch.get("headers", [])
        self.windows = patch.get("windows", [])
        if (
            len(self.sections) != len(self.insert_sections)
            or len(self.items) != len(self.insert_items)
            or [change["at"] for change in self.changes] != reconfigure + reload
            or [header["at"] for header in self.headers] != self.reload_sections
        ):
            raise WireError("the contents are not those of the batch's edits")
        self._check_sections(old)
        self._check_items(old)
        self._check_ids(old)

    def _check_sections(self, old):
        self.deleted, self.inserted = _unique(7, self.delete_sections), _unique(7, self.insert_sections)
        self.reloaded = _unique(20, self.reload_sections)
        self.sources = _unique(8, [move["from"] for move in self.move_sections])
        targets = _unique(8, [move["to"] for move in self.move_sections])
        if self.sources & self.deleted or targets & self.inserted:
            raise _refuse(7, "a section is named by a move and by another edit")
        if not all(_is_in(len(old), index) for index in self.deleted | self.sources):
            raise _refuse(1, f"a section is outside the {len(old)} old ones")
        count = len(old) - len(self.deleted) + len(self.inserted)
        if not all(_is_in(count, index) for index in self.inserted | targets | self.reloaded):
            raise _refuse(2, f"a section is outside the {count} new ones")

    def _check_items(self, old):
        self.origins = _unique(8, [move["from"] for move in self.move_items])
        targets = _unique(8, [move["to"] for move in self.move_items])
        self.gone, self.arriving = _unique(5, self.delete_items), _unique(6, self.insert_items)
        if self.origins & self.gone or targets & self.arriving:
            raise _refuse(5, "an item is named by a move and by another edit")
        for place in self.delete_items + [move["from"] for move in self.move_items]:
            if not _has(old, place):
                raise _refuse(3, f"item {_written(place)} is not there")
            if place[0] in self.deleted:
                raise _refuse(9, f"item {_written(place)} is in a section that is deleted")
        for place in self.insert_items + [move["to"] for move in self.move_items]:
            if place[0] in self.inserted:
                raise _refuse(11, f"item {_written(place)} is in a section that is inserted")

    def _check_ids(self, old):
        staying = {
            item["id"]
            for index, section in enumerate(old)
            if index not in self.deleted
            for item in section["items"]
        }
        # An item reaches an inserted section by a delete and the section's list, not by a move.
        leaving = {old[section]["items"][item]["id"] for section, item in self.gone}
        new = [(item["id"], staying) for item in self.items]
        for section in self.sections:
            new += [(item["id"], staying - leaving) for item in section["items"]]
        fresh = set()
        for id, taken in new:
            if id in fresh or id in taken:
                raise _refuse(18, f"inserted item '{id}' is there already")
            fresh.add(id)
        names = {section["id"] for index, section in enumerate(old) if index not in self.deleted}
        for section in self.sections:
            if section["id"] in names:
                raise _refuse(18, f"section '{section['id']}' is in the snapshot already")
            names.add(section["id"])


def apply(old, patch):
    """Returns the sections after a patch, and leaves the given ones unchanged.

    Deletes and origins of moves are positions in the old version, all others in the new one. Raises WireError if
    the patch violates a rule.
    """
    batch = _Batch(old, patch)
    copies = [dict(section, items=list(section["items"])) for section in old]
    for section, item in sorted(batch.gone | batch.origins, reverse=True):
        del copies[section]["items"][item]
    new = [
        section
        for index, section in enumerate(copies)
        if index not in batch.deleted and index not in batch.sources
    ]
    arrivals = [(move["to"], copies[move["from"]]) for move in batch.move_sections]
    for at, section in zip(batch.insert_sections, batch.sections):
        arrivals.append((at, dict(section, items=list(section["items"]))))
    for at, section in sorted(arrivals, key=lambda arrival: arrival[0]):
        if at > len(new):
            raise _refuse(17, "the sections that stay do not fill the places that are left")
        new.insert(at, section)
    coming = [(move["to"], old[move["from"][0]]["items"][move["from"][1]]) for move in batch.move_items]
    coming += zip(batch.insert_items, batch.items)
    for (section, at), item in sorted(coming, key=lambda arrival: arrival[0]):
        if not _is_in(len(new), section) or not _is_in(len(new[section]["items"]) + 1, at):
            raise _refuse(4, f"item {_written([section, at])} is behind the end of its section")
        new[section]["items"].insert(at, item)
    _apply_changes(new, batch)
    return new


def _apply_changes(new, batch):
    _unique(21, [change["at"] for change in batch.changes])
    for change in batch.changes:
        section, at = place = tuple(change["at"])
        is_new = place in batch.arriving or section in batch.inserted or section in batch.reloaded
        if is_new or not _has(new, place):
            raise _refuse(20, f"item {_written(place)} is not there, or is new in any case")
        item = dict(new[section]["items"][at], **change.get("set", {}))
        for key in change.get("unset", []):
            item.pop(key, None)
        new[section]["items"][at] = item
    for header in batch.headers:
        if header["at"] in batch.inserted:
            raise _refuse(20, f"section {header['at']} is new in any case")
        new[header["at"]].update(header["set"])
    for window in batch.windows:
        if not _is_in(len(new), window["at"]):
            raise WireError(f"a window is in none of the {len(new)} sections")
        new[window["at"]]["window"] = {"from": window["from"], "of": window["of"]}


# The state of a client


class Outcome(NamedTuple):
    """The result of an event: 'updated', 'unchanged', 'needsImage' or 'goodbye'."""

    kind: str
    batch: Optional[dict] = None
    error: Optional[Exception] = None
    retry: Optional[int] = None


class FeedState:
    """The content of a client, updated by each event of a stream."""

    def __init__(self):
        self.epoch, self.version = None, None  # None before the first image and after an error
        self.confirmed = 0  # the newest version that does not differ from the held one
        self.title, self.sections, self.sources = "", [], []
        self.layouts = ""  # the revision of GET /v1/layouts

    @property
    def cursor(self):
        """The cursor of the held version, for Last-Event-ID; None without one."""
        return None if self.version is None else f"{self.epoch}:{self.version}"

    def receive(self, event, text, id=""):
        """Processes an event and returns its outcome; an invalid event only requests an image."""
        try:
            if event == "image":
                return self._image(json.loads(text))
            if event == "patch":
                return self._patch(json.loads(text), id)
            if event == "heartbeat":
                return self._heartbeat(json.loads(text))
            if event == "bye":
                return Outcome("goodbye", retry=int(json.loads(text)["retry"]))
            return Outcome("unchanged")
        except (WireError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            self.epoch = self.version = None
            return Outcome("needsImage", error=error)

    def _image(self, image):
        sections = image["sections"]
        names = [section["id"] for section in sections]
        items = [item["id"] for section in sections for item in section["items"]]
        if type(image["version"]) is not int or not isinstance(image["epoch"], str):
            raise WireError("the image has no version")
        if len(set(names)) != len(names) or len(set(items)) != len(items):
            raise WireError("the image has a section or an item twice")
        self.epoch, self.version = image["epoch"], image["version"]
        self.confirmed, self.sections = self.version, sections
        self.title, self.sources = image.get("title", ""), image.get("sources", [])
        self.layouts = image.get("layouts", "")
        return Outcome("updated")

    def _patch(self, patch, id):
        if self.version is None:
            raise WireError(f"a patch from {patch['from']}, but no version is held")
        if id and id.rpartition(":")[0] != self.epoch:
            raise WireError(f"a patch of '{id}', but {self.cursor} is held")
        # A patch that only moves a window stays at its version.
        is_newer = patch["to"] > patch["from"] or patch["to"] == patch["from"] and patch.get("windows")
        if not self.version <= patch["from"] <= max(self.version, self.confirmed) or not is_newer:
            raise WireError(f"a patch from {patch['from']} to {patch['to']}, but {self.cursor} is held")
        self.sections = apply(self.sections, patch)
        self.sources = patch.get("sources") or self.sources
        self.version = self.confirmed = patch["to"]
        return Outcome("updated", batch=patch["batch"])

    def _heartbeat(self, beat):
        if self.version is None:
            return Outcome("unchanged")
        self.sources = beat.get("sources") or self.sources
        if beat["version"] < self.version:
            return Outcome("unchanged")
        own = checksum(self.sections)
        if own != beat["checksum"]:
            raise WireError(f"the checksum of version {beat['version']} is {beat['checksum']}, but the client's is {own}")
        self.confirmed = max(self.confirmed, beat["version"])
        return Outcome("unchanged")


# The connection


class Refusal(Exception):
    """A final refusal of the server, such as a missing token."""

    def __init__(self, status, message):
        super().__init__(f"{status}: {message}")
        self.status = status


class Update(NamedTuple):
    """An event with the content of the client after it.

    The event is 'image', 'patch', 'heartbeat', 'waiting' (the connection is lost; the client reconnects after some
    seconds) or 'image-needed' (the content differs from the server's).
    """

    event: str
    state: FeedState
    batch: Optional[dict] = None  # the edits of a patch
    error: Optional[Exception] = None
    seconds: float = 0.0


class _Server:
    def __init__(self, address):
        self.address, self.failures, self.failed_at, self.not_before = address.rstrip("/"), 0, -1e9, 0.0


class _Servers:
    """The addresses of a feed: those without a recent failure first, then those with the oldest failure."""

    MEMORY = 60.0  # in seconds

    def __init__(self, addresses):
        self.all = [_Server(address) for address in addresses]
        self.current = self.all[0]

    def failed(self, wait, stays):
        """Selects the next address, unless the same one must be retried; returns the wait in seconds."""
        failed, now = self.current, time.monotonic()
        if wait is None:
            wait = random.random() * min(0.5 * 2**failed.failures, 30.0)
            failed.failures = min(failed.failures + 1, 16)
        failed.failed_at, failed.not_before = now, now + wait
        if len(self.all) == 1 or stays:
            return wait
        place = self.all.index(failed)
        others = self.all[place + 1 :] + self.all[: place + 1]
        fresh = [server for server in others if now - server.failed_at > self.MEMORY]
        self.current = fresh[0] if fresh else min(others, key=lambda server: server.failed_at)
        # Spread the clients of a lost server over time.
        return max(self.current.not_before - now, random.random() * 0.5)


def _events(request, silence):
    """The events of a stream, until it ends or is silent for too long."""
    reader = EventReader()
    with urlopen(request, timeout=silence) as answer:
        if answer.headers.get_content_type() != "text/event-stream":
            raise Refusal(answer.status, "the answer is not a stream of events")
        while True:
            piece = answer.read1(65536)
            if not piece:
                return
            yield from reader.read(piece)


def _final(error):
    """Returns the refusal that another attempt cannot change, or None."""
    if error.code >= 500 or error.code in (408, 425, 429):
        return None
    try:
        message = json.loads(error.read(65536))["error"]["message"]
    except (OSError, ValueError, LookupError, TypeError):
        message = error.reason
    return Refusal(error.code, message)


def follow(addresses, *, token=None, sections=None, windows=None, conflate=None, heartbeat=5000):
    """Yields an Update for each event, and reconnects with growing pauses.

    addresses: The address of a server, or a list of replicas.
    token: The token for reading.
    sections: A glob over the ids of sections, or a list of globs.
    windows: The parts of sections, "photos:0:100" or 100 for the first items of each; or a list of them.
    conflate: The minimum time between two patches, in milliseconds.
    heartbeat: The time between two heartbeats, in milliseconds.

    Raises Refusal if the server refuses the client.
    """
    servers = _Servers([addresses] if isinstance(addresses, str) else list(addresses))
    state = FeedState()
    query = {"heartbeat": heartbeat}
    if sections:
        query["sections"] = sections if isinstance(sections, str) else ",".join(sections)
    if windows:
        query["window"] = windows if isinstance(windows, list) else [windows]
    if conflate:
        query["conflate"] = conflate
    while True:
        headers = {"Accept": "text/event-stream"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        asks_for_image = state.cursor is None
        if not asks_for_image:
            headers["Last-Event-ID"] = state.cursor
        event, wait, stays, error = "waiting", None, False, None
        url = f"{servers.current.address}/v1/stream?{urlencode(query, doseq=True)}"
        try:
            for name, id, data in _events(Request(url, headers=headers), 2 * max(heartbeat, 500) / 1000):
                outcome = state.receive(name, data, id)
                if outcome.kind == "goodbye":
                    wait = outcome.retry / 1000
                    break
                if outcome.kind == "needsImage":
                    # Another replica may be behind the shown version.
                    event, error, stays = "image-needed", outcome.error, not asks_for_image
                    break
                servers.current.failures, servers.current.failed_at = 0, -1e9
                if outcome.kind == "updated" or name == "heartbeat":
                    yield Update(name, state, batch=outcome.batch)
        except HTTPError as failure:
            error, refusal = failure, _final(failure)
            if refusal:
                raise refusal from None
        except (OSError, http.client.HTTPException) as failure:
            error = failure
        wait = servers.failed(wait, stays)
        yield Update(event, state, error=error, seconds=wait)
        time.sleep(wait)
