import { beforeAll, describe, expect, test } from "vitest";
import { compactOperations } from "../../router/mcp/tool-lists.ts";
import { groupTitle, toolGroups } from "../../router/operations/tool-groups.ts";
import type { StoredOperation } from "../../router/operations/registry.ts";
import { createToolCatalogue, type ToolCatalogue } from "../../router/tools/catalogue.ts";
import { placeTools } from "../../router/tools/toolsets.ts";
import { readRegistry } from "../support/tool-catalogue.ts";

let operations: readonly StoredOperation[];
let catalogue: ToolCatalogue;
beforeAll(async () => {
  const registry = await readRegistry();
  operations = [...registry.values()].filter(({ row }) => row.tool);
  catalogue = createToolCatalogue(registry);
});

const withGroup = (operation: StoredOperation, group: string): StoredOperation => ({
  ...operation,
  row: { ...operation.row, tool: { ...operation.row.tool!, group } },
});

describe("tools and their groups", () => {
  test("every tool is in a group of its app, and has words to be found by", () => {
    expect(catalogue.entries.length).toBeGreaterThan(400);
    for (const { app, group, tool, operation } of catalogue.entries) {
      expect.soft(groupTitle(app, group), tool.name).not.toBeNull();
      expect.soft(operation.row.tool!.keywords ?? [], tool.name).not.toEqual([]);
    }
  });

  test("every group is named by a tool", () => {
    const named = new Set(catalogue.entries.map(({ app, group }) => `${app} ${group}`));
    const listed = [...toolGroups].flatMap(([app, groups]) =>
      Object.keys(groups).map((group) => `${app} ${group}`),
    );
    expect(listed.filter((group) => !named.has(group))).toEqual([]);
    expect(named.size).toBe(listed.length);
  });

  test("a row that names a group its app does not have fails, and so does one of another app", () => {
    const [tool, ...others] = operations;
    for (const group of ["no-such-group", "services", "constructor"])
      expect(() => placeTools([withGroup(tool!, group), ...others])).toThrow(
        `${tool!.row.tool!.name}: the app central has no tool group ${group}`,
      );
  });

  test("the compact list of agents names tools that exist", () => {
    const names = catalogue.entries.map(({ tool }) => tool.name);
    expect(names).toEqual(expect.arrayContaining([...compactOperations]));
  });

  test("every tool that follows a job exists, and a deprecated alias leads to one tool alone", () => {
    const names = new Set(catalogue.entries.map(({ tool }) => tool.name));
    for (const { row } of operations) {
      const { job, deprecatedAliases = [] } = row.tool!;
      if (job) expect.soft(names, row.name).toContain(job.readWith);
      for (const alias of deprecatedAliases) {
        expect.soft(names, alias).not.toContain(alias);
        expect.soft(catalogue.get(alias)?.operation, alias).toBeDefined();
        expect.soft(catalogue.successorOf(alias), alias).toBe(row.tool!.name);
      }
    }
  });
});
