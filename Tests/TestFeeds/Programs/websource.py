"""A WebSocket source with PyPI's websockets, whose message n is the same in every run.

    websource.py [--port 0] [--pem FILE] [--messages 18000] [--rate 0] [--log FILE]

Prints the port that it listens on. A client sends `{"subscribe": "ticks", "after": N, "token": "…"}` and gets
`{"type": "subscribed"}`, then all messages after N. --rate is the number of messages in a second; 0
sends them as fast as they are taken. --log receives the headers and the messages of clients.
Paths: /ticks sends texts, /binary sends binary messages, /parts sends each message in fragments, with a ping between
them, and /quiet sends nothing after the answer. The token is TOKEN of the environment, `token` by default.
"""
import argparse
import asyncio
import json
import os
import ssl

import websockets
from websockets.asyncio.server import serve


def message(number):
    return json.dumps({"id": number, "value": number % 997})


def note(options, line):
    if options.log:
        with open(options.log, "a") as log:
            log.write(line + "\n")


async def talk(socket, options):
    note(options, json.dumps({name.lower(): value for name, value in socket.request.headers.raw_items()}))
    path = socket.request.path.split("?")[0]
    try:
        line = await socket.recv()
        note(options, line)
        request = json.loads(line)
        if request.get("token") != os.environ.get("TOKEN", "token"):
            await socket.send(json.dumps({"type": "error", "reason": "no token " + str(request.get("token"))}))
            return await socket.close(4001, "not allowed")
        await socket.send(json.dumps({"type": "subscribed"}))
        after = request.get("after") or 0
        for number in range(after + 1, 0 if path == "/quiet" else options.messages + 1):
            if path == "/binary":
                await socket.send(message(number).encode())
            elif path == "/parts":
                async def parts():
                    text = message(number)
                    yield text[:5]
                    await socket.ping()
                    yield text[5:9]
                    yield text[9:]
                await socket.send(parts())
            else:
                await socket.send(message(number))
            if options.rate:
                await asyncio.sleep(1 / options.rate)
        async for line in socket:
            note(options, line)
    except websockets.ConnectionClosed:
        pass


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--pem")
    parser.add_argument("--messages", type=int, default=18000)
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--log")
    options = parser.parse_args()
    context = None
    if options.pem:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.pem)
    async with serve(lambda socket: talk(socket, options), "127.0.0.1", options.port, ssl=context,
                     ping_interval=None) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
