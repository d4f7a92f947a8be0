import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createToolCatalogue, type ToolCatalogue } from "../../../router/tools/catalogue.ts";
import { maxToolset } from "../../../router/tools/toolsets.ts";
import type { JsonSchema } from "../../../router/schema/json-schema.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";

let app: TestApp;
let catalogue: ToolCatalogue;
beforeAll(async () => {
  app = await openSharedApp();
  catalogue = createToolCatalogue(app.running.router.registry);
});
afterAll(() => app?.close());

/** Every name of an input, however deep. */
function namesIn(schema: JsonSchema): string[] {
  const own = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
  const items = schema["items"] as JsonSchema | undefined;
  return [...own.flatMap(([name, inner]) => [name, ...namesIn(inner)]), ...(items ? namesIn(items) : [])];
}

/**
 * Numbers of people, accounts and cards, and secrets. A firm's own number (EIN, VAT) is printed on its
 * documents.
 */
const secret =
  /^(ssn|socialSecurityNumber|tin|itin|.*password|.*secret|pin|cvc|cvv|cardNumber|accountNumber|routingNumber|iban|accessToken|refreshToken|apiKey|privateKey)$/i;

/** Operations whose field of such a name is not a secret. */
const harmless = new Set<string>([]);

describe("every tool", () => {
  test("takes no secret as an argument", () => {
    const found = catalogue.entries.flatMap(({ tool }) =>
      namesIn(tool.inputSchema)
        .filter((name) => secret.test(name) && !harmless.has(`${tool.name} ${name}`))
        .map((name) => `${tool.name}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  test("shows an example that it takes", () => {
    for (const { tool, operation } of catalogue.entries) {
      const [example] = (tool.inputSchema["examples"] ?? []) as Record<string, unknown>[];
      expect.soft(example, `${tool.name} has no example; its row needs one`).toBeDefined();
      if (example) expect.soft(operation.validateInput(example), tool.name).toEqual([]);
    }
  });

  test("every tool has a description within all agents' limits, and all hints", () => {
    for (const { tool } of catalogue.entries) {
      expect.soft(tool.name, tool.name).toMatch(/^[a-z][a-z0-9_]{2,63}$/);
      expect.soft(tool.description.length, tool.name).toBeLessThanOrEqual(300);
      expect.soft(tool.description.length, tool.name).toBeGreaterThan(10);
      expect.soft(tool.outputSchema["type"], tool.name).toBe("object");
      expect
        .soft(
          Object.values(tool.annotations).every((hint) => typeof hint === "boolean"),
          tool.name,
        )
        .toBe(true);
      const { readOnlyHint, destructiveHint } = tool.annotations;
      expect.soft(readOnlyHint && destructiveHint, tool.name).toBe(false);
    }
  });

  test("a tool with background work names the tool to poll", () => {
    for (const { tool, operation } of catalogue.entries) {
      const job = operation.row.tool!.job;
      if (!job) continue;
      const reader = catalogue.get(job.readWith);
      expect.soft(reader?.tool.annotations.readOnlyHint, tool.name).toBe(true);
      expect.soft(reader && namesIn(reader.tool.inputSchema), tool.name).toContain(job.argument);
    }
  });
});

test("toolsets have fewer than ten tools, one line each, and hold every tool once", () => {
  for (const set of catalogue.toolsets) {
    expect.soft(set.tools.length, set.id).toBeLessThanOrEqual(maxToolset);
    expect.soft(set.tools.length, set.id).toBeGreaterThan(0);
    expect.soft(set.description, set.id).not.toContain("\n");
  }
  const placed = catalogue.toolsets.flatMap(({ tools }) => tools);
  expect(placed.toSorted()).toEqual(catalogue.entries.map(({ tool }) => tool.name).toSorted());
  const ids = catalogue.toolsets.map(({ app: owner, id }) => `${owner} ${id}`);
  expect(new Set(ids).size).toBe(ids.length);
});
