import { print } from "graphql";
import { createHash } from "node:crypto";
import type { OperationRegistry } from "../../operations/registry.ts";

/**
 * The stored operations as a manifest of persisted queries, in the form of Apollo's. The IDs are those that the platform
 * accepts as `documentId`.
 */
export function operationManifest(registry: OperationRegistry): Record<string, unknown> {
  return {
    format: "apollo-persisted-query-manifest",
    version: 1,
    operations: [...registry.values()].map(({ row, kind, document }) => {
      const body = print(document);
      return {
        id: `sha256:${createHash("sha256").update(body).digest("hex")}`,
        name: row.name,
        type: kind,
        body,
      };
    }),
  };
}
