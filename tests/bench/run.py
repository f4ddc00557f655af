#!/usr/bin/env python3
"""Benchmarks of the built aptix against the peer that does the same work, in the same run.

usage: run.py --aptix BINARY --floor BINARY --parse BINARY --disk DIR [--journaled DIR] [--quick] [NAME...]

Pairs of runs alternate, caches are warm, trees are made anew outside of the timed part, and the
figure is the median of the pairs' ratios: of wall time and of processor time (user and system, of
the command and its children). All data is generated. Run through scripts/bench.
Trees of very many files go to --journaled: on a disk without a journal, or one that discards what is
freed, they measure the disk's memory of the last run.
"""
import argparse, hashlib, json, math, os, random, re, shutil, statistics, subprocess, sys, tempfile, time, typing

PYTHON = os.path.realpath(sys.executable)
ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1"}
rows = []


class Taken(typing.NamedTuple):
    """What runs took: wall and processor time in ms, of this program and what it started."""
    wall: float
    cpu: float


def run(command, folder=None, stdin=os.devnull, expect=0):
    """Runs to the end. posix_spawn, so that this process's own size costs nothing."""
    streams = [(os.POSIX_SPAWN_OPEN, 0, stdin, os.O_RDONLY, 0), (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
               (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    if folder:
        os.chdir(folder)
    start = time.perf_counter()
    pid = os.posix_spawn(shutil.which(command[0]) or command[0], command, ENVIRONMENT, file_actions=streams)
    _, status, used = os.wait4(pid, 0)
    wall = (time.perf_counter() - start) * 1000
    if os.waitstatus_to_exitcode(status) != expect:
        sys.exit(f"{' '.join(command[:6])}: exit {os.waitstatus_to_exitcode(status)}, expected {expect}")
    return Taken(wall, (used.ru_utime + used.ru_stime) * 1000)


def peak(field, command, folder):
    """The largest value in MB of a field of /proc/PID/status while the command runs.

    Not what wait4() says: that begins with the size of this process.
    """
    child = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    most = 0
    while child.poll() is None:
        try:
            status = open(f"/proc/{child.pid}/status").read()
        except OSError:
            break
        found = re.search(field + r":\s+(\d+)", status)
        most = max(most, int(found.group(1)) / 1024 if found else 0)
        time.sleep(0.001)
    if child.wait() != 0:
        sys.exit(f"{' '.join(command[:6])}: exit {child.returncode}")
    return most


def middle(runs):
    return Taken(*map(statistics.median, zip(*runs)))


def row(name, ours, peer, ratio, goal):
    """One figure against its goal: `ours` and `peer` are what is shown beside it, or None."""
    show = lambda value: "-" if value is None else f"{value:.1f}" if value < 1000 else f"{value:.0f}"
    verdict = "" if goal is None else "ok" if ratio <= goal else "MISSED"
    rows.append(verdict)
    print(f"{name:60} {show(ours):>9} {show(peer):>9} {ratio:9.2f} {'-' if goal is None else f'{goal:.2f}':>7}  {verdict}", flush=True)


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


def bundle(path, document):
    write(path, "Here is the change.\n\n```json\n" + json.dumps(document, indent=2) + "\n```\n")


def empty(folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    os.sync()


def words(seed, count):
    chance = random.Random(seed)
    return [f"{chance.choice('abcdefgh')}{chance.getrandbits(40):x}" for _ in range(count)]


def calls(command, folder, stdin=os.devnull):
    """System calls by name, children included."""
    report = tempfile.mktemp()
    with open(stdin) as source:
        subprocess.run(["strace", "-f", "-qq", "-c", "-o", report] + command, cwd=folder, stdin=source, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, env=ENVIRONMENT, check=True)
    found = {}
    for line in open(report):
        fields = line.split()
        if len(fields) >= 5 and re.fullmatch(r"[\d.]+", fields[0]) and fields[-1] != "total":
            found[fields[-1]] = int(fields[3])
    os.unlink(report)
    return found


def flushes(found):
    return sum(found.get(name, 0) for name in ("fsync", "fdatasync", "syncfs", "sync", "msync"))


class Suite:
    def __init__(self, options):
        self.aptix, self.floor, self.parse, self.disk, self.quick = options.aptix, options.floor, options.parse, options.disk, options.quick
        self.journaled = options.journaled or options.disk

    def path(self, *parts):
        return os.path.join(self.disk, *parts)

    def runs(self, count):
        return max(3, count // 5) if self.quick else count

    def compare(self, name, count, ours, peer, wall=None, cpu=None, result=None):
        """Alternates the two: a row for the wall time and one for the processor's, each with its goal or without.

        Shown are the medians of each and of the pairs' ratios. `result` names the file that both must leave equal.
        """
        left = []
        for side in (ours, peer):
            side()
            left.append(result and open(result, "rb").read())
        if left[0] != left[1]:
            sys.exit(f"{result}: the two programs do not leave the same file")
        taken = [], []
        for i in range(self.runs(count)):
            for side in ((0, 1) if i % 2 == 0 else (1, 0)):
                taken[side].append((ours, peer)[side]())
        a, b = map(middle, taken)
        ratio = middle([Taken(*(p / q for p, q in zip(x, y))) for x, y in zip(*taken)])
        row(name, a.wall, b.wall, ratio.wall, wall)
        row("    processor time", a.cpu, b.cpu, ratio.cpu, cpu)

    def startup(self):
        self.compare("startup / git --version", 300, lambda: run([self.aptix, "--version"]),
                     lambda: run(["git", "--version"]), 0.85)

    def small(self):
        tree = self.path("small")
        empty(tree)
        chance = random.Random(1)
        for i in range(1500):
            write(f"{tree}/d{i % 30}/f{i}.py", "".join(f"value_{i}_{n} = {chance.getrandbits(32)}\n" for n in range(60)))
        subprocess.run("git init -q . && git config gc.auto 0 && git add -A && git -c user.name=b -c user.email=b@b commit -qm b && git gc -q", shell=True, cwd=tree, check=True)
        targets = [f"d{d}/f{i}.py" for d, i in ((1, 31), (1, 61), (2, 32), (2, 62), (3, 33))]
        old, new, entries = {}, {}, []
        for target in targets:
            old[target] = open(f"{tree}/{target}").read()
            lines = old[target].splitlines(True)
            changes = [{"find": lines[n], "replace": lines[n].replace(" = ", " = 10 * ") + "# changed: " + "x" * 120 + "\n", "limit": "once"} for n in (5, 20, 40, 55)]
            new[target] = old[target]
            for change in changes:
                new[target] = new[target].replace(change["find"], change["replace"], 1)
            entries.append({"path": target, "operation": "patch", "patches": changes})
        bundle(self.path("small.md"), {"root": ".", "files": entries})
        for target in targets:
            write(f"{tree}/{target}", new[target])
        diff = subprocess.run(["git", "diff"], cwd=tree, check=True, capture_output=True).stdout
        write(self.path("small.diff"), diff)

        def restored(command):
            for target in targets:
                write(f"{tree}/{target}", old[target])
            os.sync()
            return run(command, tree)
        ours_command = [self.aptix, "bundle", "apply", self.path("small.md")]
        self.compare("small, 5 files, durable / git apply", 100, lambda: restored(ours_command),
                     lambda: restored(["git", "apply", self.path("small.diff")]), 1.1)
        peer_command = ["git", "apply", self.path("small.diff")]
        self.compare("small, 5 files, --no-sync / git apply", 100, lambda: restored(ours_command + ["--no-sync"]),
                     lambda: restored(peer_command), 0.9)
        # With the same configuration as most machines of CI have: named by the environment.
        write(self.path("gitconfig"), "[user]\n\tname = b\n\temail = b@b\n")
        ENVIRONMENT["GIT_CONFIG_GLOBAL"] = self.path("gitconfig")
        self.compare("small, gitpatch, GIT_CONFIG_GLOBAL / git apply", 100, lambda: restored([self.aptix, "gitpatch", self.path("small.diff")]),
                     lambda: restored(peer_command), 1.1)
        del ENVIRONMENT["GIT_CONFIG_GLOBAL"]
        for _ in range(1000):  # the log is full long before
            for target in targets:
                write(f"{tree}/{target}", old[target])
            run(ours_command + ["--no-sync"], tree)
        self.compare("small, the 1,000th run, durable / git apply", 100, lambda: restored(ours_command),
                     lambda: restored(peer_command), 1.1)
        write(f"{tree}/.aptix.toml", '[policy]\ndeny_read = ["secrets/**", "*.pem"]\ndeny_write = ["vendor/**"]\nallow_write = ["d*/**"]\n')
        self.compare("small, with a policy, durable / git apply", 100, lambda: restored(ours_command),
                     lambda: restored(peer_command), 1.1)
        os.unlink(f"{tree}/.aptix.toml")
        for target in targets:
            write(f"{tree}/{target}", old[target])
        found = calls(ours_command, tree)
        row("small: flushes (goal 10)", flushes(found), None, flushes(found) / 10, 1.0)
        row("small: system calls (goal 350)", sum(found.values()), None, sum(found.values()) / 350, 1.0)
        for i in range(1500, 60000):
            write(f"{tree}/d{i % 30}/f{i}.py", f"value_{i} = 1\n")
        subprocess.run("git add -A && git -c user.name=b -c user.email=b@b commit -qm b", shell=True, cwd=tree, check=True)
        self.compare("small, in a tree of 60,000 files, durable / git apply", 50, lambda: restored(ours_command),
                     lambda: restored(peer_command), 1.1)
        empty(tree)

    def many(self):
        tree = os.path.join(self.journaled, "many")
        names = [f"d{i // 100}/f{i}.txt" for i in range(10000)]
        filler = words(2, 4000)
        content = {name: "".join(f"{filler[(i * 7 + n) % 4000]} {filler[(i + n * 13) % 4000]} {filler[n]}\n" for n in range(55)) for i, name in enumerate(names)}
        bundle(self.path("many.md"), {"root": ".", "files": [{"path": n, "operation": "create", "content": content[n]} for n in names]})
        bundle(self.path("many-1000.md"), {"root": ".", "files": [{"path": n, "operation": "create", "content": content[n]} for n in names[:1000]]})
        diff = []
        for n in names:
            lines = content[n].splitlines(True)
            diff.append(f"diff --git a/{n} b/{n}\nnew file mode 100644\n--- /dev/null\n+++ b/{n}\n@@ -0,0 +1,{len(lines)} @@\n" + "".join("+" + line for line in lines))
        write(self.path("many.diff"), "".join(diff))
        write(self.path("many.list"), "".join(f"{len(content[n])} {n}\n" for n in names))

        def fresh(command, stdin=os.devnull):
            empty(tree)
            return run(command, tree, stdin)
        ours_command = [self.aptix, "bundle", "apply", self.path("many.md")]
        peer_command = ["git", "apply", self.path("many.diff")]
        self.compare("many, 10,000 new files / git apply", 15, lambda: fresh(ours_command), lambda: fresh(peer_command),
                     cpu=1.0)
        self.compare("many, 10,000 new files, --no-sync / git apply", 15, lambda: fresh(ours_command + ["--no-sync"]),
                     lambda: fresh(peer_command), 1.0)
        empty(tree)
        used = peak("VmHWM", ours_command, tree)
        row("many: MB of memory (goal 80)", used, None, used / 80, 1.0)
        self.compare("many, 10,000 new files / crash-safe floor", 15, lambda: fresh(ours_command),
                     lambda: fresh([self.floor, "."], self.path("many.list")), 1.15)
        empty(tree)
        few = flushes(calls([self.aptix, "bundle", "apply", self.path("many-1000.md")], tree))
        empty(tree)
        many = flushes(calls(ours_command, tree))
        row("many: flushes for 10,000 / for 1,000", many, few, many / max(few, 1), 1.0)
        empty(tree)

    def line_changes(self, count, size, every):
        """A tree of `count` files, the same after changes, and the batch of changes."""
        old, new, entries = {}, {}, []
        chance = random.Random(7)
        for i in range(count):
            name = f"d{i % 20}/f{i}.py"
            old[name] = [f"    value_{n} = compute({chance.getrandbits(40):x})\n" for n in range(size)]
            new[name] = list(old[name])
            changes = []
            for n in range(every // 2, size, every):
                kind, line = ("replace", "insert", "delete")[n // every % 3], old[name][n].rstrip("\n")
                place = {"afterLine": n + 1} if kind == "insert" else {"startLine": n + 1, "endLine": n + 1, "expectedOriginalLines": [line]}
                added = [] if kind == "delete" else [line + "  # changed"]
                changes.append({"operation": kind, **place} if kind == "delete" else {"operation": kind, **place, "newLines": added})
                new[name][n] = ("" if kind != "insert" else old[name][n]) + "".join(text + "\n" for text in added)
            sha = hashlib.sha256("".join(old[name]).encode()).hexdigest()
            entries.append({"docPath": f"lines/{name}", "originalSha256": sha, "changes": changes})
        join = lambda files: {name: "".join(lines) for name, lines in files.items()}
        return join(old), join(new), {"files": entries}

    # How long the command takes in a tree of the old texts.
    def changed(self, tree, old, command, stdin=os.devnull):
        empty(tree)
        for name, text in old.items():
            write(f"{tree}/{name}", text)
        os.sync()
        return run(command, tree, stdin)

    # How long the floor takes to write as much as the new texts have.
    def floor_for(self, tree, old, new):
        sizes = self.path("floor.list")
        write(sizes, "".join(f"{len(text)} {name}\n" for name, text in new.items()))
        return self.changed(tree, old, [self.floor, "."], sizes)

    def lines(self):
        tree = os.path.join(self.journaled, "lines")
        old, new, batch = self.line_changes(200, 1000, 10)
        bundle(self.path("lines.md"), batch)
        for side, files in (("a", old), ("b", new)):
            for name, text in files.items():
                write(self.path("lines-diff", side, name), text)
        diff = subprocess.run(["diff", "-urN", "a", "b"], cwd=self.path("lines-diff"), capture_output=True).stdout
        write(self.path("lines.diff"), diff)

        def fresh(command):
            taken = self.changed(tree, old, command)
            if any(open(f"{tree}/{name}").read() != text for name, text in new.items()):
                sys.exit(f"{command[0]}: the result is wrong")
            return taken
        ours_command = [self.aptix, "patch", "apply", self.path("lines.md")]
        self.compare("20,000 line changes, 200 files / GNU patch", 15, lambda: fresh(ours_command),
                     lambda: fresh(["patch", "-s", "-p1", "-i", self.path("lines.diff")]), 1.0)
        self.compare("20,000 line changes, 200 files / crash-safe floor", 15, lambda: fresh(ours_command),
                     lambda: self.floor_for(tree, old, new), 3.1)
        batch = self.line_changes(3000, 1000, 8)[2]
        write(self.path("lines.json"), json.dumps(batch))
        size = os.path.getsize(self.path("lines.json"))
        document, plan = map(float, subprocess.run([self.parse, self.path("lines.json")], check=True, capture_output=True).stdout.split())
        row(f"a batch of {size >> 20} MB, JSON alone / at 120 MB/s", document, size / 120e3, document / (size / 120e3), 1.0)
        row(f"a batch of {size >> 20} MB read into edits / at 80 MB/s", plan, size / 80e3, plan / (size / 80e3), 1.0)
        taken = middle([run([self.aptix, "patch", "validate", "--schema-only", self.path("lines.json")], tree) for _ in range(self.runs(15))]).wall
        row(f"a batch of {size >> 20} MB checked / at 80 MB/s", taken, size / 80e3, taken / (size / 80e3), 1.0)
        empty(tree)

    def text(self, megabytes):
        chance, lines, size = random.Random(3), [], 0
        while size < megabytes << 20:
            lines.append(f"    result_{len(lines)} = compute({chance.getrandbits(60):x}, {chance.getrandbits(30)})\n")
            size += len(lines[-1])
        return lines

    def one_file(self, name, data):
        file = self.path(name, "big.txt")
        empty(self.path(name))
        write(file, data)

        def fresh(command, expect=0, stdin=os.devnull):
            write(file, data)
            os.sync()
            return run(command, self.path(name), stdin, expect)
        return fresh

    def once(self):
        self.once_in("code", self.text(20))
        known, chance = words(9, 20000), random.Random(3)
        self.once_in("words", [" ".join(chance.choices(known, k=6)) + "\n" for _ in range((20 << 20) // 72)])

    # In lines that all begin alike perl's pattern has one place a line to try, among words one at each word.
    def once_in(self, kind, lines):
        chosen = random.Random(4).sample(range(len(lines)), 1000)
        edits = [(lines[n].strip(), lines[n].strip() + " + 1  # edited") for n in chosen]
        bundle(self.path("once.md"), {"root": ".", "files": [{"path": "big.txt", "operation": "patch", "patches": [{"find": f, "replace": r, "limit": "once"} for f, r in edits]}]})
        write(self.path("once.map"), "".join(f"{f}\0{r}\n" for f, r in edits))
        perl = ("BEGIN { local $/ = qq(\n); open(M, '<', '%s'); while (<M>) { chomp; ($f, $r) = split /\\0/; $m{$f} = $r } $re = join '|', map quotemeta, sort keys %%m; $re = qr/$re/ } "
                "s/($re)/delete($m{$1}) \\/\\/ $1/ge" % self.path("once.map"))
        fresh = self.one_file("once", "".join(lines))
        self.compare(f"1,000 'once' in 20 MB of {kind} / perl, one pattern", 15, lambda: fresh([self.aptix, "bundle", "apply", self.path("once.md")]),
                     lambda: fresh(["perl", "-0777", "-i", "-pe", perl, "big.txt"]), 1.0, result=self.path("once", "big.txt"))

    def all(self):
        lines = self.text(20)
        for n in random.Random(5).sample(range(len(lines)), 200000):
            lines[n] = lines[n].replace("compute(", "old_name(")
        bundle(self.path("all.md"), {"root": ".", "files": [{"path": "big.txt", "operation": "patch", "patches": [{"find": "old_name(", "replace": "much_newer_name(", "limit": "all"}]}]})
        script = "d=open('big.txt','rb').read().replace(b'old_name(',b'much_newer_name(');open('big.txt','wb').write(d)"
        fresh = self.one_file("all", "".join(lines))
        self.compare("'all', 200,000 places in 20 MB / python", 15, lambda: fresh([self.aptix, "bundle", "apply", self.path("all.md")]),
                     lambda: fresh([PYTHON, "-I", "-S", "-c", script]), 1.0, result=self.path("all", "big.txt"))

    def sha(self):
        tree = self.path("sha")
        empty(tree)
        with open(f"{tree}/big", "wb") as file:
            for _ in range(16):
                file.write(random.Random(6).randbytes(1 << 26))
        command = lambda *files: [self.aptix, "sha", *files], lambda *files: ["openssl", "dgst", "-sha256", "-r", *files]
        self.compare("sha of 1 GB / openssl dgst", 9, lambda: run(command[0]("big"), tree),
                     lambda: run(command[1]("big"), tree), 1.0)
        os.unlink(f"{tree}/big")
        names = [f"d{i // 200}/f{i}" for i in range(20000)]
        for i, name in enumerate(names):
            write(f"{tree}/{name}", random.Random(i).randbytes(2700))
        self.compare("sha of 20,000 files / openssl dgst", 15, lambda: run(command[0](*names), tree),
                     lambda: run(command[1](*names), tree), 0.5)
        empty(tree)

    def diff(self):
        tree, old = self.path("diff"), self.text(7)[:100000]
        new, name = list(old), "big.txt"
        for n in random.Random(10).sample(range(len(old)), 1000):
            new[n] = new[n].rstrip("\n") + "  # changed\n"
        empty(tree)
        write(f"{tree}/{name}", "".join(old))
        bundle(self.path("diff.md"), {"root": ".", "files": [{"path": name, "operation": "replace", "content": "".join(new)}]})
        run([self.aptix, "bundle", "apply", self.path("diff.md")], tree)
        write(self.path("diff-old.txt"), "".join(old))
        self.compare("a diff of 100,000 lines, 1,000 edits / diff -u", 25, lambda: run([self.aptix, "diff", "--from", "base", name], tree),
                     lambda: run(["diff", "-u", self.path("diff-old.txt"), name], tree, expect=1), 1.0)
        empty(tree)

    def memory(self):
        lines = self.text(200)
        middle = lines[len(lines) // 2].rstrip("\n")
        bundle(self.path("memory.md"), {"root": ".", "files": [{"path": "big.txt", "operation": "patch", "patches": [{"find": middle, "replace": "changed()", "limit": "once"}]}]})
        fresh = self.one_file("memory", "".join(lines))
        fresh([self.aptix, "bundle", "apply", "--dry-run", self.path("memory.md")])
        used = peak("RssAnon", [self.aptix, "bundle", "apply", self.path("memory.md")], self.path("memory"))
        row("one edit in 200 MB: MB beyond mapped pages (40)", used, None, used / 40, 1.0)
        number = len(lines) // 2 + 1
        write(self.path("memory.diff"), f"--- a/big.txt\n+++ b/big.txt\n@@ -{number},1 +{number},1 @@\n-{lines[number - 1]}+changed()\n")
        self.compare("one edit in 200 MB / git apply", 7, lambda: fresh([self.aptix, "bundle", "apply", self.path("memory.md")]),
                     lambda: fresh(["git", "apply", "--unidiff-zero", self.path("memory.diff")]), 0.8, result=self.path("memory", "big.txt"))
        empty(self.path("memory"))

    def texts_with_edits(self, count):
        """A text, and what changes one line in eight of it: as find/replace edits, as a diff with context."""
        body, edits, hunks = [], [], []
        chance = random.Random(7)
        for i in range(count):
            number = len(body) + 1
            block = [f"key_{i}_{n} = {chance.getrandbits(64):x}\n" for n in range(8)]
            changed = block[4].replace(" = ", " = 1 + ")
            body += block
            edits.append({"find": block[4], "replace": changed, "limit": "once"})
            hunks.append(f"@@ -{number + 1},7 +{number + 1},7 @@\n" + "".join(" " + l for l in block[1:4]) +
                         "-" + block[4] + "+" + changed + "".join(" " + l for l in block[5:8]))
        bundle(self.path("once.md"), {"root": ".", "files": [{"path": "big.txt", "operation": "patch", "patches": edits}]})
        write(self.path("once.diff"), "--- a/big.txt\n+++ b/big.txt\n" + "".join(hunks))
        return self.one_file("edits", "".join(body))

    def edits(self):
        ours, patch = [self.aptix, "bundle", "apply", self.path("once.md")], ["patch", "-s", "-p1", "-i", self.path("once.diff")]
        taken = {}
        for count, goal in ((100, 1.5), (100000, 1.0)):
            fresh = self.texts_with_edits(count)
            self.compare(f"{count} find/replace edits / GNU patch", 9, lambda: fresh(ours), lambda: fresh(patch), goal,
                         result=self.path("edits", "big.txt"))
            wall = middle([fresh(ours) for _ in range(self.runs(9))]).wall
            write(self.path("edits", "big.txt"), subprocess.run(patch[:1] + ["-s", "-R", "-p1", "-o", "-", "-i", patch[-1]],
                                                               cwd=self.path("edits"), capture_output=True, check=True).stdout)
            taken[count] = wall, peak("VmHWM", ours, self.path("edits"))
        (few, little), (many, much) = taken[100], taken[100000]
        row("an edit of 100,000: microseconds (goal 3)", (many - few) / 100, None, (many - few) / 300, 1.0)
        size = (much - little) * (1 << 20) / 100000
        row("an edit of 100,000: bytes of memory, its text and the answer's in it", size, None, size / 300, None)

    def growth_of(self, name, make):
        """The exponent of the processor's time from 1,000 of something to 10,000."""
        command = [self.aptix, "bundle", "apply", "--no-sync", self.path("growth.md")]
        taken = []
        for count in (1000, 10000):
            tree, answer = make(count)
            write(self.path("growth.md"), answer)

            def fresh():
                return self.changed(os.path.join(self.journaled, "growth"), tree, command)
            fresh()
            taken.append(min(fresh().cpu for _ in range(self.runs(15))))
        exponent = math.log10(taken[1] / taken[0])
        row(f"growth, {name}: exponent", taken[1], taken[0], exponent, 1.05)

    def scaling(self):
        text = lambda i: "".join(f"line {i} of {n} = {(i * 7919 + n * 104729) % 1000003}\n" for n in range(8))
        line = lambda i: text(i).splitlines(True)
        one = lambda count: {"a.txt": "".join(map(text, range(count)))}
        many = lambda count: {f"d{i // 100}/f{i}.txt": text(i) for i in range(count)}
        block = lambda i, name: f"{name}\n```\n<<<<<<< SEARCH\n{line(i)[4]}=======\nnew {i}\n>>>>>>> REPLACE\n```\n\n"
        hunk = lambda i, n: f"@@ -{n + 3},3 +{n + 3},3 @@\n {line(i)[3]}-{line(i)[4]}+new {i}\n {line(i)[5]}"
        call = lambda i: {"name": "Edit", "input": {"file_path": "a.txt", "old_string": f"line {i} of 4 =", "new_string": f"new {i} ="}}
        document = lambda count: {"root": ".", "files": [{"path": name, "operation": "create", "content": content}
                                                         for name, content in many(count).items()]}
        fenced = lambda language, body: f"```{language}\n{body}```\n\n"
        self.growth_of("files of a document", lambda n: ({}, fenced("json", json.dumps(document(n)) + "\n")))
        self.growth_of("code blocks that are files", lambda n: ({}, "".join(f"Create `{name}`:\n\n" + fenced("", content) for name, content in many(n).items())))
        self.growth_of("SEARCH/REPLACE blocks, one file", lambda n: (one(n), "".join(block(i, "a.txt") for i in range(n))))
        self.growth_of("SEARCH/REPLACE blocks, many files", lambda n: (many(n), "".join(block(i, name) for i, name in enumerate(many(n)))))
        self.growth_of("diffs of many files", lambda n: (many(n), "".join(f"--- a/{name}\n+++ b/{name}\n" + hunk(i, 1) for i, name in enumerate(many(n)))))
        self.growth_of("hunks of one file", lambda n: (one(n), "--- a/a.txt\n+++ b/a.txt\n" + "".join(hunk(i, 8 * i + 1) for i in range(n))))
        self.growth_of("hunks that drifted", lambda n: ({"a.txt": "head\n" * 7 + one(n)["a.txt"]}, "--- a/a.txt\n+++ b/a.txt\n" + "".join(hunk(i, 8 * i + 1) for i in range(n))))
        self.growth_of("V4A chunks", lambda n: (one(n), "*** Begin Patch\n*** Update File: a.txt\n" + "".join(f"@@\n {line(i)[3]}-{line(i)[4]}+new {i}\n" for i in range(n)) + "*** End Patch\n"))
        self.growth_of("calls, one block each", lambda n: (one(n), "".join(fenced("json", json.dumps(call(i)) + "\n") for i in range(n))))
        self.growth_of("find/replace edits of one file", lambda n: (one(n), fenced("json", json.dumps({"root": ".", "files": [{"path": "a.txt", "operation": "patch", "patches": [
            {"find": f"line {i} of 4 =", "replace": f"new {i} =", "limit": "once"} for i in range(n)]}]}) + "\n")))
        made = lambda i: f"replaced {i} by that ="
        self.growth_of("find/replace edits that were made before", lambda n: (
            {"a.txt": "".join(text(i).replace(f"line {i} of 4 =", made(i)) for i in range(n))},
            fenced("json", json.dumps({"root": ".", "files": [{"path": "a.txt", "operation": "patch", "patches": [
                {"find": f"line {i} of 4 =", "replace": made(i), "limit": "once"} for i in range(n)]}]}) + "\n")))
        function = lambda i, value: f"int f{i}(int x) {{\n  int y = x * {i};\n  if (y > 3)\n    return {value};\n  return y;\n}}\n\n"
        functions = lambda n: {"a.c": "".join(function(i, 0) for i in range(n))}
        self.growth_of("parts of one file", lambda n: (functions(n), "".join("`a.c`\n\n" + fenced("c", function(i, 1)) for i in range(n))))
        section = lambda i, value: f'<section id="s{i}">\n  <p>text {i}</p>\n  <p class="v">{value}</p>\n  <a href="#{i}">go</a>\n</section>\n\n'
        self.growth_of("parts of one page", lambda n: ({"a.html": "".join(section(i, 0) for i in range(n))}, "".join("`a.html`\n\n" + fenced("html", section(i, 1)) for i in range(n))))
        self.growth_of("a part for a file of many lines", lambda n: (functions(n), "`a.c`\n\n" + fenced("c", function(n // 2, 1))))
        self.growth_of("code blocks that are no edits", lambda n: (one(1), "".join("Run this:\n\n" + fenced("bash", f"make test{i}\n") for i in range(n - 1)) + block(0, "a.txt")))

    def miss(self):
        lines = self.text(50)
        hit = "".join(lines[len(lines) // 2:len(lines) // 2 + 4])
        absent = hit.replace("compute", "compuet", 1)
        for name, find in (("hit", hit), ("miss", absent)):
            bundle(self.path(f"{name}.md"), {"root": ".", "files": [{"path": "big.txt", "operation": "patch", "patches": [{"find": find, "replace": "changed()\n", "limit": "once"}]}]})
        fresh = self.one_file("miss", "".join(lines))
        self.compare("a miss in 50 MB / a hit", 15, lambda: fresh([self.aptix, "bundle", "apply", self.path("miss.md")], expect=1),
                     lambda: fresh([self.aptix, "bundle", "apply", self.path("hit.md")]), 1.5)
        self.compare("a miss in 50 MB / a hit, dry run", 15, lambda: fresh([self.aptix, "bundle", "apply", "-n", self.path("miss.md")], expect=1),
                     lambda: fresh([self.aptix, "bundle", "apply", "-n", self.path("hit.md")]), 1.5)

    def one_diff(self, name, lines, chosen):
        """A diff of big.txt, three lines of context around each chosen line."""
        diff = ["--- big.txt\n+++ big.txt\n"]
        for n in chosen:
            diff.append(f"@@ -{n - 2},7 +{n - 2},7 @@\n")
            diff += [" " + line for line in lines[n - 3:n]] + ["-" + lines[n], "+changed\n"] + [" " + line for line in lines[n + 1:n + 4]]
        write(self.path(name), "".join(diff))

    def diffs(self):
        old, new, _ = self.line_changes(5000, 60, 20)
        tree = os.path.join(self.journaled, "diffs")
        for side, files in (("a", old), ("b", new)):
            for name, text in files.items():
                write(self.path("diffs-made", side, name), text)
        write(self.path("diffs.diff"), subprocess.run(["diff", "-urN", "a", "b"], cwd=self.path("diffs-made"), capture_output=True).stdout)

        fresh = lambda command: self.changed(tree, old, command)
        ours_command = [self.aptix, "gitpatch", self.path("diffs.diff")]
        peer_command = ["git", "apply", self.path("diffs.diff")]
        self.compare("a diff of 5,000 files / git apply", 9, lambda: fresh(ours_command), lambda: fresh(peer_command),
                     cpu=1.0)
        self.compare("a diff of 5,000 files, --no-sync / git apply", 9, lambda: fresh(ours_command + ["--no-sync"]),
                     lambda: fresh(peer_command), 0.85)
        self.compare("a diff of 5,000 files / crash-safe floor", 9, lambda: fresh(ours_command),
                     lambda: self.floor_for(tree, old, new), 1.3)
        empty(tree)

    def hunks(self):
        for name, megabytes, count, goal in (("one hunk in 200 MB", 200, 1, 0.8), ("50,000 hunks in 62 MB", 62, 50000, 0.6)):
            lines = self.text(megabytes)
            step = len(lines) // (count + 1)
            self.one_diff("hunks.diff", lines, [step * (i + 1) for i in range(count)])
            fresh = self.one_file("hunks", "".join(lines))
            self.compare(f"{name} / GNU patch", 9, lambda: fresh([self.aptix, "gitpatch", self.path("hunks.diff")]),
                         lambda: fresh(["patch", "-s", "-i", self.path("hunks.diff")]), goal, result=self.path("hunks", "big.txt"))
        write(self.path("equal.diff"), "--- big.txt\n+++ big.txt\n@@ -9,20004 +9,20004 @@\n" + " same\n" * 20000 + "-other\n+changed\n" + " same\n" * 3)
        fresh = self.one_file("hunks", "same\n" * 200000)
        self.compare("20,000 equal lines refused / git apply", 5, lambda: fresh([self.aptix, "gitpatch", self.path("equal.diff")], expect=1),
                     lambda: fresh(["git", "apply", self.path("equal.diff")], expect=1), 0.1)
        empty(self.path("hunks"))


    def files_tree(self, count, megabytes):
        tree = self.path("files")
        empty(tree)
        chance = random.Random(3)
        known = words(5, 8000)
        rare, common = set(chance.sample(range(count), 25)), set(chance.sample(range(count), count // 20))
        for i in range(count):
            size = int(min(max(chance.expovariate(count / megabytes / 1e6), 60), 200000))
            text = "".join(" ".join(chance.choices(known, k=5)) + ";\n" for _ in range(size // 60 + 1))
            text += "rareword here\n" * (i in rare) + "common_word here\n" * (i in common)
            write(f"{tree}/m{i // 1200}/p{i // 60 % 20}/s{i // 20 % 3}/f{i}.{('c', 'h', 'py', 'md')[i % 4]}", text)
        subprocess.run("git init -q . && git config core.untrackedCache true && git config gc.auto 0 && git add -A && "
                       "git -c user.name=b -c user.email=b@b commit -qm b && git status && sleep 1", shell=True, cwd=tree, check=True, stdout=subprocess.DEVNULL)
        return tree

    def files(self):
        tree = self.files_tree(6000 if self.quick else 60000, 25 if self.quick else 250)
        registry = [self.aptix, "files", "--tag", "generated"]

        def first():
            shutil.rmtree(f"{tree}/.aptix", ignore_errors=True)
            return run(registry, tree)

        def add():
            shutil.rmtree(self.path("other"), ignore_errors=True)
            subprocess.run(["git", "init", "-q", self.path("other")], check=True)
            return run(["git", f"--git-dir={self.path('other')}/.git", f"--work-tree={tree}", "add", "-A"], tree)

        hashes = "find . -name .git -prune -o -name .aptix -prune -o -type f -print0 | xargs -0 sha256sum"
        for name, mine, peer, goal in (
                ("the first look at all files / find | sha256sum", first, lambda: run(["sh", "-c", hashes], tree), 0.35),
                ("the first look at all files / git add -A", first, add, 0.06),
                ("the next look / git status, untracked cache", lambda: run(registry, tree), lambda: run(["git", "status"], tree), 0.9),
                ("files GLOB / rg --files", lambda: run([self.aptix, "files", "*.c"], tree), lambda: run(["rg", "--files", "-g", "*.c"], tree), 1.0),
                ("a word in 25 files / rg -F", lambda: run([self.aptix, "search", "rareword"], tree), lambda: run(["rg", "-F", "rareword"], tree), 0.4),
                ("a word in 3,000 files / rg -F", lambda: run([self.aptix, "search", "common_word"], tree), lambda: run(["rg", "-F", "common_word"], tree), 0.6)):
            self.compare(name, 5, mine, peer, goal)
        empty(tree)
        empty(self.path("other"))

    def cloud(self):
        import cloud
        cloud.measure(self.aptix, self.disk, self.quick, row)

    def mcp(self):
        import mcp
        mcp.measure(self.aptix, os.path.join(self.journaled, "mcp"), self.quick, row)


NAMES = ("startup", "small", "many", "lines", "once", "all", "edits", "sha", "diff", "memory", "scaling", "miss", "diffs", "hunks", "files", "cloud", "mcp")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aptix", required=True)
    parser.add_argument("--floor", required=True)
    parser.add_argument("--parse", required=True)
    parser.add_argument("--disk", required=True, help="folder for the trees")
    parser.add_argument("--journaled", help="folder for trees of very many files")
    parser.add_argument("--quick", action="store_true", help="a fifth of the runs")
    parser.add_argument("names", nargs="*", choices=[[], *NAMES])
    options = parser.parse_args()
    suite = Suite(options)
    print(f"{'name':60} {'aptix ms':>9} {'peer ms':>9} {'ratio':>9} {'goal':>7}")
    for name in options.names or NAMES:
        getattr(suite, name)()
    print(f"{rows.count('ok')} of {len(rows) - rows.count('')} goals reached")


main()
