"""A source of messages for benchmarks: all that it has at once, or paced, with the time until each is shown.

    source.py MESSAGES RATE SECONDS ROWS

Prints the port that it listens on. /events and /lines are all messages as server-sent events or JSON Lines; /table is
a document of ROWS rows, every one of them another one each time. /paced are RATE events a second for so many SECONDS:
they begin when the port of a served feed comes on standard input. Then it follows that feed, and prints how long the
values took from its socket to the patches, in nanoseconds: the median, 99 of 100, and the longest.
"""
import http.server
import json
import re
import socket
import sys
import threading
import time

MESSAGES, RATE, SECONDS, ROWS = map(int, sys.argv[1:])
LINES = [json.dumps({"id": number % 1000, "v": number}) for number in range(1, MESSAGES + 1)]
BODIES = {
    "/events": ("text/event-stream", "".join("id: %d\ndata: %s\n\n" % (n, line) for n, line in enumerate(LINES, 1)).encode()),
    "/lines": ("application/x-ndjson", ("\n".join(LINES) + "\n").encode()),
}
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
            if self.path in BODIES:
                kind, body = BODIES[self.path]
                self.head(kind, Connection="close")
                self.wfile.write(body)
                ended.wait()
            else:
                getattr(self, "get_" + self.path.strip("/"))()
        except OSError:
            self.close_connection = True

    def get_table(self):
        tables[0] += 1
        data = TABLE.replace(b"@", b"%d" % tables[0])
        self.head("application/json", Content_Length=str(len(data)))
        self.wfile.write(data)

    def get_paced(self):
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.head("text/event-stream", Connection="close")
        begins.wait()
        start = time.monotonic()
        for number in range(1, RATE * SECONDS + 1):
            pause = start + number / RATE - time.monotonic()
            if pause > 0:
                time.sleep(pause)
            sent[number] = time.monotonic_ns()
            self.wfile.write(b'id: %d\ndata: {"id": %d, "v": %d}\n\n' % (number, number % 1000, number))
        ended.wait()


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
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
for line in sys.stdin:
    begins.clear()
    sent.clear()
    follow(int(line))
