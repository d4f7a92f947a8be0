import { Kind, parse, print, stripIgnoredCharacters, type OperationDefinitionNode } from "graphql";
import { expect, test } from "vitest";
import { fieldNamesOf, prepareOperation } from "../../../router/execution/prepare-operation.ts";
import { DocumentNames } from "../../../router/execution/shape/document-names.ts";
import { publicSchema } from "./differential/graph/toy-graph.ts";

/** An operation as the planner gets it. */
function prepare(query: string): string {
  const document = parse(query);
  const operation = document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )!;
  const scope = {
    schema: publicSchema,
    names: new DocumentNames(fieldNamesOf(publicSchema), operation),
    needsTypeName: () => false,
  };
  return stripIgnoredCharacters(print(prepareOperation(document, operation, scope)));
}

test.each([
  ["an object of which nothing is left has its type name", "{ me { ...F } }", "{me{__typename}}"],
  ["fragments on the same type are opened", "{ me { ... { name } ...G } }", "{me{name bio}}"],
  ["fragments on another object are left out", "{ me { name ... on Team { name } } }", "{me{name}}"],
  ["aliases are numbered", "{ x: me { y: name name } }", "{a0:me{a1:name name}}"],
])("%s", (_about, text, expected) => {
  const fragments = "fragment G on Person { bio } fragment F on Person { ...E } fragment E on Team { name }";
  expect(prepare(`${text} ${fragments}`)).toBe(expected);
});

test("literals become variables, in one order with the others", () => {
  expect(prepare('query($z: Int, $b: ID!) { review(id: "r1") { id } other: review(id: $b) { id } }')).toBe(
    "query($b:ID!$l0:ID!){review(id:$l0){id}a0:review(id:$b){id}}",
  );
});
