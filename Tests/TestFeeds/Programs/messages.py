"""A WebSocket source without libraries: sends texts to each client, and then waits.

    messages.py COUNT

Prints the port that it listens on. Message n is {"id": n % 8, "symbol": "S1", "price": n + 0.5, "open": true}; the first one is
{"type": "hello"}.
"""
import base64
import hashlib
import json
import socketserver
import sys

COUNT = int(sys.argv[1])


class Source(socketserver.StreamRequestHandler):
    def handle(self):
        key = ""
        while (line := self.rfile.readline().strip()):
            name, _, value = line.decode().partition(":")
            if name.lower() == "sec-websocket-key":
                key = value.strip()
        digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        self.wfile.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + base64.b64encode(digest) + b"\r\n\r\n"
        )
        self.send({"type": "hello"})
        for number in range(1, COUNT + 1):
            self.send({"id": number % 8, "symbol": f"S{number % 8}", "price": number + 0.5, "open": True})
        self.rfile.read()

    def send(self, message):
        data = json.dumps(message).encode()
        self.wfile.write(b"\x81" + bytes([len(data)]) + data)
        self.wfile.flush()


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


with Server(("127.0.0.1", 0), Source) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
