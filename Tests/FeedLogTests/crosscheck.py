"""Reads or appends entries of a log with nats-py: crosscheck.py SERVER STREAM read|append COUNT."""

import asyncio
import json
import sys

import nats


async def main(server, stream, job, count):
    connection = await nats.connect(server)
    jetstream = connection.jetstream()
    if job == "append":
        for number in range(1, count + 1):
            await jetstream.publish(f"feed-log.{stream}", b"entry %d" % number, headers={"Nats-Msg-Id": f"test/{number}"})
    else:
        subscription = await jetstream.subscribe(f"feed-log.{stream}", ordered_consumer=True)
        for _ in range(count):
            message = await subscription.next_msg(timeout=10)
            print(json.dumps([message.metadata.sequence.stream, message.headers["Nats-Msg-Id"], message.data.decode()]))
        store = await jetstream.key_value(stream)
        print((await store.get("snapshot")).value.decode())
    await connection.close()


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])))
