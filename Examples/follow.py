"""Follows a served feed, and compares it with GET /v1/feed after each patch.

pip install ./Clients/python && python3 Examples/follow.py http://127.0.0.1:8080
"""
import json, sys
from urllib.request import urlopen
from feedwire import follow

for update in follow(sys.argv[1], heartbeat=500):
    if update.event == "image-needed": raise update.error
    if update.event == "patch":
        try: whole = json.load(urlopen(sys.argv[1] + "/v1/feed"))
        except OSError: continue  # the server has ended
        newer = whole["version"] > update.state.version
        assert newer or whole["sections"] == update.state.sections
    print(update.event, update.state.version, flush=True)
