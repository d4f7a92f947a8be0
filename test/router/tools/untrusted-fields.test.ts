import {
  getNamedType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToolCatalogue } from "../../../router/tools/catalogue.ts";
import type { OperationRegistry, StoredOperation } from "../../../router/operations/registry.ts";
import { untrustedPaths, untrustedFields } from "../../../router/tools/untrusted-fields.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { ownWords } from "./own-words.ts";

let app: TestApp;
let registry: OperationRegistry;
beforeAll(async () => {
  app = await openSharedApp();
  registry = app.running.router.registry;
});
afterAll(() => app?.close());

/**
 * Names of fields that may contain free third-party text. Plain names, titles and labels are not among them:
 * nearly all are the account's own, and third-party ones are listed by hand in the table.
 */
const freeWords =
  /^(payee|merchant|merchantName|vendor|notes?|message|text|body|\w+Body|subject|memo|\w*[rR]eason|raw|altText|userAgent|answers|photographer|acceptedBy|lastError|customFields|(client|customer|attendee|guest|contact|caller|sender)Name)$/;

interface Word {
  /** Type and field. */
  field: string;
  path: string;
}

function wordsOf(type: GraphQLObjectType, selection: SelectionSetNode, path: readonly string[]): Word[] {
  return selection.selections.flatMap((node) => {
    if (node.kind !== Kind.FIELD) return [];
    const name = node.name.value;
    const inner = type.getFields()[name] && getNamedType(type.getFields()[name]!.type);
    if (!inner) return [];
    const own = [...path, node.alias?.value ?? name];
    if (isObjectType(inner)) return node.selectionSet ? wordsOf(inner, node.selectionSet, own) : [];
    const isText = inner.name === "String" || inner.name === "JSONObject";
    return isText && freeWords.test(name) ? [{ field: `${type.name}.${name}`, path: own.join(".") }] : [];
  });
}

/** The fields of free words that a tool answers with unmarked. */
function unmarkedWords(operation: StoredOperation): string[] {
  const type = getNamedType(operation.rootField.type);
  if (!isObjectType(type)) return [];
  const root = (operation.document.definitions[0] as OperationDefinitionNode).selectionSet.selections[0];
  const start = operation.row.bodyKey ? [operation.row.bodyKey] : [];
  const marked = new Set(untrustedPaths(operation));
  return wordsOf(type, (root as FieldNode).selectionSet!, start)
    .filter(({ path }) => !marked.has(path))
    .map(({ field }) => field);
}

test("every free-text field in a tool's result is classified as untrusted or own text", () => {
  const own = new Set(
    Object.entries(ownWords).flatMap(([type, names]) => names.split(" ").map((name) => `${type}.${name}`)),
  );
  const found = new Set([...registry.values()].filter(({ row }) => row.tool).flatMap(unmarkedWords));
  const undecided = [...found].filter((word) => !own.has(word));
  expect(undecided, "strangers-text.ts, or own-words.ts when the account or we have written it").toEqual([]);
  expect([...own].filter((word) => !found.has(word))).toEqual([]);
});

test("third-party text is marked in every tool that returns it, with a note", () => {
  const { entries } = createToolCatalogue(registry);
  const marked = entries.filter(({ untrusted }) => untrusted.length > 0);
  expect(marked.length).toBeGreaterThan(40);
  for (const { tool, untrusted } of marked) {
    expect.soft(new Set(untrusted).size, tool.name).toBe(untrusted.length);
    expect.soft(tool.description, tool.name).toContain("untrustedText");
    expect.soft(JSON.stringify(tool.outputSchema), tool.name).toMatch(/untrustedText|"type":"object"/);
  }
  const pathsOf = (name: string) =>
    untrustedPaths(entries.find(({ tool }) => tool.name === name)!.operation).sort();
  expect(pathsOf("get_transcript")).toEqual(["content", "turns.text"]);
  expect(pathsOf("list_transactions")).toEqual(["transactions.notes", "transactions.payee"]);
  expect(pathsOf("create_client")).toEqual([]);
});

test("every type and field that is named is there", () => {
  const types = typesOf(registry);
  for (const [type, names] of Object.entries(untrustedFields))
    for (const name of names) expect.soft(types.get(type)?.has(name), `${type}.${name}`).toBe(true);
});

function typesOf(operations: OperationRegistry): Map<string, Set<string>> {
  const types = new Map<string, Set<string>>();
  const visit = (type: GraphQLObjectType) => {
    if (types.has(type.name)) return;
    types.set(type.name, new Set(Object.keys(type.getFields())));
    for (const field of Object.values(type.getFields())) {
      const inner = getNamedType(field.type);
      if (isObjectType(inner)) visit(inner);
    }
  };
  for (const { rootField } of operations.values()) {
    const type = getNamedType(rootField.type);
    if (isObjectType(type)) visit(type);
  }
  return types;
}
