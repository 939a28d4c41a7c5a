// Runs the vectors of wire.json with the client in JavaScript: node Tests/Vectors/wire.mjs
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { EventReader } from "../../Clients/javascript/events.mjs";
import { FeedState, checksum } from "../../Sources/FeedServer/Page/wire.js";

const { checksums, cases, streams } = JSON.parse(readFileSync(new URL("wire.json", import.meta.url), "utf8"));

/** The content of a client in the form of an image; `undefined` if it holds no version. */
const image = ({ cursor, title, sections, sources }) =>
  cursor ? { ...cursor, ...(title && { title }), sections, sources } : undefined;

function check(events, { name, steps }) {
  assert.equal(events.length, steps.length, name);
  const state = new FeedState();
  events.forEach(({ event, data, id }, index) => {
    const step = steps[index];
    const outcome = state.receive(event, data, id);
    assert.equal(outcome.kind, step.outcome, `${name}: ${outcome.error}`);
    assert.deepEqual(image(state), step.image, name);
    if (step.because) assert.equal(outcome.error.message, step.because, name);
    if (step.image) assert.equal(checksum(state.sections), step.checksum, name);
  });
}

for (const example of cases) check(example.steps, example);
for (const { case: name, pieces } of streams) {
  const reader = new EventReader();
  const events = pieces.flatMap((piece) => reader.read(Buffer.from(piece, "base64")));
  check(events, cases.find((example) => example.name === name));
}
for (const vector of checksums) assert.equal(checksum(vector.sections), vector.checksum);
