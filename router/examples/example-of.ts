import { demoOrganizations } from "../../src/demo-identities.ts";
import type { StoredOperation } from "../operations/registry.ts";
import { exampleInput } from "../tools/example-input.ts";
import { demoIds } from "./demo-ids.ts";
import type { OperationExample } from "./example.types.ts";
import { exampleRows } from "./example-rows.ts";

/** The demo identity that has the content of all apps. */
export const usualIdentity = "pia";

const dayMs = 24 * 60 * 60 * 1000;
const dayAhead = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** True where the example is the same on every day. */
export function isLasting({ row }: StoredOperation): boolean {
  return typeof exampleRows.get(row.name)?.input !== "function";
}

/**
 * The example of an operation, the same in samples, forms, tools and the OpenAPI document: what its area says, otherwise
 * the required arguments. It works on the demo data as the identity that it names. Null if none can be generated.
 */
export function exampleOf({ row, access, area, inputSchema }: StoredOperation): OperationExample | null {
  const given = exampleRows.get(row.name) ?? {};
  const own = typeof given.input === "function" ? given.input(dayAhead) : given.input;
  const input = own ?? row.tool?.example ?? exampleInput(inputSchema, demoIds);
  if (!input) return null;
  const properties = (inputSchema["properties"] ?? {}) as Record<string, unknown>;
  const isGenerated = given.input === undefined && "appId" in properties && "appId" in input;
  return {
    // An existing app, so that the example works unchanged.
    input: isGenerated ? { ...input, appId: access.app ?? area.app ?? "central" } : input,
    as: given.as ?? (access.auth === "admin" ? "ada" : usualIdentity),
    accountId: given.forOrganization ? demoOrganizations[0]!.id : null,
    signingSecret: given.signingSecret ?? null,
  };
}
