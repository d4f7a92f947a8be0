import { posix } from "node:path";
import { expect, test } from "vitest";
import { findArrowFaults } from "./arrows.ts";
import { readSource, readSources } from "./imports.ts";

test("the code keeps to the directions of the architecture", () => {
  const files = readSources();
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => file.imports).length).toBeGreaterThan(files.length);
  expect(findArrowFaults(files)).toEqual([]);
});

const bad: [string, string, string][] = [
  ["src/money.ts", 'import { a } from "../subgraphs/hub/credits/ledger.ts";', "the floor knows no feature"],
  ["src/money.ts", 'import type { A } from "../router/main.ts";', "the floor knows no feature"],
  [
    "subgraphs/hub/credits/ledger.ts",
    'import {\n  a,\n  b,\n} from "../../gateway/invoicing/invoice.ts";',
    "never in an import",
  ],
  [
    "subgraphs/hub/credits/ledger.ts",
    'export { a } from "../../../router/main.ts";',
    "does not know the router",
  ],
  ["subgraphs/hub/subgraph.ts", 'import { a } from "../../platform/platform.ts";', "only the entry point"],
  ["router/main.ts", 'import { a } from "../sandbox/sandbox.ts";', "only the start-up and tests"],
  ["sandbox/sandbox.ts", 'import { a } from "../router/main.ts";', "the sandbox stands outside"],
  [
    "router/main.ts",
    'const hub = await import("../subgraphs/hub/subgraph.ts");',
    "the router speaks only GraphQL",
  ],
  [
    "subgraphs/gateway/invoicing/invoices/invoicing.service.ts",
    'import { a } from "./mail.adapter.ts";',
    "adapters are imported by the wiring alone",
  ],
  [
    "subgraphs/hub/credits/credits.resolver.ts",
    'import { executeSql } from "../../../src/db/sql.ts";',
    "does not touch the database",
  ],
  [
    "subgraphs/hub/credits/ledger.ts",
    'import type { EntityManager } from "@mikro-orm/postgresql";',
    '"pure" does not touch the database',
  ],
  [
    "subgraphs/hub/credits/credits.service.ts",
    'import { a } from "./credits.resolver.ts";',
    "only feature files",
  ],
  [
    "subgraphs/gateway/booking/setup/services.service.ts",
    'import { a } from "../../invoicing/visible-rows.ts";',
    "an app imports no other app",
  ],
  [
    "subgraphs/gateway/base/page-cursor.ts",
    'import type { A } from "../voice/voice.context.ts";',
    "what the apps share knows no app",
  ],
  ["router/main.ts", "const port = process.env.PORT;", "only src/config/config.ts reads process.env"],
];

test.each(bad)("in %s, `%s` is refused", (path, text, fault) => {
  expect(findArrowFaults([readSource(path, text)]).join("\n")).toContain(fault);
});

test("no folder holds more than 40 files", () => {
  const sizes = Map.groupBy(readSources(), ({ path }) => posix.dirname(path));
  expect([...sizes].filter(([, files]) => files.length > 40).map(([folder]) => folder)).toEqual([]);
});

test("a circle of imports is refused, one of entities is not", () => {
  const circle = (role: string) => [
    readSource(`subgraphs/hub/a/a${role}.ts`, `import { b } from "./b${role}.ts";`),
    readSource(`subgraphs/hub/a/b${role}.ts`, `import { c } from "../c${role}.ts";`),
    readSource(`subgraphs/hub/c${role}.ts`, `import type { a } from "./a/a${role}.ts";`),
  ];
  expect(findArrowFaults(circle(""))).toHaveLength(1);
  expect(findArrowFaults(circle(".entity"))).toEqual([]);
});

test("wiring, start-up and tests of one's own zone pass", () => {
  const good = [
    readSource("subgraphs/hub/subgraph.ts", 'import { a } from "./credits/bank.adapter.ts";'),
    readSource("platform/platform.ts", 'import { a } from "../subgraphs/hub/subgraph.ts";'),
    readSource("platform/demo/demo.ts", 'import { a } from "../sandbox/sandbox.ts";'),
    readSource("subgraphs/hub/credits/credits.service.ts", 'import { a } from "../../../src/db/sql.ts";'),
  ];
  expect(findArrowFaults(good)).toEqual([]);
});
