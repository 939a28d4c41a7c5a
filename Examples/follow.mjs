// Follows a served feed, and ends if its content differs from the server's.
// npm install --no-save ./Clients/javascript && node Examples/follow.mjs http://127.0.0.1:8080
import { follow } from "compositefeed";

for await (const { event, state, error } of follow(process.argv[2], { heartbeat: 500 })) {
  // A patch that does not fit, or another checksum than the server's: a mistake of this client.
  if (event === "image-needed") throw error;
  console.log(event, state.cursor?.version ?? "");
}
