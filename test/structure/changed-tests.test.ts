import { expect, test } from "vitest";
import { findChangedTests } from "../support/changed-tests.ts";
import { readSource } from "./imports.ts";

const files = [
  readSource("subgraphs/gateway/booking/setup/week.ts", ""),
  readSource("subgraphs/gateway/booking/setup/hours.service.ts", 'import { week } from "./week.ts";'),
  readSource("subgraphs/gateway/booking/booking.app.ts", 'import { hours } from "./setup/hours.service.ts";'),
  readSource("subgraphs/gateway/subgraph.ts", 'import { booking } from "./booking/booking.app.ts";'),
  readSource(
    "test/gateway/booking/week.test.ts",
    'import "../../../subgraphs/gateway/booking/setup/hours.service.ts";',
  ),
  readSource("test/hub/ledger.test.ts", 'import "../../subgraphs/gateway/subgraph.ts";'),
];
const operations = [
  { name: "SetHours", field: "mutation.setHours" },
  { name: "ListClients", field: "query.clients" },
];
const resolvers = new Map([
  ["mutation.setHours", "subgraphs/gateway/booking/setup/hours.resolver.ts"],
  ["query.clients", "subgraphs/gateway/invoicing/clients/clients.resolver.ts"],
]);

test("a change reaches the tests that import it, its mirrored folder, and the operations of its feature", () => {
  const found = findChangedTests({
    changed: ["subgraphs/gateway/booking/setup/week.ts"],
    files,
    operations,
    resolverOf: (field) => resolvers.get(field) ?? null,
  });
  expect(found.operations).toEqual(["SetHours"]);
  expect(found.tests).toContain("test/gateway/booking/week.test.ts");
  expect(found.tests).toContain("test/gateway/booking/");
  expect(found.tests).toContain("test/structure/arrows.test.ts");
});

test("a change does not reach through the wiring, which imports everything", () => {
  const found = findChangedTests({
    changed: ["subgraphs/gateway/booking/setup/week.ts"],
    files,
    operations,
    resolverOf: () => null,
  });
  expect(found.tests).not.toContain("test/hub/ledger.test.ts");
});

test("a changed test is run itself", () => {
  const { tests } = findChangedTests({
    changed: ["test/hub/ledger.test.ts"],
    files,
    operations: [],
    resolverOf: () => null,
  });
  expect(tests).toContain("test/hub/ledger.test.ts");
});
