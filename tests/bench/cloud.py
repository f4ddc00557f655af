"""Pushes to the Cloud File Set on PostgreSQL, against psql that inserts such rows without a check, on the same server.

One push is one transaction, and so is one insert. Both are durable when they are answered: what they cost is mostly the
disk. Part of run.py."""
import os, random, shutil, statistics, subprocess, sys, tempfile, threading, time, uuid

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cloud"))
sys.dont_write_bytecode = True
from postgresql import Helper, Server, sha256

SIZE = 2000
BARE = "CREATE TABLE bare(doc_path text, version bigint, content bytea, PRIMARY KEY (doc_path, version))"


def in_parallel(count, work):
    threads = [threading.Thread(target=work, args=(n,)) for n in range(count)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return (time.perf_counter() - start) * 1000


def pushes(server, clients, each, name):
    """ms for each push."""
    helpers = [Helper(server.url()) for _ in range(clients)]
    contents = [[os.urandom(SIZE) for _ in range(each)] for _ in range(clients)]

    def work(n):
        for i, content in enumerate(contents[n]):
            if not helpers[n].push(f"{name}/{n}/{i}", content, None)["stored"]:
                sys.exit("a push was refused")

    took = in_parallel(clients, work)
    for helper in helpers:
        helper.close()
    return took / (clients * each)


def inserts(server, clients, each, name):
    scripts = []
    for n in range(clients):
        scripts.append(f"{server.folder}/insert{n}.sql")
        with open(scripts[n], "w") as script:
            for i in range(each):
                script.write(f"INSERT INTO bare VALUES ('{name}/{n}/{i}', 1, '\\x{os.urandom(SIZE).hex()}');\n")
    took = in_parallel(clients, lambda n: subprocess.run(
        ["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", server.url(), "-f", scripts[n]], check=True))
    return took / (clients * each)


def compare(server, row, name, clients, each, runs):
    ours, peer = [], []
    for i in range(runs):
        tag = f"{name}{i}"
        peer.append(inserts(server, clients, each, tag))
        ours.append(pushes(server, clients, each, tag))
    ratio = statistics.median(a / b for a, b in zip(ours, peer))
    row(name, statistics.median(ours), statistics.median(peer), ratio, 1.43)


def measure(aptix, disk, quick, row):
    Helper.program = os.path.join(os.path.dirname(aptix), "aptix-cloud-postgresql")
    if not os.path.exists(Helper.program) or not Server.program("initdb"):
        print("cloud: skipped, there is no PostgreSQL server here, or no aptix-cloud-postgresql beside aptix")
        return
    folder = os.path.join(disk, "postgresql")
    os.makedirs(folder)
    server = Server(folder)
    try:
        each, runs, files = (50, 1, 10_000) if quick else (300, 5, 100_000)
        server.ask(BARE)
        Helper(server.url()).close()
        compare(server, row, "a push / a bare insert by psql, 1 client", 1, each, runs)
        compare(server, row, "a push / a bare insert by psql, 8 clients", 8, each, runs)
        few = statistics.median(pushes(server, 1, each, f"few{i}") for i in range(runs))
        server.ask(f"WITH head AS (UPDATE aptix.head SET version = version + {files} RETURNING version)"
                   f" INSERT INTO aptix.pushes SELECT version - {files} + i, gen_random_uuid(), 'r/x/' || i, 1"
                   f" FROM head, generate_series(1, {files}) i")
        server.ask("INSERT INTO aptix.versions(doc_path, version, path, caller, time_ns, content)"
                   " SELECT 'r/x/' || i, 1, 'x/' || i, 'bench', i, convert_to(repeat(i::text, 300), 'UTF8')"
                   f" FROM generate_series(1, {files}) i")
        server.ask("VACUUM ANALYZE aptix.versions, aptix.pushes")
        many = statistics.median(pushes(server, 1, each, f"many{i}") for i in range(runs))
        row(f"a push to a set of {files} files / to a small one", many, few, many / few, 1.2)
        helper = Helper(server.url())
        start = time.perf_counter()
        helper.ask({"do": "list"})
        ours = (time.perf_counter() - start) * 1000
        start = time.perf_counter()
        select = ("SELECT doc_path, version, path, encode(sha, 'hex'), size, time_ns, caller FROM aptix.versions"
                  " ORDER BY 1")
        subprocess.run(["psql", "-XAtq", server.url(), "-c", select], check=True, stdout=subprocess.DEVNULL)
        peer = (time.perf_counter() - start) * 1000
        row(f"a list of {files} files / psql", ours, peer, ours / peer, 2.0)
        helper.close()
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
