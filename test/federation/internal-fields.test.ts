import { printSchema } from "graphql";
import { expect, test } from "vitest";
import { composeSupergraph } from "../../router/schema/compose.ts";
import { createLibraryExecutor } from "../../router/execution/library-executor.ts";
import { anonymous, internalPrincipal } from "../../src/access/principal.ts";
import { buildHubGraph } from "../../subgraphs/hub/subgraph.ts";
import { askSubgraph, codesOf, person, toyCall } from "./toy-graph.ts";

const internalFields: [string, string][] = [
  ["caller", `query { caller(input: { key: "hub_live_x" }) { id } }`],
  [
    "chargeOperationCredits",
    `mutation { chargeOperationCredits(input: { operation: "gateway.query", appId: "invoicer" }) { charged } }`,
  ],
  [
    "holdOperationCredits",
    `mutation { holdOperationCredits(input: { operation: "invoice.create", appId: "invoicer", key: "k" }) { holdId } }`,
  ],
  [
    "settleOperationHold",
    `mutation { settleOperationHold(input: { holdId: "h", outcome: "capture" }) { charged } }`,
  ],
];
const hub = buildHubGraph();

test("fields for the platform alone are not in the public schema", async () => {
  const sdl = composeSupergraph([{ name: "hub", url: "http://127.0.0.1:1/graphql", sdl: hub.sdl }]);
  const { publicSchema } = await createLibraryExecutor(sdl, new Map());
  const printed = printSchema(publicSchema);
  expect(printed).toContain("creditBalance");
  for (const [name] of internalFields) {
    expect(hub.sdl).toContain(`${name}(`);
    expect(printed).not.toContain(`${name}(`);
  }
  expect(printed).not.toMatch(/CallerInput|HeldOperation|SettledHold|\b(?:_entities|_service)\b/);
});

test.each(internalFields)(
  "%s asked of the subgraph directly does not exist for people",
  async (_name, query) => {
    const admin = { ...person, isAdmin: true };
    for (const principal of [anonymous, person, admin, { ...person, kind: "serviceAccount" as const }]) {
      expect(codesOf(await askSubgraph(hub, query, toyCall(principal)))).toEqual(["NOT_FOUND"]);
    }
  },
);

test.each(internalFields)("%s lets the platform itself in", async (_name, query) => {
  // Without a database the work fails, but it was admitted.
  const result = await askSubgraph(hub, query, toyCall(internalPrincipal("router", "usr_1")));
  expect(codesOf(result)).not.toContain("NOT_FOUND");
});
