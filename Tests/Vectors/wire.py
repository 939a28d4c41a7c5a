"""Runs the vectors of wire.json with the client in Python: python3 Tests/Vectors/wire.py"""
import base64, json, pathlib, sys

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here.parent.parent / "Clients" / "python"))
from feedwire import EventReader, FeedState, checksum, item_hash

vectors = json.loads((here / "wire.json").read_text(encoding="utf-8"))

def image(state):  # in the form of an image; None if the client holds no version
    if state.version is None: return None
    title = {"title": state.title} if state.title else {}
    return {"epoch": state.epoch, "version": state.version, **title, "sections": state.sections, "sources": state.sources}

def check(events, example):
    assert len(events) == len(example["steps"]), example["name"]
    state = FeedState()
    for (event, id, data), step in zip(events, example["steps"]):
        outcome = state.receive(event, data, id)
        assert outcome.kind == step["outcome"], (example["name"], outcome)
        assert image(state) == step.get("image"), (example["name"], image(state), step)
        if "because" in step: assert str(outcome.error) == step["because"], (example["name"], outcome)
        if "image" in step: assert checksum(state.sections) == step["checksum"], (example["name"], step)

for example in vectors["cases"]:
    check([(step["event"], step.get("id", ""), step["data"]) for step in example["steps"]], example)
for stream in vectors["streams"]:
    reader = EventReader()
    events = [event for piece in stream["pieces"] for event in reader.read(base64.b64decode(piece))]
    check(events, next(example for example in vectors["cases"] if example["name"] == stream["case"]))
for vector in vectors["checksums"]:
    hashes = [["%016x" % item_hash(item) for item in section["items"]] for section in vector["sections"]]
    assert (hashes, checksum(vector["sections"])) == (vector["items"], vector["checksum"]), vector
