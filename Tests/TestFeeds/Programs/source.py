"""A source for tests, whose paths select stalls, wrong lengths, lost connections, repeats and invalid messages.

Prints the port that it listens on. Appends each request as a line of JSON to the file that is its first argument.
With a second argument it uses TLS, with the key and the certificate in that file;
with a third argument only in that version, such as `TLSv1_1`.
"""
import base64
import gzip
import http.server
import json
import ssl
import sys
import threading
import urllib.parse

LOG = open(sys.argv[1], "a", buffering=1)
STATE = {}
LOCK = threading.Lock()


def tick(number):
    return json.dumps({"id": number, "value": "x"})


class Source(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def chunk(self, text):
        data = text.encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def head(self, status, kind=None, **headers):
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def document(self, body, kind="application/json", **headers):
        body = body if isinstance(body, bytes) else body.encode()
        self.head(200, kind, Content_Length=str(len(body)), **headers)
        self.wfile.write(body)

    def count(self, name):
        with LOCK:
            STATE[name] = STATE.get(name, 0) + 1
            return STATE[name]

    def do_GET(self):
        url = urllib.parse.urlparse(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        with LOCK:
            headers = {name.lower(): value for name, value in self.headers.items()}
            LOG.write(json.dumps({"path": self.path, **headers}) + "\n")
        try:
            getattr(self, "do_" + url.path.strip("/").replace("-", "_"))(query)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def do_POST(self):
        """Answers a body with metrics; /hook takes notifications, from the second request on."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        with LOCK:
            headers = {name.lower(): value for name, value in self.headers.items()}
            LOG.write(json.dumps({"path": self.path, "method": "POST", "body": body, **headers}) + "\n")
        if self.path == "/hook-moved":
            return self.head(302, Location="/plain", Content_Length="0")
        if self.path.startswith("/hook"):
            return self.head(503 if self.count("hook") == 1 else 202, Content_Length="0")
        self.document('up{job="a"} 1\nup{job="b"} 0\n', "text/plain; version=0.0.4")

    # Streams

    def do_events(self, query):
        """Sends events up to `to`; breaks off within a chunk after seven, and repeats the last three."""
        last, to = int(self.headers.get("Last-Event-ID") or 0), int(query["to"])
        self.head(200, "text/event-stream", Transfer_Encoding="chunked")
        self.chunk(": hello\n\n")
        start = max(1, last - 2)
        for number in range(start, min(to, start + 9) + 1):
            if number == int(query.get("bad", 0)):
                self.chunk("id: %d\ndata: garbage\n\n" % number)
            self.chunk("id: %d\r\ndata: %s\r\n\r\n" % (number, tick(number)))
        if start + 9 >= to:
            self.wait(query)
        self.wfile.write(b"ff\r\nid: 9999\ndata: {\"id\": 9")
        self.close_connection = True

    def wait(self, query):
        threading.Event().wait(float(query.get("wait", 60)))

    def do_lines(self, query):
        """Sends JSON Lines; the last one is incomplete, because the answer breaks off within a chunk or stays open."""
        self.head(200, "application/x-ndjson", Transfer_Encoding="chunked")
        for number in range(1, int(query["to"]) + 1):
            text = tick(number) + "\n"
            self.chunk(text[:5])
            self.chunk(text[5:])
        self.chunk('{"id": 77,')
        if self.count("lines") > 1 or "open" in query:
            self.wait(query)
        self.wfile.write(b"ff\r\n")
        self.close_connection = True

    def do_once(self, query):
        """Sends complete answers from Base64, one per request; an empty one stays open, and the last one repeats."""
        answers = query["body"].split(",")
        answer = answers[min(self.count(query["body"]), len(answers)) - 1]
        if not answer:
            return self.wait(query)
        self.wfile.write(base64.urlsafe_b64decode(answer))
        self.close_connection = True

    # Documents

    def do_table(self, query):
        """Sends a document with an ETag, which changes at the fourth request."""
        number = self.count("table")
        tag = '"one"' if number < 4 else '"two"'
        if self.headers.get("If-None-Match") == tag:
            return self.head(304, ETag=tag, Content_Length="0")
        ids = [1, 2, 3] if number < 4 else [2, 3, 4, 5]
        self.document(json.dumps([{"id": id} for id in ids]), ETag=tag)

    def do_plain(self, query):
        """Sends a document without an ETag, which changes at the fourth request."""
        ids = [1, 2] if self.count("plain") < 4 else [2, 3]
        self.document(json.dumps([{"id": id} for id in ids]))

    def do_busy(self, query):
        if self.count("busy") == 1:
            return self.head(429, Retry_After="2", Content_Length="0")
        if STATE["busy"] == 2:
            return self.head(500, Content_Length="0")
        self.do_plain(query)

    def do_stall(self, query):
        """Sends the head of a document, and then stalls."""
        self.head(200, "application/json", Content_Length="100")
        self.wfile.flush()
        self.wait(query)

    def do_flood(self, query):
        """Sends lines as fast as the client reads them; logs the megabytes sent when it stops reading for a second."""
        self.head(200, "application/x-ndjson", Transfer_Encoding="chunked")
        self.connection.settimeout(1)
        line = json.dumps({"id": 1, "value": "x" * (1 << 16)}) + "\n"
        for sent in range(1 << 12):
            try:
                self.chunk(line)
            except TimeoutError:
                with LOCK:
                    LOG.write(json.dumps({"waits-after": str(sent)}) + "\n")
                self.connection.settimeout(60)
                break
        self.close_connection = True

    def do_nothing(self, query):
        """Closes the connection without an answer."""
        self.close_connection = True

    def do_html(self, query):
        self.document("<html></html>", kind="text/html")

    def do_bomb(self, query):
        self.document(gzip.compress(b"[" + b" " * (8 << 20) + b"]"), Content_Encoding="gzip")

    def do_large(self, query):
        self.head(200, "application/json", Content_Length=str(64 << 20))
        for _ in range(64):
            self.wfile.write(b" " * (1 << 20))

    def do_ads(self, query):
        self.document(json.dumps([{"id": "a", "title": "Derby"}]), ETag='"ads"')

    def do_elsewhere(self, query):
        """Redirects to another host name of this machine."""
        port = self.server.server_address[1]
        self.head(302, Location="http://localhost:%d/plain" % port, Content_Length="0")

    def do_round(self, query):
        self.head(302, Location="/round", Content_Length="0")


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, address):
        """Ignores a client that closes the connection."""


server = Server(("127.0.0.1", 0), Source)
server.daemon_threads = True
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2])
    if len(sys.argv) > 3:
        context.minimum_version = context.maximum_version = ssl.TLSVersion[sys.argv[3]]
        context.set_ciphers("ALL:@SECLEVEL=0")
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
