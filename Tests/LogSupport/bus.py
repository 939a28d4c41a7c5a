"""A stranger's client of NATS: bus.py SERVER COMMAND..., each command one argument, done one after the other.

  wait SUBJECT                    until somebody reads the subject
  publish SUBJECT FIRST LAST      {"id": N} for each number
  flood SUBJECT FIRST LAST BYTES  the same, each with so many bytes more
  say SUBJECT TEXT                one message as it stands
  stream NAME SUBJECT [RETENTION] makes a stream
  remove NAME                     removes it
  keep NAME SEQUENCE              removes what is before a message
  last NAME SEQUENCE              until the stream has the message
  push NAME CONSUMER SUBJECT      makes a consumer that pushes
  take NAME CONSUMER SUBJECT N    makes a durable consumer, takes messages by it and acknowledges none
  done NAME CONSUMER              until all that the consumer has delivered is acknowledged
  show NAME                       prints how many messages the stream has
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
