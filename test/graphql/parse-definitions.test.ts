import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parse, print, type DocumentNode, type ObjectTypeDefinitionNode } from "graphql";
import { expect, test } from "vitest";
import { parseDefinitions } from "../../src/graphql/schema/parse-definitions.ts";

const collect = (() => {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
})();

const megabytes = 8;

/** A type whose description is short, in a text of megabytes. */
function makeText(): string {
  const comment = `# ${"padding ".repeat((megabytes * 2 ** 20) / 8)}\n`;
  return `"A description that is longer than a name."\ntype Invoice { total: Int }\n${comment}`;
}

/** On its own, so that no variable of the caller holds the text. */
function readDescription(read: (text: string) => DocumentNode): string {
  return (read(makeText()).definitions[0] as ObjectTypeDefinitionNode).description!.value;
}

/** Megabytes that stay while the description of `read`'s first definition is kept. */
function kept(read: (text: string) => DocumentNode): { description: string; megabytes: number } {
  collect();
  const before = process.memoryUsage().heapUsed;
  const description = readDescription(read);
  collect();
  return { description, megabytes: (process.memoryUsage().heapUsed - before) / 2 ** 20 };
}

test("a name or description keeps nothing of the text it was read from", () => {
  expect(kept((text) => parse(text, { noLocation: true })).megabytes).toBeGreaterThan(megabytes / 2);
  const own = kept(parseDefinitions);
  expect(own.megabytes).toBeLessThan(megabytes / 2);
  expect(own.description).toBe("A description that is longer than a name.");
});

test("definitions are those that the library parses", () => {
  const text = '"Überweisung von Geld 💶"\ntype TransferOfMoney { amountInCents: Int }';
  expect(print(parseDefinitions(text))).toBe(print(parse(text)));
});
