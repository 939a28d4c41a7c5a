// Holds a served feed and checks it at each heartbeat: node Examples/follow.mjs http://127.0.0.1:8080
// The laws of the wire stand in the page's own module, which knows no page; Node 20 needs nothing else.
import { FeedState, WireError } from "../Sources/FeedServer/Page/wire.js";
import { EventReader } from "./events.mjs";

const url = process.argv[2];
const feed = new FeedState();

/** The events of a stream, as they end. */
async function* events(body) {
  const reader = new EventReader();
  for await (const piece of body) yield* reader.read(piece);
}

for (;;) { // goes on where it was whenever the stream has ended
  try {
    const cursor = feed.cursorText;
    const headers = cursor ? { "Last-Event-ID": cursor } : {};
    const answer = await fetch(`${url}/v1/stream?heartbeat=500`, { headers });
    for await (const { event, id, data } of events(answer.body)) {
      const outcome = feed.receive(event, data, id);
      // A patch that does not fit, or another checksum than the server's: a mistake of this client.
      if (outcome.kind === "needsImage") throw outcome.error;
      console.log(event, feed.cursor?.version ?? "");
    }
  } catch (error) {
    if (error instanceof WireError) throw error;
  }
  await new Promise((done) => setTimeout(done, 1000));
}
