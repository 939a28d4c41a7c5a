"""A server that misbehaves in the way that a client asks for.

    hostile.py [--pem FILE] [--version TLSv1_1]

Prints the port that it listens on. A request of HTTP names a behaviour of a WebSocket by its path; any other first line
is `{"case": NAME}` and names a behaviour of a socket of lines.
"""
import argparse
import base64
import hashlib
import json
import socket
import ssl
import struct
import threading
import time

MIB = 1 << 20


def tick(number):
    return json.dumps({"id": number, "value": "x"}).encode()


class Lines:
    """Behaviours of a socket, after the line that names one."""

    connections = 0

    def __init__(self, stream, request):
        self.stream, self.request = stream, request

    def send(self, *pieces):
        for piece in pieces:
            self.stream.sendall(piece)

    def ready(self):
        self.send(b'{"ready":true}\n')

    def stay(self):
        """Waits until the client closes."""
        while self.stream.recv(4096):
            pass

    def half_line(self):
        self.ready()
        self.send(tick(1) + b'\n{"id": 2, "va')

    def whole_last_line(self):
        self.ready()
        self.send(tick(1) + b"\n" + tick(2))

    def messages_then_close(self):
        """Ends each of eight connections directly after two messages that are sent once."""
        Lines.connections += 1
        self.ready()
        if Lines.connections > 8:
            return self.stay()
        self.send(b"".join(tick(2 * Lines.connections - more) + b"\n" for more in (1, 0)))

    def crlf(self):
        self.ready()
        self.send(tick(1) + b"\r\n" + tick(2) + b"\r\n")
        self.stay()

    def blank_lines(self):
        self.ready()
        self.send(b"\n\r\n \t \n" + tick(1) + b"\n\n" + tick(2) + b"\n")
        self.stay()

    def endless_line(self):
        self.ready()
        self.send(b"x" * (17 * MIB), b"\n" + tick(1) + b"\n")
        self.stay()

    def slow_drip(self):
        self.ready()
        for byte in tick(1) + b"\n":
            self.send(bytes([byte]))
            time.sleep(0.001)
        self.stay()

    def not_utf8(self):
        self.ready()
        self.send(b'{"id": 1, "value": "\xff\xfe"}\n' + tick(2) + b"\n")
        self.stay()

    def utf16(self):
        self.ready()
        self.send((tick(1).decode() + "\n").encode("utf-16-le") * 2)
        self.stay()

    def not_json(self):
        self.ready()
        self.send(b"PING\n" + tick(1) + b"\n")
        self.stay()

    def mark(self):
        self.ready()
        self.send(b"\xef\xbb\xbf" + tick(1) + b"\n")
        self.stay()

    def zero_byte(self):
        self.ready()
        self.send(b'{"id": 7\x00}\n' + tick(1) + b"\n")
        self.stay()

    def deep(self):
        self.ready()
        self.send(b"[" * 5000 + b"]" * 5000 + b"\n" + tick(1) + b"\n")
        self.stay()

    def reset(self):
        self.stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def close(self):
        pass

    def silent(self):
        self.stay()

    def silent_later(self):
        self.ready()
        self.stay()

    def refusal(self):
        self.send(json.dumps({"refused": "no such user " + self.request.get("secret", "")}).encode() + b"\n")
        self.stay()

    def other_answer(self):
        self.send(b'{"id": 5, "words": "come back with a token"}\n')

    def http(self):
        self.send(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")

    def control_characters(self):
        self.send(b'{"refused": "\x1b[31mred\xe2\x80\xae"}\n')
        self.stay()

    def echo(self):
        self.ready()
        self.send(b"not json " + self.request["secret"].encode() + b"\n" + tick(1) + b"\n")
        self.stay()

    def flood(self):
        self.ready()
        self.send(b"".join(tick(number) + b"\n" for number in range(1, 3001)))
        self.stay()

    def late_refusal(self):
        self.ready()
        self.send(tick(1) + b'\n{"refused": "session expired"}\n')
        self.stay()


class WebSocket:
    """Behaviours of a WebSocket."""

    connections = 0

    def __init__(self, stream, head):
        self.stream, self.head = stream, head

    def send(self, *pieces):
        for piece in pieces:
            self.stream.sendall(piece)

    def stay(self):
        while self.stream.recv(4096):
            pass

    def open(self, more="", accept=None):
        key = next(line.split(":")[1].strip() for line in self.head.split("\r\n")
                   if line.lower().startswith("sec-websocket-key"))
        digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        accept = accept or base64.b64encode(digest).decode()
        self.send(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   "Sec-WebSocket-Accept: %s\r\n%s\r\n" % (accept, more)).encode())

    def frame(self, opcode, data, first=0x80, length=None):
        count = len(data) if length is None else length
        if count < 126:
            head = struct.pack("!BB", first | opcode, count)
        elif count < 65536:
            head = struct.pack("!BBH", first | opcode, 126, count)
        else:
            head = struct.pack("!BBQ", first | opcode, 127, count)
        self.send(head + data)

    def ticks(self):
        self.open()
        self.frame(1, tick(1))
        self.stay()

    def answer(self, status, more=""):
        self.send(("HTTP/1.1 %s\r\nContent-Length: 0\r\n%s\r\n" % (status, more)).encode())
        self.stay()

    def status_401(self):
        self.answer("401 Unauthorized")

    def status_302(self):
        self.answer("302 Found", "Location: http://127.0.0.1:1/\r\n")

    def status_503(self):
        self.answer("503 Service Unavailable", "Retry-After: 7\r\n")

    def status_200(self):
        self.answer("200 OK")

    def wrong_accept(self):
        self.open(accept="AAAAAAAAAAAAAAAAAAAAAAAAAAA=")
        self.stay()

    def no_upgrade(self):
        self.send(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
        self.stay()

    def extension(self):
        self.open("Sec-WebSocket-Extensions: permessage-deflate\r\n")
        self.stay()

    def subprotocol(self):
        self.open("Sec-WebSocket-Protocol: chat\r\n")
        self.stay()

    def no_answer(self):
        self.stay()

    def garbage(self):
        self.send(b"\x00\x01\x02garbage\r\n\r\n")
        self.stay()

    def endless_head(self):
        self.send(b"HTTP/1.1 101 Switching Protocols\r\n")
        for number in range(40000):
            self.send(b"X-Header-%d: %s\r\n" % (number, b"x" * 100))
        self.stay()

    def closed_head(self):
        self.send(b"HTTP/1.1 101 Switch")

    def masked(self):
        self.open()
        self.send(struct.pack("!BB", 0x81, 0x80 | 2) + b"\x01\x02\x03\x04" + b"zz")
        self.stay()

    def compressed(self):
        self.open()
        self.frame(1, b"\xaa\x56\x4a\x2c\x2d\xc9\x57\xb2\x52\x4a\x4c\x4e\x51\xaa\x05\x00", first=0xC0)
        self.stay()

    def unknown_opcode(self):
        self.open()
        self.frame(3, b"x")
        self.stay()

    def fragmented_ping(self):
        self.open()
        self.frame(9, b"x", first=0)
        self.stay()

    def long_ping(self):
        self.open()
        self.frame(9, b"x" * 126)
        self.stay()

    def lone_continuation(self):
        self.open()
        self.frame(0, b"x")
        self.stay()

    def two_starts(self):
        self.open()
        self.frame(1, b"{", first=0)
        self.frame(1, b"{")
        self.stay()

    def not_utf8(self):
        self.open()
        self.frame(1, b'{"id": 1, "value": "\xff"}')
        self.stay()

    def cut_character(self):
        """A character that is divided between two fragments is valid."""
        self.open()
        text = json.dumps({"id": 1, "value": "é"}, ensure_ascii=False).encode()
        at = text.index(b"\xc3") + 1
        self.frame(1, text[:at], first=0)
        self.frame(0, text[at:])
        self.stay()

    def giant_frame(self):
        self.open()
        self.frame(1, b"x", length=17 * MIB)
        self.stay()

    def impossible_frame(self):
        self.open()
        self.send(struct.pack("!BBQ", 0x81, 127, 1 << 63))
        self.stay()

    def giant_message(self):
        self.open()
        self.frame(1, b"x" * MIB, first=0)
        for _ in range(17):
            self.frame(0, b"x" * MIB, first=0)
        self.stay()

    def half_frame(self):
        self.open()
        self.frame(1, tick(1))
        self.frame(1, b"{", length=50)

    def no_close(self):
        self.open()
        self.frame(1, tick(1))

    def pings(self):
        """Sends a tick once a hundred pings are answered."""
        self.open()
        for number in range(100):
            self.frame(9, b"%d" % number)
        answers = b""
        while answers.count(b"\x8a") < 100:
            answers += self.stream.recv(4096)
        self.frame(1, tick(1))
        self.stay()

    def pong(self):
        """Sends a tick once it has received two pings."""
        self.open()
        data = b""
        while data.count(b"\x89\x80") < 2:
            data += self.stream.recv(4096)
        self.frame(1, tick(1))
        self.stay()

    def quiet(self):
        self.open()
        self.stay()

    def later_quiet(self):
        """Refuses two requests before it opens a WebSocket, in which it sends nothing."""
        WebSocket.connections += 1
        if WebSocket.connections <= 2:
            return self.answer("503 Service Unavailable")
        self.quiet()

    def slow_frame(self):
        self.open()
        data = tick(1)
        for byte in struct.pack("!BB", 0x81, len(data)) + data:
            self.send(bytes([byte]))
            time.sleep(0.001)
        self.stay()

    def close_one_byte(self):
        self.open()
        self.frame(8, b"\x03")
        self.stay()

    def close_not_utf8(self):
        self.open()
        self.frame(8, struct.pack("!H", 1008) + b"\xff")
        self.stay()

    def close_without_code(self):
        self.open()
        self.frame(1, tick(1))
        self.frame(8, b"")
        self.stay()

    def close(self, code):
        self.open()
        if code in (1000, 1001):
            self.frame(1, tick(1))
        self.frame(8, struct.pack("!H", code) + b"in words")
        self.stay()


def serve(stream, context):
    try:
        if context:
            stream = context.wrap_socket(stream, server_side=True)
        data = b""
        while b"\n" not in data or (data.startswith(b"GET ") and b"\r\n\r\n" not in data):
            piece = stream.recv(4096)
            if not piece:
                return
            data += piece
        if data.startswith(b"GET "):
            name = data.split(b" ")[1].decode().strip("/").split("?")[0]
            server = WebSocket(stream, data.decode("latin-1"))
            if name.startswith("close-") and name[6:].isdigit():
                server.close(int(name[6:]))
            else:
                getattr(server, name.replace("-", "_"))()
        else:
            request = json.loads(data.split(b"\n")[0])
            getattr(Lines(stream, request), request["case"].replace("-", "_"))()
    except (OSError, ssl.SSLError):
        pass
    finally:
        stream.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pem")
    parser.add_argument("--version")
    options = parser.parse_args()
    context = None
    if options.pem:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        if options.version:
            context.set_ciphers("ALL:@SECLEVEL=0")
            context.minimum_version = context.maximum_version = ssl.TLSVersion[options.version]
        context.load_cert_chain(options.pem)
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    print(listener.getsockname()[1], flush=True)
    while True:
        stream, _ = listener.accept()
        threading.Thread(target=serve, args=(stream, context), daemon=True).start()


if __name__ == "__main__":
    main()
