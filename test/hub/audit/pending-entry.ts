import type { PendingEntry } from "../../../src/access/audit-relay.ts";
import { newId } from "../../../src/ids.ts";

/** A row as a subgraph hands it over. */
export function pendingEntry(retention = "standard"): PendingEntry {
  return {
    id: newId("aud"),
    at: "2026-01-01T00:00:00.000000Z",
    actorType: "user",
    actorId: "u",
    onBehalfOf: null,
    action: "test",
    targetType: null,
    targetId: null,
    appId: null,
    ip: null,
    userAgent: null,
    requestId: "req_test",
    outcome: "ok",
    code: null,
    changes: null,
    retention,
  };
}
