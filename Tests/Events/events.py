"""Reads the table of event streams with the client in Python, each whole and byte by byte."""
import base64, json, pathlib, sys

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here.parent.parent / "Clients" / "python"))
from feedwire import EventReader

def check(case, pieces):
    reader = EventReader()
    events = [list(event) for piece in pieces for event in reader.read(piece)]
    return [events, reader.last_id, reader.retry] == [case["events"], case["lastID"], case["retry"]]

wrong = []
for case in json.loads((here / "events.json").read_text()):
    body = base64.b64decode(case["base64"]) if "base64" in case else case["body"].encode()
    if not check(case, [body]): wrong.append(case["name"] + " whole")
    if not check(case, [body[i : i + 1] for i in range(len(body))]): wrong.append(case["name"] + " byte by byte")
print("\n".join(wrong))
sys.exit(bool(wrong))
