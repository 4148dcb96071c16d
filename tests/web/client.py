"""A server under test, and a client that can also do everything wrong: HTTP and
WebSocket on plain sockets, with nothing but the standard library."""

import base64
import copy
import json
import os
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time

# Seconds; only a failure waits that long.
PATIENCE = float(os.environ.get("PATIENCE", "300"))

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Refused(Exception):
    """An operation that was refused: code and message."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = error["code"]


class Closed(Exception):
    """The other side has closed; .code is that of its Close frame, or None."""

    def __init__(self, code=None):
        super().__init__(f"closed with {code}")
        self.code = code


class Server:
    """A server with a directory of its own, both gone at the end."""

    def __init__(self, program, *options, data=None):
        self.program, self.options = program, options
        self.own = data is None
        self.data = data or tempfile.mkdtemp(prefix="lodestone-web-")
        self.source = None  # the address that connections come from, where it matters
        self.process = None
        self.start()

    def start(self):
        """Start it, on any port that is free: that of the time before may be taken by now."""
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", "0", "--data", self.data,
             *self.options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"listening on http://([^/]+):(\d+)/\n", line)
        if not found:
            self.process.kill()
            raise RuntimeError(f"the server said {line!r} {self.process.stderr.read()}")
        self.port = int(found[2])

    def seen_from(self, source):
        """The same server for a client with another address of this machine, 127.0.0.2."""
        other = copy.copy(self)
        other.source = source
        return other

    def signal(self, number, timeout=PATIENCE):
        """Send a signal and return the exit status."""
        self.process.send_signal(number)
        status = self.process.wait(timeout)
        self.errors = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return status

    def close(self):
        if self.process.poll() is None:
            self.signal(signal.SIGTERM)
        if self.own:
            shutil.rmtree(self.data, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def memory(self):
        """Resident memory in KiB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])

    def connect(self, timeout=PATIENCE):
        link = socket.create_connection(("127.0.0.1", self.port), timeout,
                                        (self.source, 0) if self.source else None)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return link

    def raw(self, request, timeout=PATIENCE):
        """Send bytes, return all that comes until the other side closes or is quiet."""
        with self.connect(timeout) as link:
            link.sendall(request)
            answer = b""
            try:
                while piece := link.recv(65536):
                    answer += piece
                    if done(answer, request.startswith(b"HEAD ")):
                        break
            except (TimeoutError, ConnectionResetError):
                pass
            return answer

    def request(self, method, path, body=None, headers=None):
        """Return status, headers and body of an HTTP request."""
        lines = {"Host": f"127.0.0.1:{self.port}", **(headers or {})}
        if body is not None:
            lines.setdefault("Content-Type", "application/json")
            lines.setdefault("Content-Length", str(len(body)))
        text = f"{method} {path} HTTP/1.1\r\n" + "".join(
            f"{name}: {value}\r\n" for name, value in lines.items() if value is not None)
        answer = self.raw(text.encode() + b"\r\n" + (body or b""))
        return parse(answer)

    def post(self, operation, **members):
        status, _, body = self.request("POST", f"/api/{operation}",
                                       json.dumps(members).encode())
        answer = json.loads(body)
        if status != 200:
            raise Refused(answer["error"])
        return answer

    def socket(self, **options):
        return Socket(self, **options)


def done(answer, head_only=False):
    """Whether an HTTP answer is complete."""
    head, separator, body = answer.partition(b"\r\n\r\n")
    if not separator:
        return False
    if head_only:
        return True
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    if length:
        return len(body) >= int(length[1])
    return b" 304 " in head.split(b"\r\n")[0]


def parse(answer):
    if not answer:
        return 0, {}, b""
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    return int(lines[0].split()[1]), headers, body


