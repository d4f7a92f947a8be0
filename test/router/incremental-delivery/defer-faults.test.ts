import { parse } from "graphql";
import { expect, test } from "vitest";
import { deferFaults } from "../../../router/graphql/defer-faults.ts";

const messagesOf = (text: string) => deferFaults(parse(text)).map(({ message }) => message);

test.each([
  ["a subscription", "subscription { a { ... @defer { b } } }"],
  [
    "a fragment of a subscription",
    "subscription { a { ...F } } fragment F on A { ... @defer(if: true) { b } }",
  ],
  ["a fragment that names itself", "subscription { a { ...F } } fragment F on A { ... @defer { ...F } }"],
])("@defer in %s is refused", (_where, text) => {
  expect(messagesOf(text)).toEqual([expect.stringContaining("not supported in subscriptions")]);
});

test("@defer on root fields of a subscription is refused even when it is off", () => {
  expect(messagesOf("subscription { ... @defer(if: false) { a } }")).toEqual([
    "@defer must not be used on root fields of a subscription. Use it inside of a field.",
  ]);
});

test.each([
  ["a literal false", "subscription { a { ... @defer(if: false) { b } } }"],
  ["a variable", "subscription ($x: Boolean!) { a { ... @defer(if: $x) { b } } }"],
])("a subscription may turn @defer off with %s", (_what, text) => {
  expect(messagesOf(text)).toEqual([]);
});

test("@defer is accepted on root fields of a query, and inside a mutation's fields", () => {
  expect(messagesOf('{ ... @defer(label: "a") { a } ... @defer(label: "b") { b } }')).toEqual([]);
  expect(messagesOf("mutation { a { ... @defer { b } } }")).toEqual([]);
});
