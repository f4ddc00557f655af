"""What tests and benchmarks of the Cloud File Set on PostgreSQL have in common: a server of their own, a client of the
helper's protocol (aptix-cloud-helper(7)), and a relay that cuts connections."""
import glob, hashlib, json, os, pwd, shutil, signal, socket, struct, subprocess, tempfile, threading, time, uuid

PATIENCE = 30_000
REPOSITORY = "r"


def fail(what):
    raise AssertionError(what)


def check(condition, what):
    if not condition:
        fail(what)


def equal(got, wanted, what):
    check(got == wanted, f"{what}: {got!r}, not {wanted!r}")


def sha256(content):
    return hashlib.sha256(content).hexdigest()


class Server:
    """A cluster of its own, reached by a Unix socket in its folder."""

    def __init__(self, folder, settings=(), initdb=()):
        self.folder, self.process, self.asks = folder, None, None
        self.port = [word.replace("port=", "-p") for word in settings if word.startswith("port=")]
        self.user = None
        if os.getuid() == 0:  # the server refuses the superuser
            names = [entry.pw_name for entry in pwd.getpwall()]
            self.user = "postgres" if "postgres" in names else "nobody"
            os.chown(folder, pwd.getpwnam(self.user).pw_uid, -1)
        self.settings = ["-k", folder, "-c", "listen_addresses=", "-c", "max_connections=60", *settings]
        for key in (name for name in os.listdir(folder) if name.endswith(".key")):
            os.chmod(f"{folder}/{key}", 0o600)
            os.chown(f"{folder}/{key}", os.stat(folder).st_uid, -1)
        self.run("initdb", "-D", f"{folder}/data", "-U", "aptix", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
                 "--no-sync", *initdb)
        with open(f"{folder}/data/pg_hba.conf", "a") as rules:
            rules.write("host all all 127.0.0.0/8 trust\n")
        self.start()

    @staticmethod
    def program(name):
        found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
        return found[-1] if found else shutil.which(name)

    def as_user(self):
        if self.user is None:
            return {}
        entry = pwd.getpwnam(self.user)
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}

    def run(self, name, *words):
        done = subprocess.run([self.program(name), *words], cwd=self.folder, capture_output=True, text=True,
                              **self.as_user())
        check(done.returncode == 0, f"{name}: {done.stdout}{done.stderr}")

    def start(self):
        log = open(f"{self.folder}/server.log", "ab")
        for _ in range(50):
            self.process = subprocess.Popen([self.program("postgres"), "-D", f"{self.folder}/data", *self.settings],
                                            cwd=self.folder, stdout=log, stderr=log, start_new_session=True,
                                            **self.as_user())
            while self.process.poll() is None:
                if self.answers():
                    return
                time.sleep(0.05)
            time.sleep(0.1)  # what was killed still ends
        fail("the server does not start: " + open(f"{self.folder}/server.log").read()[-2000:])

    def answers(self):
        asked = [self.program("pg_isready"), "-q", "-h", self.folder, *self.port]
        return subprocess.run(asked, capture_output=True).returncode == 0

    def end_questions(self):
        if self.asks is not None:
            self.asks.kill()
            self.asks.wait()
        self.asks = None

    def kill(self):
        self.end_questions()
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.end_questions()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()

    def url(self, folder=None):
        return f"postgresql://aptix@/postgres?host={folder or self.folder}"

    def ask(self, sql):
        if self.asks is None or self.asks.poll() is not None:
            self.asks = subprocess.Popen(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", self.url()], text=True,
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.asks.stdin.write(f"{sql};\n\\echo .\n")
        self.asks.stdin.flush()
        answer = ""
        while (line := self.asks.stdout.readline()) != ".\n":
            check(line, f"psql ended: {answer}")
            answer += line
        return answer.strip()

    def clean(self):
        self.ask("SET client_min_messages = warning; DROP SCHEMA IF EXISTS aptix CASCADE")


class Refused(Exception):
    def __init__(self, answer):
        super().__init__(answer.get("message"))
        self.answer = answer


class Helper:
    """A client of the protocol: see aptix-cloud-helper(7)."""

    program = None  # set by whoever uses this

    def __init__(self, url, patience=PATIENCE, environment=None, **more):
        self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env={**os.environ, **(environment or {})})
        self.opened, _ = self.ask(
            {"do": "open", "protocol": 1, "url": url, "create": True, "patience": patience, **more})

    def ask(self, request, content=b""):
        if content:
            request = {**request, "length": len(content)}
        self.process.stdin.write(json.dumps(request).encode() + b"\n" + content)
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        check(line, "the helper ended")
        answer = json.loads(line)
        content = self.process.stdout.read(answer.get("length", 0))
        if not answer["ok"]:
            raise Refused(answer)
        return answer, content

    def push(self, path, content, expected, push_id=None):
        request = {"do": "push", "id": push_id or str(uuid.uuid4()), "docPath": f"{REPOSITORY}/{path}", "path": path,
                   "caller": "test", "time": time.time_ns(), "expected": expected}
        answer = self.ask(request, content)[0]
        if answer["stored"]:
            equal(answer["file"]["sha256"], sha256(content), "the hash by the server")
        return answer

    def look(self, path):
        return self.ask({"do": "look", "docPath": f"{REPOSITORY}/{path}"})[0]["file"]

    def read(self, path, sha):
        answer, content = self.ask({"do": "read", "docPath": f"{REPOSITORY}/{path}", "sha256": sha})
        return content if answer["found"] else None

    def close(self):
        self.process.stdin.close()
        equal(self.process.wait(), 0, "the helper's exit code")


