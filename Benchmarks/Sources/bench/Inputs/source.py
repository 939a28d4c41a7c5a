"""A source of messages for benchmarks: all that it has at once, or paced, with the time until each is shown.

    source.py MESSAGES RATE SECONDS ROWS

Prints two ports: of HTTP, and of a socket that sends lines. /events, /lines and /websocket are all messages as
server-sent events, as JSON Lines and by a WebSocket; the socket sends them as well. /table is a document of ROWS rows,
every one of them another one each time. If there is a RATE, then /paced, the WebSocket and the socket send that many
messages a second for so many SECONDS: they begin when the port of a served feed comes on standard input. Then the
program follows that feed, and prints how long the values took from its socket to the patches, in nanoseconds: the
median, 99 of 100, and the longest.
"""
import base64
import hashlib
import http.server
import json
import re
import socket
import socketserver
import sys
import threading
import time

MESSAGES, RATE, SECONDS, ROWS = map(int, sys.argv[1:])


def message(number):
    return b'{"id": %d, "v": %d}' % (number % 1000, number)


def event(number):
    return b"id: %d\ndata: %s\n\n" % (number, message(number))


def line(number):
    return message(number) + b"\r\n"


def frame(number):
    """A text frame of a server (RFC 6455, section 5.2): its length is below 126, and it has no mask."""
    data = message(number)
    return bytes([0x81, len(data)]) + data


# The document but for the value that all its rows have: to write 10,000 rows anew would hold up what measures here.
TABLE = ("[%s]" % ",".join('{"id":%d,"v":@}' % id for id in range(1, ROWS + 1))).encode()
begins, ended, sent, tables = threading.Event(), threading.Event(), {}, [0]


class Source(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def head(self, kind, **headers):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def do_GET(self):
        try:
            getattr(self, "get_" + self.path.strip("/"))()
        except OSError:
            self.close_connection = True

    def get_events(self):
        self.head("text/event-stream", Connection="close")
        send(self.connection, event)

    get_paced = get_events

    def get_lines(self):
        self.head("application/x-ndjson", Connection="close")
        send(self.connection, line)

    def get_websocket(self):
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", accept)
        self.end_headers()
        send(self.connection, frame)

    def get_table(self):
        tables[0] += 1
        data = TABLE.replace(b"@", b"%d" % tables[0])
        self.head("application/json", Content_Length=str(len(data)))
        self.wfile.write(data)


def send(connection, form):
    """Sends the messages in a form: all at once, or at the rate."""
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.sendall(b"".join(form(number) for number in range(1, MESSAGES + 1)))
    if RATE:
        begins.wait()
    start = time.monotonic()
    for number in range(1, RATE * SECONDS + 1):
        pause = start + number / RATE - time.monotonic()
        if pause > 0:
            time.sleep(pause)
        sent[number] = time.monotonic_ns()
        connection.sendall(form(number))
    ended.wait()


class Lines(socketserver.BaseRequestHandler):
    def handle(self):
        try:
            send(self.request, line)
        except OSError:
            pass


class Sockets(socketserver.ThreadingTCPServer):
    daemon_threads = True


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        """A program that is ended hangs up."""


def follow(port):
    connection = socket.create_connection(("127.0.0.1", port))
    request = "GET /v1/stream?sections=ticks HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port
    connection.sendall(request.encode())
    begins.set()
    value, rest, delays = re.compile(rb'"value":"(\d+)"'), b"", {}
    while RATE * SECONDS not in delays:
        data = connection.recv(1 << 20)
        now = time.monotonic_ns()
        for match in value.finditer(rest + data):
            number = int(match[1])
            if number in sent:
                delays.setdefault(number, now - sent[number])
        # A value may be cut in two.
        rest = data[-30:]
    # A version that shows a newer value of the same row stands for the older one.
    times = sorted(delays.values())
    print(json.dumps([times[len(times) // 2], times[len(times) * 99 // 100], times[-1]]), flush=True)


server = Server(("127.0.0.1", 0), Source)
sockets = Sockets(("127.0.0.1", 0), Lines)
for each in server, sockets:
    threading.Thread(target=each.serve_forever, daemon=True).start()
print(server.server_address[1], sockets.server_address[1], flush=True)
for line in sys.stdin:
    begins.clear()
    sent.clear()
    follow(int(line))
