#include "schema.h"

namespace aptix::postgresql {
namespace {

// Steps from one version of the tables to the next; the version is the position here, from 1. A released step is never
// changed: later changes are later steps.
constexpr const char* kSteps[] = {
    R"sql(
DO $$ BEGIN IF to_regnamespace('aptix') IS NULL THEN CREATE SCHEMA aptix; END IF; END $$;
CREATE TABLE aptix.migrations(version integer PRIMARY KEY, time timestamptz NOT NULL DEFAULT now());

-- The version of the set: the number of pushes. Its one row is locked by each push until that is committed, so that
-- numbers are seen in their order.
CREATE TABLE aptix.head(one boolean PRIMARY KEY DEFAULT true CHECK (one), version bigint NOT NULL)
  WITH (fillfactor = 10);
INSERT INTO aptix.head(version) VALUES (0);

CREATE TABLE aptix.versions(
  doc_path text COLLATE "C" NOT NULL, version bigint NOT NULL, path text NOT NULL, caller text NOT NULL,
  time_ns bigint NOT NULL, content bytea NOT NULL,
  sha bytea GENERATED ALWAYS AS (sha256(content)) STORED,
  size bigint GENERATED ALWAYS AS (octet_length(content)) STORED,
  PRIMARY KEY (doc_path, version));

-- The newest pushes: what a client looks up that does not know whether its push was committed, and what a watcher
-- reads.
CREATE TABLE aptix.pushes(
  number bigint PRIMARY KEY, id uuid NOT NULL UNIQUE, doc_path text COLLATE "C" NOT NULL, version bigint NOT NULL);

CREATE FUNCTION aptix.push(push_id uuid, key text, shown_path text, writer text, at_ns bigint, expected bytea,
  body bytea)
RETURNS TABLE(stored boolean, doc_path text, version bigint, path text, sha text, size bigint, time_ns bigint,
  caller text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  newest aptix.versions%ROWTYPE;
  done bigint;
  next bigint;
BEGIN
  PERFORM 1 FROM aptix.head FOR UPDATE;
  SELECT p.version INTO done FROM aptix.pushes p WHERE p.id = push_id;
  IF FOUND THEN
    RETURN QUERY SELECT true, key, done, shown_path, encode(sha256(body), 'hex'), octet_length(body)::bigint, at_ns,
      writer;
    RETURN;
  END IF;
  SELECT v.doc_path, v.version, v.path, v.caller, v.time_ns, ''::bytea, v.sha, v.size INTO newest
    FROM aptix.versions v WHERE v.doc_path = key ORDER BY v.version DESC LIMIT 1;
  IF newest.sha IS DISTINCT FROM expected THEN
    RETURN QUERY SELECT false, newest.doc_path, newest.version, newest.path, encode(newest.sha, 'hex'), newest.size,
      newest.time_ns, newest.caller;
    RETURN;
  END IF;
  done := coalesce(newest.version, 0) + 1;
  UPDATE aptix.head SET version = version + 1 RETURNING head.version INTO next;
  INSERT INTO aptix.versions(doc_path, version, path, caller, time_ns, content)
    VALUES (key, done, shown_path, writer, at_ns, body);
  INSERT INTO aptix.pushes(number, id, doc_path, version) VALUES (next, push_id, key, done);
  DELETE FROM aptix.versions v WHERE v.doc_path = key AND v.version <= done - 20;
  DELETE FROM aptix.pushes p WHERE p.number = next - 100000;
  PERFORM pg_notify('aptix', next::text);
  RETURN QUERY SELECT true, v.doc_path, v.version, v.path, encode(v.sha, 'hex'), v.size, v.time_ns, v.caller
    FROM aptix.versions v WHERE v.doc_path = key AND v.version = done;
END $$;
)sql",
};
constexpr uint64_t kNewest = std::size(kSteps);

// 0: there are no tables yet. Queries the catalog table, because to_regclass() may return what was true before waiting
// for a lock.
Reply<uint64_t> found_version(Server& server) {
  TRY_ASSIGN(there,
      server.run_once({"SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'aptix' AND tablename = 'migrations'"}));
  if (there.count() == 0) return 0;
  TRY_ASSIGN(version, server.run_once({"SELECT coalesce(max(version), 0) FROM aptix.migrations"}));
  return version.number(0, 0);
}

// In one transaction, with a lock that excludes other migrations.
Done migrate(Server& server) {
  TRY(server.run_script("BEGIN; SELECT pg_advisory_xact_lock(6172746978)"));
  auto found = found_version(server);
  std::string sql;
  for (uint64_t version = found ? *found : kNewest; version < kNewest; ++version)
    sql += std::string(kSteps[version]) + "INSERT INTO aptix.migrations(version) VALUES (" +
        std::to_string(version + 1) + ");\n";
  Done done = found ? server.run_script(sql + "COMMIT") : Done(tl::unexpected(found.error()));
  if (!done) (void)server.run_script("ROLLBACK");
  return done;
}

}  // namespace

Reply<bool> prepare_schema(Server& server, bool create) {
  uint64_t found = 0;
  auto look = [&]() -> Done {
    TRY_SET(found, found_version(server));
    return {};
  };
  TRY(server.run_whole(look));
  if (found > kNewest)
    return tl::unexpected(Failure{FailureKind::address,
        "the Cloud File Set has version " + std::to_string(found) + ", this program knows version " +
            std::to_string(kNewest),
        "use the newer aptix that made it"});
  if (found == kNewest) return true;
  if (found == 0 && !create) return false;
  TRY(server.run_whole([&] { return migrate(server); }));
  return true;
}

}  // namespace aptix::postgresql
