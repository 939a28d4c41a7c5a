"""A simulator of Betfair's Exchange Stream API, written from its public documentation.

    exchange.py [--port 0] [--pem FILE] [--messages 18000] [--rate 0] [--log FILE]

Prints the port that it listens on. With --pem it uses TLS, with the key and the certificate in that file. Lines end with
CRLF. Market change n has the clk of n, and is the same in every run: so the simulator can be killed and started
again. --rate is the number of changes in a second; 0 sends them as fast as they are taken. --log receives each
line of a client.

The credentials are the application key KEY and the session SESSION of the environment, `key` and `session` by default.
"""
import argparse
import asyncio
import json
import os
import ssl
import sys

START = 1700000000000
RUNNERS = [101, 102, 103]


def clk(number):
    """The token of a position, which clients must not interpret."""
    return "AAA" + format(number * 7919, "x")


def number_of(token):
    try:
        number, rest = divmod(int(token[3:], 16), 7919)
    except ValueError:
        return None
    return number if token.startswith("AAA") and rest == 0 and number >= 0 else None


def definition():
    return {
        "eventId": "31", "eventTypeId": "1", "eventName": "Home v Away", "name": "Match Odds",
        "marketType": "MATCH_ODDS", "marketTime": "2026-07-01T18:30:00.000Z",
        "openDate": "2026-07-01T18:30:00.000Z", "status": "OPEN", "inPlay": True, "version": 1,
        "turnInPlayEnabled": True,
        "runners": [{"id": id, "name": "Runner %d" % id, "status": "ACTIVE", "sortPriority": place + 1}
                    for place, id in enumerate(RUNNERS)],
    }


def change(number):
    """The market change with a number: the last traded price of one runner, and its best back price."""
    price = round(1.01 + number % 900 / 100, 2)
    return {"id": "1.1", "rc": [{"id": RUNNERS[number % 3], "ltp": price, "batb": [[0, price, number]]}]}


def image(number):
    """The whole market after a change."""
    runners = []
    for runner in RUNNERS:
        last = next((n for n in range(number, max(0, number - 3), -1) if RUNNERS[n % 3] == runner), None)
        if last:
            runners += change(last)["rc"]
    return {"id": "1.1", "img": True, "marketDefinition": definition(), "rc": runners}


class Client:
    def __init__(self, reader, writer, options):
        self.reader, self.writer, self.options = reader, writer, options
        self.subscription = None

    async def say(self, message):
        self.writer.write(json.dumps(message, separators=(",", ":")).encode() + b"\r\n")
        await self.writer.drain()

    async def refuse(self, id, code, words, closes=True):
        await self.say({"op": "status", "id": id, "statusCode": "FAILURE", "errorCode": code,
                        "errorMessage": words, "connectionClosed": closes, "connectionId": "001-1"})
        if closes:
            raise ConnectionResetError

    async def run(self):
        await self.say({"op": "connection", "connectionId": "001-1"})
        isKnown = False
        try:
            while line := await self.reader.readline():
                if self.options.log:
                    with open(self.options.log, "ab") as log:
                        log.write(line.rstrip() + b"\n")
                try:
                    request = json.loads(line)
                except ValueError:
                    await self.refuse(None, "INVALID_INPUT", "the message is not JSON")
                op, id = request.get("op"), request.get("id")
                if op == "heartbeat":
                    await self.say({"op": "status", "id": id, "statusCode": "SUCCESS"})
                elif op == "authentication":
                    if (request.get("appKey"), request.get("session")) != self.options.credentials:
                        await self.refuse(id, "INVALID_SESSION_INFORMATION",
                                          "no session " + str(request.get("session")))
                    isKnown = True
                    await self.say({"op": "status", "id": id, "statusCode": "SUCCESS", "connectionClosed": False,
                                    "connectionsAvailable": 9})
                elif not isKnown:
                    await self.refuse(id, "NOT_AUTHORIZED", "authenticate first")
                elif op == "marketSubscription":
                    await self.subscribe(request)
                else:
                    await self.refuse(id, "INVALID_INPUT", "unknown op")
        except (ConnectionError, ssl.SSLError):
            pass
        finally:
            if self.subscription:
                self.subscription.cancel()
            self.writer.close()

    async def subscribe(self, request):
        id, token = request["id"], request.get("clk")
        position = None
        if token is not None:
            position = number_of(token)
            if position is None or request.get("initialClk") != "INIT":
                await self.refuse(id, "INVALID_CLOCK", "the clk is not known")
        await self.say({"op": "status", "id": id, "statusCode": "SUCCESS", "connectionClosed": False})
        self.subscription = asyncio.create_task(self.publish(id, position))

    async def publish(self, id, position):
        try:
            start = {"op": "mcm", "id": id, "initialClk": "INIT", "conflateMs": 0, "heartbeatMs": 5000}
            if position is None:
                position = 0
                await self.say(start | {"clk": clk(0), "pt": START, "ct": "SUB_IMAGE", "mc": [image(0)]})
            else:
                # What was missed is sent as changes.
                await self.say(start | {"clk": clk(position), "pt": START + position, "ct": "RESUB_DELTA"})
            for number in range(position + 1, self.options.messages + 1):
                message = {"op": "mcm", "id": id, "clk": clk(number), "pt": START + number, "mc": [change(number)]}
                if number % 1000 == 999:
                    # The stream is not reliable for the moment.
                    message["status"] = 503
                await self.say(message)
                if number % 500 == 0:
                    await self.say({"op": "mcm", "id": id, "clk": clk(number), "pt": START + number,
                                    "ct": "HEARTBEAT"})
                if self.options.rate:
                    await asyncio.sleep(1 / self.options.rate)
            while True:
                await asyncio.sleep(0.5)
                await self.say({"op": "mcm", "id": id, "clk": clk(self.options.messages),
                                "pt": START + self.options.messages, "ct": "HEARTBEAT"})
        except (ConnectionError, ssl.SSLError):
            pass


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--pem")
    parser.add_argument("--messages", type=int, default=18000)
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--log")
    options = parser.parse_args()
    options.credentials = (os.environ.get("KEY", "key"), os.environ.get("SESSION", "session"))
    context = None
    if options.pem:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.pem)
    server = await asyncio.start_server(
        lambda reader, writer: Client(reader, writer, options).run(), "127.0.0.1", options.port, ssl=context)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
