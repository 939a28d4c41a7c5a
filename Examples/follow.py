"""Holds a served feed and compares it with GET /v1/feed: follow.py http://127.0.0.1:8080"""
import http.client, json, sys, time
from urllib.request import Request, urlopen
from events import EventReader
from feedwire import checksum

def perform(batch, patch, sections):  # deletes and origins of moves are old places
    edits = lambda name: batch.get(name, [])
    origins = lambda name: [move["from"] for move in edits(name)]
    items = [*zip(edits("insertItems"), patch.get("items", []))]
    items += [(m["to"], sections[m["from"][0]]["items"][m["from"][1]]) for m in edits("moveItems")]
    for s, i in sorted(edits("deleteItems") + origins("moveItems"), reverse=True):
        del sections[s]["items"][i]
    whole = [*zip(edits("insertSections"), patch.get("sections", []))]
    whole += [(m["to"], sections[m["from"]]) for m in edits("moveSections")]
    for s in sorted(edits("deleteSections") + origins("moveSections"))[::-1]: del sections[s]
    for s, section in sorted(whole): sections.insert(s, section)
    for (s, i), item in sorted(items): sections[s]["items"].insert(i, item)
    for change in patch.get("changes", []):
        item = sections[change["at"][0]]["items"][change["at"][1]]
        item.update(change.get("set", {}))
        for key in change.get("unset", []): del item[key]
    for header in patch.get("headers", []): sections[header["at"]].update(header["set"])

def events(stream):
    reader = EventReader()
    while piece := stream.read1(65536): yield from reader.read(piece)

url, feed = sys.argv[1], {"epoch": "", "version": ""}
while True:  # goes on where it was whenever the stream has ended
    try:
        cursor = {"Last-Event-ID": "{epoch}:{version}".format(**feed)}
        for name, _, text in events(urlopen(Request(url + "/v1/stream?heartbeat=500", headers=cursor))):
            data = json.loads(text)
            if name == "image": feed = data
            assert name != "heartbeat" or data["checksum"] == checksum(feed["sections"])
            if name == "patch":
                assert data["from"] == feed["version"], "a gap"
                perform(data["batch"], data, feed["sections"])
                feed["version"], whole = data["to"], json.load(urlopen(url + "/v1/feed"))
                assert whole["version"] > data["to"] or whole["sections"] == feed["sections"]
            print(name, data.get("version", data.get("to")), flush=True)
    except (OSError, ValueError, http.client.HTTPException): time.sleep(1)
