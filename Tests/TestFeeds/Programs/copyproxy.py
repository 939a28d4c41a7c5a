"""A proxy for the copies of a replica's store, which damages them like networks and disks do.

    copyproxy.py PORT MODE

PORT is that of the replica's --admin-listen on this machine. Prints its own port on a line, and then a line for each
request. MODE selects the treatment of a copy:

    pass   the unchanged copy
    flip   the copy with a flipped bit in the middle
    cut    half of the copy, then the connection is closed
    short  half of the copy, with a matching length
    long   the copy and another page, with a matching length
    stall  half of the copy, then a stall
    loop   a redirect to the same address
    other  a page that is not a copy
"""
import http.client
import http.server
import socketserver
import sys
import time

REPLICA, MODE = int(sys.argv[1]), sys.argv[2]


class Proxy(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        print("asked for", self.path, flush=True)
        self.close_connection = True
        if MODE == "loop":
            return self.answer(302, {"Location": self.path}, b"")
        if MODE == "other":
            return self.answer(200, {"Content-Type": "text/html"}, b"<h1>It works!</h1>")
        connection = http.client.HTTPConnection("127.0.0.1", REPLICA)
        connection.request("GET", self.path)
        replica = connection.getresponse()
        body = bytearray(replica.read())
        headers = {name: value for name, value in replica.getheaders() if name.lower() != "content-length"}
        half = len(body) // 2
        if MODE == "flip":
            body[half] ^= 1
        elif MODE == "short":
            del body[half:]
        elif MODE == "long":
            body += bytes(4096)
        if MODE not in ("cut", "stall"):
            return self.answer(replica.status, headers, body)
        self.head(replica.status, headers, len(body))
        self.wfile.write(body[:half])
        self.wfile.flush()
        if MODE == "stall":
            print("stalled", flush=True)
            time.sleep(3600)

    def head(self, status, headers, length):
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(length))
        self.send_header("Connection", "close")
        self.end_headers()

    def answer(self, status, headers, body):
        self.head(status, headers, len(body))
        self.wfile.write(body)


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


server = Server(("127.0.0.1", 0), Proxy)
print(server.server_port, flush=True)
server.serve_forever()
