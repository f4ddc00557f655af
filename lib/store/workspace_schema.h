// The tables of a workspace's database. Part of store/; nobody else includes it.
#pragma once

namespace aptix::store {

inline constexpr int kWorkspaceVersion = 3;
inline constexpr const char* kWorkspaceSchema =
    "CREATE TABLE batches(id TEXT PRIMARY KEY, key TEXT NOT NULL, label TEXT NOT NULL, caller TEXT NOT NULL,"
    " time_ns INTEGER NOT NULL, files INTEGER NOT NULL, changes INTEGER NOT NULL, document TEXT NOT NULL) STRICT;"
    "CREATE TABLE applications(batch TEXT NOT NULL REFERENCES batches(id), number INTEGER NOT NULL,"
    " time_ns INTEGER NOT NULL, undone INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE INDEX applications_of_batch ON applications(batch);"
    "CREATE TABLE active(doc_path TEXT PRIMARY KEY, path TEXT NOT NULL) STRICT;"
    "CREATE TABLE synced(doc_path TEXT PRIMARY KEY, sha TEXT NOT NULL, taken_back INTEGER NOT NULL DEFAULT 0) STRICT;";

}  // namespace aptix::store