class Relay:
    """Between clients and a server: cuts the connection at a message, once; `pool`: gives each transaction another
    connection, as a transaction pooler does."""

    def __init__(self, server, cut=None, how="before", pool=False):
        self.folder = tempfile.mkdtemp(dir=os.path.dirname(server.folder))
        os.chmod(self.folder, 0o755)
        self.server, self.cut, self.how, self.pool = server, cut, how, pool
        self.seen, self.was_cut, self.lock = 0, False, threading.Lock()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(f"{self.folder}/.s.PGSQL.5432")
        self.listener.listen(20)
        threading.Thread(target=self.accept, daemon=True).start()

    def url(self):
        return self.server.url(self.folder)

    def close(self):
        self.listener.close()

    def accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            serve = self.serve_pooled if self.pool else self.serve
            threading.Thread(target=serve, args=(client,), daemon=True).start()

    def to_server(self):
        upstream = socket.socket(socket.AF_UNIX)
        upstream.connect(f"{self.server.folder}/.s.PGSQL.5432")
        return upstream

    def serve(self, client):
        upstream = self.to_server()
        threading.Thread(target=self.copy, args=(upstream, client), daemon=True).start()
        while data := receive(client):
            with self.lock:
                self.seen += 1
                cuts = self.cut is not None and self.seen == self.cut
                self.was_cut = self.was_cut or cuts
            if cuts:
                upstream_gets = {"before": 0, "within": len(data) // 2, "after": len(data)}[self.how]
                shut(client)  # first: no answer comes back
                if upstream_gets:
                    upstream.sendall(data[:upstream_gets])
                    time.sleep(0.05)  # the server does what it was told
                break
            upstream.sendall(data)
        shut(upstream)
        shut(client)

    @staticmethod
    def copy(upstream, client):
        while data := receive(upstream):
            try:
                client.sendall(data)
            except OSError:
                break
        shut(client)

    def serve_pooled(self, client):
        size = receive_all(client, 4)
        hello = size + receive_all(client, struct.unpack("!I", size)[0] - 4)
        upstream, greeting = self.greeted(hello)
        client.sendall(greeting)
        try:
            while data := receive(client):
                upstream.sendall(data)
                if data[-5:-4] == b"X":
                    break
                status = None
                while status is None:
                    kind, message = message_from(upstream)
                    client.sendall(message)
                    status = message[-1:] if kind == b"Z" else None
                if status == b"I":
                    shut(upstream)
                    upstream = self.greeted(hello)[0]
        except OSError:
            pass
        shut(upstream)
        shut(client)

    def greeted(self, hello):
        upstream, greeting, kind = self.to_server(), b"", None
        upstream.sendall(hello)
        while kind != b"Z":
            kind, message = message_from(upstream)
            greeting += message
        return upstream, greeting


def receive(stream):
    try:
        return stream.recv(1 << 20)
    except OSError:
        return b""


def receive_all(stream, size):
    data = b""
    while len(data) < size:
        more = stream.recv(size - len(data))
        if not more:
            raise OSError("ended")
        data += more
    return data


def message_from(stream):
    head = receive_all(stream, 5)
    return head[:1], head + receive_all(stream, struct.unpack("!I", head[1:])[0] - 4)


def shut(stream):
    try:
        stream.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    stream.close()
