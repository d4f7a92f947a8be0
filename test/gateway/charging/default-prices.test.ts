import { expect, test } from "vitest";
import type { Rule } from "../../../src/access/rules.ts";
import { buildGatewayGraph } from "../../../subgraphs/gateway/subgraph.ts";

const { rules } = buildGatewayGraph();
const rows = (["Query", "Mutation"] as const).flatMap((type) =>
  Object.entries(rules[type] as Record<string, Rule>).map(([name, { facts }]) => ({ type, name, facts })),
);

/** A principal that may use credits may also query them; features of a tier are paid with the tier. */
const freeForAccounts = [
  "autoReload",
  "autoReloadHistory",
  "externalInvoices",
  "externalQuotations",
  "setAutoReload",
  "taxTables",
  "createExternalInvoice",
  "createExternalQuotation",
  // Costs what the export in the hub costs: nothing.
  "exportedPayroll",
];

test("every account operation has a price, except credit and tier operations", () => {
  const free = rows.filter(
    ({ facts }) => !facts.cost && facts.auth !== "public" && facts.auth !== "internal",
  );
  expect(free.map(({ name }) => name).sort()).toEqual(freeForAccounts.sort());
});

test("public operations are free", () => {
  const open = rows.filter(({ facts }) => facts.auth === "public" || facts.auth === "internal");
  expect(open.length).toBeGreaterThan(5);
  expect(open.filter(({ facts }) => facts.cost)).toEqual([]);
});

test("an operation without its own price has the default price of its kind", () => {
  const costOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.facts.cost;
  expect(costOf("clients")).toBe("gateway.query");
  expect(costOf("createClient")).toBe("gateway.mutation");
  expect(costOf("createInvoice")).toBe("invoice.create");
  expect(costOf("invoicePdf")).toBe("document.pdf");
  expect(costOf("scanReceipt")).toBe("receipt.scan");
});
