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
  ["{ me { name @skip(if: true) bio @skip(if: false) } }", "{me{bio}}"],
  ["{ me { name @include(if: true) bio @include(if: false) } }", "{me{name}}"],
  ["{ me { ... @include(if: false) { name } ... @skip(if: false) { bio } } }", "{me{bio}}"],
  ["{ me { name @skip(if: true) } }", "{me{__typename}}"],
  ["{ me { name } people @include(if: false) { name } }", "{me{name}}"],
])("conditions that a literal decides are not left to the planner: %s", (query, expected) => {
  expect(prepare(query)).toBe(expected);
});

test.each([
  [
    "query($a: Boolean!) { me { ...F @include(if: $a) } } fragment F on Person { name bio @skip(if: true) }",
    "query($a:Boolean!){me{name@include(if:$a)}}",
  ],
  [
    "query($a: Boolean!) { me { ... @include(if: $a) { ... @include(if: $a) { name } } } }",
    "query($a:Boolean!){me{name@include(if:$a)}}",
  ],
  [
    "query($a: Boolean!, $b: Boolean!) { me { ... @include(if: $a) { name @include(if: $b) } } }",
    "query($a:Boolean!$b:Boolean!){me{...@include(if:$b){name@include(if:$a)}}}",
  ],
])("conditions of variables move to the fields, each once: %s", (query, expected) => {
  expect(prepare(query)).toBe(expected);
});
