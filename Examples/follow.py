#!/usr/bin/env python3
"""Holds a served feed, and compares it with GET /v1/feed after every patch: follow.py http://127.0.0.1:8080"""
import json, struct, sys, urllib.request

def weave(kept, placed):  # puts things where they stand afterwards between those that stay
    for place, thing in sorted(placed, key=lambda pair: pair[0]): kept.insert(place, thing)
    return kept

def perform(feed, patch):  # deletes and origins of moves count in the old feed, all else in the new one
    edits, old = lambda name: patch["batch"].get(name, []), feed["sections"]
    items = [*zip(edits("insertItems"), patch.get("items", []))]
    items += [(m["to"], old[m["from"][0]]["items"][m["from"][1]]) for m in edits("moveItems")]
    gone = {tuple(path) for path in edits("deleteItems") + [m["from"] for m in edits("moveItems")]}
    for s, section in enumerate(old):
        section["items"] = [x for i, x in enumerate(section["items"]) if (s, i) not in gone]
    left = {*edits("deleteSections"), *(m["from"] for m in edits("moveSections"))}
    sections = [*zip(edits("insertSections"), patch.get("sections", []))]
    sections += [(m["to"], old[m["from"]]) for m in edits("moveSections")]
    new = weave([x for i, x in enumerate(old) if i not in left], sections)
    for s, section in enumerate(new): weave(section["items"], [(p[1], x) for p, x in items if p[0] == s])
    for change in patch.get("changes", []):
        item = new[change["at"][0]]["items"][change["at"][1]]
        item.update(change.get("set", {}))
        for key in change.get("unset", []): del item[key]
    for change in patch.get("headers", []): new[change["at"]].update(change["set"])
    feed.update(sections=new, version=patch["to"])

def fnv(words, value=0xcbf29ce484222325):
    for word in words: value = (value ^ word) * 0x100000001b3 % 2**64
    return value

def texts(*all): return b"".join(text.encode() + b"\xff" for text in all)
def field(k, v): return fnv(texts(k) + (b"s" + v.encode() if isinstance(v, str) else b"n" + struct.pack(">d", v)))
def head(s): return fnv(texts(s["id"], s.get("title", ""), "pin" if "header" in s else "", s.get("layout", "")))

def item_hash(x):
    roles = [x.get(key, "") for key in "id kind title subtitle value badge image tone".split()]
    fields = sum(field(*pair) for pair in x.get("fields", {}).items()) % 2**64
    return fnv(texts(*roles, *x.get("flags", [])) + b"\xfe" + struct.pack(">Q", fields))

def checksum(feed): return "%016x" % fnv(fnv([head(s), *map(item_hash, s["items"])]) for s in feed["sections"])

for line in urllib.request.urlopen(sys.argv[1] + "/v1/stream?heartbeat=500"):
    key, _, data = line.decode().rstrip("\n").partition(": ")
    if key == "event": name = data
    if key != "data": continue
    data = json.loads(data)
    if name == "image": feed = data
    if name == "heartbeat": assert data["checksum"] == checksum(feed), "another checksum"
    if name == "patch":
        assert data["from"] <= feed["version"] < data["to"], "a gap"
        perform(feed, data)
        whole = json.load(urllib.request.urlopen(sys.argv[1] + "/v1/feed"))
        assert whole["version"] != feed["version"] or whole["sections"] == feed["sections"], "another feed"
    print(name, data.get("version", data.get("to")), flush=True)
