import fc from "fast-check";
import { parse, print, validate } from "graphql";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createCompiledExecutor } from "../../../../router/execution/executor.ts";
import { GeneratedShape } from "../../../../router/execution/generated/generated-shape.ts";
import { suiteSeed } from "../../../support/seed.ts";
import { addConditions, conditionValues } from "./generate/add-conditions.ts";
import { Choices } from "./generate/choices.ts";
import { buildQuestion, sampleArbitrary } from "./generate/question.ts";
import { askMonolith, askRouter, publicSchema, subgraphs, supergraphSdl } from "./graph/toy-graph.ts";
import { CarefulPlanner } from "./plan/careful-planner.ts";
import { findInvalidFetches } from "./plan/invalid-fetches.ts";
import { askCompiled, judge } from "./run.ts";

const planner = new CarefulPlanner(supergraphSdl);
afterAll(() => planner.stop());

test(`conditions anywhere are answered as by one schema, whatever their values, with seed ${suiteSeed}`, async () => {
  const sum = { asked: 0, unplanned: 0 };
  for (const [index, sample] of fc.sample(sampleArbitrary, { numRuns: 40, seed: suiteSeed }).entries()) {
    const question = await buildQuestion(sample);
    const document = addConditions(question.document, new Choices(sample.numbers.toReversed()));
    const text = print(document);
    expect(validate(publicSchema, document), text).toEqual([]);
    for (let step = 0; step < 4; step += 1) {
      const values = conditionValues[(index + step * 5) % conditionValues.length]!;
      const variables = { ...question.variables, ...values };
      const planned = await planner.plan(text, variables);
      if (!("plan" in planned) || findInvalidFetches(planned.plan).length > 0) {
        sum.unplanned += 1;
        continue;
      }
      sum.asked += 1;
      // One document for all values: its variants are kept apart.
      const faults = await judge(askCompiled, { ...question, document, variables });
      expect(faults, `${text}\n${JSON.stringify(variables)}`).toEqual([]);
    }
  }
  expect(sum.asked).toBeGreaterThan(100);
  expect(sum.unplanned).toBeLessThan(sum.asked * 0.05);
});

const texts: [about: string, text: string][] = [
  ["a field with both directives", "{ me { name bio @skip(if: $a) @include(if: $b) } }"],
  ["an object of which nothing is left", "{ me { name @include(if: $a) } people { bio @include(if: $b) } }"],
  ["an operation of which nothing is left", "{ me @include(if: $a) { name } }"],
  [
    "a fragment that is spread under different conditions",
    "{ me { ...F @include(if: $a) } people { ...F @skip(if: $b) } } fragment F on Person { name role @include(if: $b) }",
  ],
  ["conditions in each other", "{ me { ... @include(if: $a) { name ... @skip(if: $b) { bio } } } }"],
  [
    "a fetch under two conditions",
    "{ teams { reviews @include(if: $a) { body author @include(if: $b) { role } } } }",
  ],
  [
    "the same field under opposite conditions",
    "{ me { name reports @include(if: $a) { bio } reports @skip(if: $a) { role @include(if: $b) } } }",
  ],
  [
    "fields of a member",
    "{ products { name ... on Book @include(if: $a) { edition } ... on Tool { name @skip(if: $b) } } }",
  ],
];
const allValues = [true, false].flatMap((a) => [true, false].map((b) => ({ a, b })));

describe.each(texts)("%s", (_about, selections) => {
  const [own, ...fragments] = selections.split(" fragment ");
  const definitions = [...new Set(own!.concat(...fragments).match(/\$[ab]/g))].map(
    (name) => `${name}: Boolean!`,
  );
  const text = [`query(${definitions.join(" ")}) ${own}`, ...fragments].join(" fragment ");

  test.each(allValues)("is answered as by one schema with %o", async (variables) => {
    const document = parse(text);
    expect(validate(publicSchema, document)).toEqual([]);
    expect(await judge(askCompiled, { document, variables })).toEqual([]);
  });
});

test.each([true, false])("a fault of an excluded field changes nothing: excluded %o", async (isExcluded) => {
  const document = parse(
    "query($off: Boolean!) { items { ... on Book @skip(if: $off) { authors { email } label } } }",
  );
  const faults = new Map([["Book.authors:b3", "throw" as const]]);
  const question = { document, variables: { off: isExcluded }, faults };
  expect(await judge(askCompiled, question)).toEqual([]);
  expect((await askCompiled(question)).errors === undefined).toBe(isExcluded);
});

describe("a variable that decides a condition", () => {
  const ask = async (text: string, variables: Record<string, unknown>) => {
    const { data, errors } = await askCompiled({ document: parse(text), variables });
    return { data, messages: errors?.map(({ message }) => message) };
  };

  test("has its default where it is omitted", async () => {
    const text =
      "query($a: Boolean! = true, $b: Boolean = false) { me { name @include(if: $a) bio @skip(if: $b) } }";
    const document = parse(text);
    for (const variables of [{}, { a: false }, { b: true }, { a: false, b: true }]) {
      const { data } = await askMonolith({ document, variables });
      expect(await ask(text, variables)).toEqual({ data, messages: undefined });
    }
  });

  test.each([
    ["no value", {}],
    ["a text", { a: "true" }],
    ["a number", { a: 1 }],
    ["null", { a: null }],
  ])("is refused as one schema refuses it: %s", async (_about, variables) => {
    const text = "query($a: Boolean!) { me { name @include(if: $a) bio @skip(if: $a) } }";
    const wanted = await askMonolith({ document: parse(text), variables });
    const messages = wanted.errors!.map(({ message }) => message);
    expect(await ask(text, variables)).toEqual({ data: undefined, messages });
  });

  test("must not be null, though its type allows it", async () => {
    const text = "query($a: Boolean = true) { me @include(if: $a) { name } }";
    const wanted = await askMonolith({ document: parse(text), variables: { a: null } });
    expect((await ask(text, { a: null })).messages).toEqual(wanted.errors!.map(({ message }) => message));
    expect((await ask(text, {})).data).toEqual(
      (await askMonolith({ document: parse(text), variables: {} })).data,
    );
  });
});

test("variants run generated code, shared with documents without conditions", async () => {
  const executor = await createCompiledExecutor(supergraphSdl, subgraphs, new Map(), { generatingUse: 2 });
  const ask = askRouter(executor);
  const noted = vi.spyOn(GeneratedShape.prototype, "note");
  const conditional = parse("query($a: Boolean!) { topReviews { body author @include(if: $a) { role } } }");
  const plain = parse("{ topReviews { body author { role } } }");
  expect(executor.prepare({ document: conditional, variables: { a: true } }).plan).toBe(
    executor.prepare({ document: plain }).plan,
  );
  const wanted = await ask({ document: plain, variables: {} });
  const answer = await ask({ document: conditional, variables: { a: true } });
  expect(JSON.stringify(answer.data)).toBe(JSON.stringify(wanted.data));
  expect(noted.mock.calls).toEqual([[true]]);
  noted.mockRestore();
});
