// Reads the table of event streams with the client in JavaScript, each whole and byte by byte.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { EventReader } from "../../Clients/javascript/events.mjs";

const cases = JSON.parse(readFileSync(new URL("events.json", import.meta.url), "utf8"));
for (const { name, body, base64, events, lastID, retry } of cases) {
  const bytes = base64 ? Buffer.from(base64, "base64") : Buffer.from(body, "utf8");
  for (const size of [Math.max(bytes.length, 1), 1]) {
    const reader = new EventReader();
    const read = [];
    for (let start = 0; start < bytes.length; start += size) read.push(...reader.read(bytes.subarray(start, start + size)));
    assert.deepEqual(read.map(({ event, id, data }) => [event, id, data]), events, `${name}, ${size} bytes at a time`);
    assert.deepEqual([reader.lastID, reader.retry ?? null], [lastID, retry], `${name}, ${size} bytes at a time`);
  }
}
