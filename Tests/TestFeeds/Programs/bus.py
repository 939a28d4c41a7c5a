"""An independent NATS client: bus.py SERVER COMMAND... runs commands one after the other; each is one argument.

  wait SUBJECT                    waits for a subscriber of the subject
  publish SUBJECT FIRST LAST      publishes {"id": N} for each number
  flood SUBJECT FIRST LAST BYTES  the same, with BYTES more bytes per message
  say SUBJECT TEXT                publishes TEXT as one message
  stream NAME SUBJECT [RETENTION] creates a stream
  remove NAME                     removes a stream
  keep NAME SEQUENCE              removes the messages before a message
  last NAME SEQUENCE              waits until the stream has the message
  push NAME CONSUMER SUBJECT      creates a push consumer
  take NAME CONSUMER SUBJECT N    creates a durable consumer and takes N messages without acknowledging them
  done NAME CONSUMER              waits until all delivered messages of the consumer are acknowledged
  show NAME                       prints the number of messages of the stream
"""

import asyncio
import json
import os
import shlex
import ssl
import sys

import nats
from nats.errors import NoRespondersError
from nats.js.api import AckPolicy, ConsumerConfig, RetentionPolicy, StreamConfig


class Bus:
    def __init__(self, connection):
        self.nats = connection
        self.js = connection.jetstream()

    async def wait(self, subject):
        while True:
            try:
                await self.nats.request(subject, b"", timeout=0.2)
            except NoRespondersError:
                await asyncio.sleep(0.02)
            except nats.errors.TimeoutError:
                return

    async def publish(self, subject, first, last):
        await self.flood(subject, first, last, 0)

    async def flood(self, subject, first, last, size):
        more = ', "value": "%s"' % ("x" * int(size)) if int(size) else ""
        for number in range(int(first), int(last) + 1):
            await self.nats.publish(subject, b'{"id": %d%s}' % (number, more.encode()))
        await self.nats.flush()

    async def say(self, subject, text):
        await self.nats.publish(subject, text.encode())
        await self.nats.flush()

    async def stream(self, name, subject, retention="limits"):
        config = StreamConfig(name=name, subjects=[subject], retention=RetentionPolicy(retention))
        await self.js.add_stream(config)

    async def remove(self, name):
        await self.js.delete_stream(name)

    async def keep(self, name, sequence):
        await self.js.purge_stream(name, seq=int(sequence))

    async def last(self, name, sequence):
        while (await self.js.stream_info(name)).state.last_seq < int(sequence):
            await asyncio.sleep(0.02)

    async def push(self, name, consumer, subject):
        config = ConsumerConfig(durable_name=consumer, deliver_subject="elsewhere", filter_subject=subject)
        await self.js.add_consumer(name, config)

    async def take(self, name, consumer, subject, count):
        policy = AckPolicy.EXPLICIT
        config = ConsumerConfig(durable_name=consumer, ack_policy=policy, ack_wait=1, filter_subject=subject)
        await self.js.add_consumer(name, config)
        reader = await self.js.pull_subscribe_bind(consumer, stream=name)
        taken = 0
        while taken < int(count):
            taken += len(await reader.fetch(int(count) - taken, timeout=5))

    async def done(self, name, consumer):
        while True:
            try:
                info = await self.js.consumer_info(name, consumer)
                if info.delivered.stream_seq and not info.num_ack_pending and not info.num_pending:
                    return print(info.ack_floor.stream_seq)
            except nats.js.errors.NotFoundError:
                pass
            await asyncio.sleep(0.02)

    async def show(self, name):
        print((await self.js.stream_info(name)).state.messages)


async def main(server, commands):
    options = {}
    if "BUS_CA" in os.environ:
        context = ssl.create_default_context(cafile=os.environ["BUS_CA"])
        context.load_cert_chain(os.environ["BUS_CERTIFICATE"], os.environ["BUS_KEY"])
        options["tls"] = context
    connection = await nats.connect(server, **options)
    bus = Bus(connection)
    for command in commands:
        words = shlex.split(command)
        await getattr(bus, words[0])(*words[1:])
    await connection.close()


asyncio.run(main(sys.argv[1], sys.argv[2:]))
