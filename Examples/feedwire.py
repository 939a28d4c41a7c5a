#!/usr/bin/env python3
"""What a client of a served feed must do, with nothing but Python's standard library.

    python3 Examples/feedwire.py fixtures/wire/*.json

checks the vectors of the protocol: after each event of each file, the sections that a client holds and
their checksum must be those that the file says.
"""

import json
import struct
import sys

PRIME = 0x100000001B3
START = 0xCBF29CE484222325
MASK = (1 << 64) - 1


def fold(state, words):
    """FNV-1a, a step for each byte or word."""
    for word in words:
        state = ((state ^ word) * PRIME) & MASK
    return state


def texts(state, *values):
    for value in values:
        state = fold(fold(state, value.encode()), [0xFF])
    return state


def field_hash(name, value):
    if isinstance(value, str):
        return fold(texts(START, name), b"s" + value.encode())
    return fold(texts(START, name), b"n" + struct.pack(">d", value))


def item_hash(item):
    keys = ["id", "kind", "title", "subtitle", "value", "badge", "image", "tone"]
    state = texts(START, *(item.get(key, "") for key in keys))
    state = fold(texts(state, *item.get("flags", [])), [0xFE])
    fields = sum(field_hash(*field) for field in item.get("fields", {}).items())
    return fold(state, (fields & MASK).to_bytes(8, "big"))


def section_hash(section):
    pin = "pin" if section.get("header", {}).get("pin") else ""
    head = texts(START, section["id"], section.get("title", ""), pin, section.get("layout", ""))
    return fold(START, [head] + [item_hash(item) for item in section["items"]])


def checksum(sections):
    return "%016x" % fold(START, [section_hash(section) for section in sections])


def apply(sections, patch):
    """The sections that a patch leads to: deletes and origins of moves by old places, all else by new."""
    batch = patch["batch"]
    new = [dict(section, items=list(section["items"])) for section in sections]
    moves = batch.get("moveItems", [])
    coming = [(m["to"], sections[m["from"][0]]["items"][m["from"][1]]) for m in moves]
    coming += zip(batch.get("insertItems", []), patch.get("items", []))
    for place in sorted(batch.get("deleteItems", []) + [m["from"] for m in moves], reverse=True):
        del new[place[0]]["items"][place[1]]
    moves = batch.get("moveSections", [])
    arriving = [(m["to"], new[m["from"]]) for m in moves]
    arriving += zip(batch.get("insertSections", []), patch.get("sections", []))
    for index in sorted(batch.get("deleteSections", []) + [m["from"] for m in moves], reverse=True):
        del new[index]
    for index, section in sorted(arriving, key=lambda pair: pair[0]):
        new.insert(index, dict(section, items=list(section["items"])))
    for place, item in sorted(coming, key=lambda pair: pair[0]):
        new[place[0]]["items"].insert(place[1], item)
    for change in patch.get("changes", []):
        section, index = change["at"]
        item = dict(new[section]["items"][index], **change.get("set", {}))
        for key in change.get("unset", []):
            item.pop(key, None)
        new[section]["items"][index] = item
    for header in patch.get("headers", []):
        new[header["at"]].update(header["set"])
    return new


class Feed:
    """What a client holds."""

    def __init__(self):
        self.version, self.sections = None, []

    def receive(self, event, data):
        """Goes on with an event; False if only an image can help."""
        if event == "image":
            self.version, self.sections = data["version"], data["sections"]
        elif event == "patch":
            if data["from"] != self.version:
                return False
            self.sections, self.version = apply(self.sections, data), data["to"]
        elif event == "heartbeat":
            return data["checksum"] == checksum(self.sections)
        return True


def check(path):
    with open(path, encoding="utf-8") as file:
        vectors = json.load(file)
    for vector in vectors.get("checksums", []):
        hashes = [[item_hash(item) for item in section["items"]] for section in vector["sections"]]
        assert [["%016x" % h for h in items] for items in hashes] == vector["items"], vector
        assert checksum(vector["sections"]) == vector["checksum"], vector
    feed = Feed()
    for step in vectors.get("steps", []):
        assert feed.receive(step["event"], step["data"]), step
        assert feed.version == step["version"], step
        assert feed.sections == step["sections"], step
        assert checksum(feed.sections) == step["checksum"], step
    for jump in vectors.get("jumps", []):
        feed = Feed()
        assert feed.receive("image", jump["image"]) and feed.receive("patch", jump["patch"]), jump
        assert checksum(feed.sections) == jump["checksum"], jump
    return len(vectors.get("checksums", [])) + len(vectors.get("steps", [])) + len(vectors.get("jumps", []))


if __name__ == "__main__":
    count = sum(check(path) for path in sys.argv[1:])
    print(f"{count} vectors of {len(sys.argv) - 1} files are right")
