"""A real HTTP server on this machine, for tests; what it answers is told path by path."""

import gzip
import hashlib
import socket
import ssl
import subprocess
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Site:
    """What is served: `pages` are functions of the handler, by path; `asked` is what came, in order."""

    def __init__(self):
        self.pages, self.asked = {}, []
        self.base = ""

    def page(self, path, body=b"", *, status=200, etag=True, headers=(), kind="text/plain"):
        """Serve a body: gzip where it is taken, with an ETag, 304 where the tag is sent back."""
        body = body.encode() if isinstance(body, str) else body
        tag = '"' + hashlib.sha256(body).hexdigest()[:16] + '"'

        def answer(request):
            if etag and status == 200 and request.headers.get("If-None-Match") == tag:
                return request.reply(304, b"", {"ETag": tag})
            packed = "gzip" in request.headers.get("Accept-Encoding", "")
            more = {"Content-Type": kind, **({"ETag": tag} if etag else {}), **dict(headers)}
            sent = gzip.compress(body) if packed else body
            return request.reply(status, sent, {**more, **({"Content-Encoding": "gzip"} if packed else {})})

        self.pages[path] = answer

    def url(self, path):
        return self.base + path


class Request(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: Site

    def do_GET(self):
        path = self.path.split("?")[0]
        self.site.asked.append((self.path, dict(self.headers.items())))
        answer = self.site.pages.get(path) or self.site.pages.get("*")
        try:
            if answer is None:
                self.reply(404, b"nothing here", {"Content-Type": "text/plain"})
            else:
                answer(self)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def reply(self, status, body, headers=()):
        self.send_response(status)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def start(self, status=200, **headers):
        """Send a head and no length: the body ends when the connection does."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


@contextmanager
def serve(key=None, cert=None):
    """Run a site for the length of a test; over TLS with a key and a certificate."""
    site = Site()
    server = Server(("127.0.0.1", 0), type("Bound", (Request,), {"site": site}))
    if cert:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    site.base = f"http{'s' * bool(cert)}://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()


def closed_port():
    """Return an address at which nobody listens."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{one.getsockname()[1]}"


def cut(body, after):
    """Promise a body and close the connection in the middle of it."""

    def answer(request):
        request.send_response(200)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body[:after])
        request.wfile.flush()
        request.close_connection = True
        request.connection.shutdown(socket.SHUT_RDWR)

    return answer


def endless(request):
    """Send bytes until nobody reads them."""
    request.start()
    while True:
        request.wfile.write(b"| filler | filler |\n" * 5000)


def bomb(request):
    """Send a small body that unpacks to 4 GiB."""
    import zlib

    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    request.start(Content_Encoding="gzip")
    block = bytes(1024 * 1024)
    for _ in range(4096):
        request.wfile.write(packer.compress(block))
    request.wfile.write(packer.flush())


def silent(seconds):
    """Answer nothing for a while."""

    def answer(request):
        time.sleep(seconds)
        request.close_connection = True

    return answer


def trickle(body, pause):
    """Send a body byte by byte."""

    def answer(request):
        request.send_response(200)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        for byte in body:
            request.wfile.write(bytes([byte]))
            request.wfile.flush()
            time.sleep(pause)

    return answer


def redirect(to, status=302):
    return lambda request: request.reply(status, b"", {"Location": to})


def certificate(folder):
    """Make a certificate for this machine that nobody trusts yet; None without openssl."""
    key, cert = folder / "key.pem", folder / "cert.pem"
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    try:
        subprocess.run(
            [
                "openssl",
                *words.split(),
                "-addext",
                "subjectAltName=IP:127.0.0.1",
                "-keyout",
                str(key),
                "-out",
                str(cert),
            ],
            check=True,
            capture_output=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return key, cert
