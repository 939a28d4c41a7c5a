// The addresses of pictures that the page loads: node --test Tests/Page
import assert from "node:assert/strict";
import test from "node:test";
import { imageAddress, pictureAddress } from "../../Sources/FeedServer/Page/item.js";

const hosts = ["cdn.example.com", "*.photos.example"];

for (const address of [
  "https://cdn.example.com/a.png", "https://cdn.example.com/a%20b.png?w=2#x", "https://cdn.example.com/",
  "https://a.photos.example/x", "https://a.b.photos.example/x",
]) {
  test(`${address} is loaded`, () => assert.equal(imageAddress(address, hosts), address));
}

test("the case of a scheme and a host does not matter", () => {
  assert.equal(imageAddress("HTTPS://CDN.example.com/A.png", hosts), "https://cdn.example.com/A.png");
});

for (const address of [
  "http://cdn.example.com/a.png", "https://other.example/a.png", "https://cdn.example.com.evil.example/a.png",
  "https://evilcdn.example.com/", "https://photos.example/a.png", "https://evilphotos.example/a.png",
  "https://cdn.example.com:443/a.png", "https://cdn.example.com:8443/a.png", "https://user@cdn.example.com/a.png",
  "https://user:x@cdn.example.com/", "https://cdn.example.com@evil.example/", "https://cdn.example.com\\@evil.example/",
  "https:\\\\cdn.example.com\\a", "//cdn.example.com/a.png", "https:/cdn.example.com/a.png", " https://cdn.example.com/",
  "https://cdn.example.com./a.png", "https://.photos.example/", "https://cdn.exa\tmple.com/", "javascript:alert(1)",
  "data:image/png;base64,AA==", "blob:https://cdn.example.com/1", "cdn.example.com/a.png", "a.png", "",
]) {
  test(`${JSON.stringify(address)} is not loaded from the web`, () => assert.equal(imageAddress(address, hosts), ""));
}

test("without hosts nothing is loaded from the web", () => {
  assert.equal(imageAddress("https://cdn.example.com/a.png", []), "");
  assert.equal(pictureAddress("https://cdn.example.com/a.png"), "");
});