def frame(kind, payload, mask=True, final=True, reserved=0, length=None):
    """A WebSocket frame; everything about it can be wrong."""
    head = bytes([final << 7 | reserved << 4 | kind])
    size = len(payload) if length is None else length
    bit = 0x80 if mask else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    if not mask:
        return head + payload
    key = os.urandom(4)
    long_key = key * (len(payload) // 4 + 1)
    number = int.from_bytes(payload, "big") ^ int.from_bytes(long_key[:len(payload)], "big")
    return head + key + number.to_bytes(len(payload), "big")


class Socket:
    """A WebSocket."""

    def __init__(self, server, origin="same", host=None, path="/ws", extra=b"",
                 headers=""):
        self.link = server.connect()
        self.buffer = b""
        self.pushed = []
        self.updates = []
        self.ids = 0
        host = host or f"127.0.0.1:{server.port}"
        origin = f"http://{host}" if origin == "same" else origin
        key = base64.b64encode(os.urandom(16)).decode()
        request = (f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
                   "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                   f"Sec-WebSocket-Key: {key}\r\n"
                   + (f"Origin: {origin}\r\n" if origin else "") + headers + "\r\n")
        self.link.sendall(request.encode() + extra)
        while b"\r\n\r\n" not in self.buffer:
            piece = self.link.recv(4096)
            if not piece:
                break
            self.buffer += piece
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = int(head.split()[1]) if head else 0
        self.head = head

    def close(self):
        self.link.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def need(self, count):
        while len(self.buffer) < count:
            try:
                piece = self.link.recv(65536)
            except ConnectionResetError:
                piece = b""
            if not piece:
                raise Closed()
            self.buffer += piece

    def frame(self):
        """Return kind and payload of the next frame."""
        self.need(2)
        size, at = self.buffer[1] & 0x7F, 2
        if self.buffer[1] & 0x80:
            raise AssertionError("a server's frame has a mask")
        if size == 126:
            self.need(4)
            size, at = struct.unpack(">H", self.buffer[2:4])[0], 4
        elif size == 127:
            self.need(10)
            size, at = struct.unpack(">Q", self.buffer[2:10])[0], 10
        self.need(at + size)
        kind, payload = self.buffer[0] & 15, self.buffer[at:at + size]
        self.buffer = self.buffer[at + size:]
        return kind, payload

    def message(self):
        """Return the next message, answering pings on the way."""
        while True:
            kind, payload = self.frame()
            if kind == TEXT:
                return json.loads(payload)
            if kind == PING:
                self.link.sendall(frame(PONG, payload))
            elif kind == CLOSE:
                raise Closed(int.from_bytes(payload[:2], "big") if payload else None)

    def send(self, operation, **members):
        self.ids += 1
        self.link.sendall(frame(TEXT, json.dumps(
            {"id": self.ids, "op": operation, **members}).encode()))
        return self.ids

    def early(self, number):
        """An answer that came while another one was waited for."""
        for i, message in enumerate(self.updates):
            if message.get("id") == number and "update" not in message:
                return self.updates.pop(i)
        return None

    def answer(self, number):
        while True:
            message = self.early(number) or self.message()
            if "state" in message or "tournament" in message:
                self.pushed.append(message)
            elif message.get("id") != number:
                self.updates.append(message)
            elif "update" in message:
                self.updates.append(message)
            elif "error" in message:
                raise Refused(message["error"])
            else:
                return message["result"]

    def update(self, number):
        """Wait until there is something new about a question."""
        while not any(message.get("id") == number for message in self.updates):
            self.updates.append(self.message())

    def take_arrived(self):
        """Take what has arrived, without waiting, and answer pings: the server closes a connection
        that is silent for long."""
        while self.buffer or select.select([self.link], [], [], 0)[0]:
            kind, payload = self.frame()
            if kind == TEXT:
                self.updates.append(json.loads(payload))
            elif kind == PING:
                self.link.sendall(frame(PONG, payload))
            elif kind == CLOSE:
                raise Closed(int.from_bytes(payload[:2], "big") if payload else None)

    def has_answer(self):
        """Whether an answer is among the messages that have arrived."""
        self.take_arrived()
        return any("result" in message for message in self.updates)

    def call(self, operation, **members):
        return self.answer(self.send(operation, **members))

    def state(self, wanted, seconds=PATIENCE):
        """Wait for a pushed state that is as wanted."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            message = self.pushed.pop(0) if self.pushed else self.message()
            if "state" in message and wanted(message["state"]):
                return message["state"]
        raise TimeoutError("no such state came")

    def closing_code(self):
        """Read until the other side closes, and return the code of its Close frame."""
        try:
            while True:
                self.message()
        except Closed as closed:
            return closed.code
