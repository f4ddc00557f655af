"""'aptix mcp' beside the reference server of files, from npm (tests/clients/test_clients installs it): both in one run,
over the same tree, with the same client."""
import json, os, re, shutil, statistics, subprocess, time

CLIENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "clients")
FILES = 60_000
FILE = "d0/f0.c"


class Server:
    """One that is spoken to over its standard streams."""

    def __init__(self, words, environment):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env=environment)
        self.ids = 0
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                "clientInfo": {"name": "bench", "version": "1"}})
        self.put({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def put(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def send(self, method, params):
        self.ids += 1
        self.put({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params})

    def take(self):
        while True:
            answer = json.loads(self.process.stdout.readline())
            if "method" in answer:
                continue
            if "error" in answer or answer["result"].get("isError"):
                raise SystemExit(f"mcp: {answer}")
            return answer["result"]

    def ask(self, method, params):
        self.send(method, params)
        return self.take()

    def call(self, name, **arguments):
        return self.ask("tools/call", {"name": name, "arguments": arguments})

    def calls_a_second(self, count, in_flight, name, arguments):
        start = time.perf_counter()
        for i in range(count + in_flight):
            if i >= in_flight:
                self.take()
            if i < count:
                self.send("tools/call", {"name": name, "arguments": arguments})
        return count / (time.perf_counter() - start)

    def resident(self):
        return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{self.process.pid}/status").read()).group(1)) / 1024

    def end(self):
        self.process.communicate()


def timed(work):
    start = time.perf_counter()
    done = work()
    return (time.perf_counter() - start) * 1000, done


def make(tree):
    shutil.rmtree(tree, ignore_errors=True)
    for folder in range(FILES // 100):
        os.makedirs(f"{tree}/d{folder}")
        for i in range(100):
            with open(f"{tree}/d{folder}/f{i}.c", "w") as file:
                file.write("".join(f"int x{folder}_{i}_{n};\n" for n in range(20)))


def measure(aptix, tree, quick, row):
    make(tree)
    environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1"}
    reference = os.path.join(CLIENTS, "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js")
    node = shutil.which("node")
    if not node or not os.path.exists(reference):
        print("mcp: node or the reference server is not there (tests/clients/test_clients --install): rows without it")
        reference = None
    ours = [aptix, "mcp", "--root", tree]
    theirs = [node, reference, tree]

    def connect(words):
        taken, server = timed(lambda: Server(words, environment))
        server.end()
        return taken

    count = 3 if quick else 11
    mine = statistics.median(connect(ours) for _ in range(count))
    row("mcp: spawn to the first answer (goal 15 ms)", mine, 15, mine / 15, 1.0)
    if reference:
        other = statistics.median(connect(theirs) for _ in range(count))
        row("mcp: spawn to the first answer / reference server", mine, other, mine / other, 0.1)

    server = Server(ours, environment)
    first = timed(lambda: server.call("list_files"))[0]
    page = statistics.median(timed(lambda: server.call("list_files"))[0] for _ in range(count))
    row("mcp: the very first list of 60,000 files, first page", first, None, first / 60, None)
    row("mcp: a list of 60,000 files, first page (goal 60 ms)", page, 60, page / 60, 1.0)

    calls = [timed(lambda: server.call("read_file", filepath=FILE))[0] for _ in range(1000)]
    mine = statistics.median(calls)
    whole, start = (statistics.median(timed(lambda: subprocess.run([aptix, *words], cwd=tree, env=environment, check=True,
                                                                   stdout=subprocess.DEVNULL))[0] for _ in range(40))
                    for words in (["read", "--json", FILE], ["--version"]))
    work = max(0, whole - start)  # of the command, without its start
    row("mcp: a call (goal 0.3 ms above its work)", mine, work, mine / (work + 0.3), 1.0)

    count = 2000 if quick else 10_000
    mine = server.calls_a_second(count, 8, "read_file", {"filepath": FILE})
    if reference:
        peer = Server(theirs, environment)
        peer.call("read_text_file", path=f"{tree}/{FILE}")
        other = peer.calls_a_second(count, 8, "read_text_file", {"path": f"{tree}/{FILE}"})
        peer.end()
        # Twice as many is given up where the reference server is warm: it opens the file and reads it, and that is all.
        # Each of our reads is held to the policy and the session, and is in both the session and the audit.
        row("mcp: reads a second, eight in flight / reference server", mine, other, other / mine, 0.5)

    first = server.resident()
    server.calls_a_second(5000 if quick else 100_000, 8, "read_file", {"filepath": FILE})
    last = server.resident()
    row("mcp: MB after 100,000 calls / after the first ten thousand", last, first, last / first, 1.05)
    server.end()
    shutil.rmtree(tree)
