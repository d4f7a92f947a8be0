import { parse, type ExecutionResult } from "graphql";
import { describe, expect, test } from "vitest";
import { createCompiledExecutor } from "../../../router/execution/executor.ts";
import { askRouter, subgraphs, supergraphSdl } from "./differential/graph/toy-graph.ts";

const executor = await createCompiledExecutor(supergraphSdl, subgraphs);
const ask = askRouter(executor);

const planOf = (text: string) => executor.prepare({ document: parse(text) }).plan;
const answerOf = async (text: string, variables: Record<string, unknown> = {}): Promise<ExecutionResult> => {
  const { data, errors } = await ask({ document: parse(text), variables });
  return { data, ...(errors && { errors }) };
};

describe("documents share one plan", () => {
  test.each([
    ["aliases", "{ me { a: name b: bio } }", "{ me { x: name y: bio } }"],
    ["names of operations", "query A { me { name } }", "query B { me { name } }"],
    ["literals", '{ review(id: "r1") { body } }', '{ review(id: "r2") { body } }'],
    [
      "fragments that add nothing",
      "{ me { name bio } }",
      "{ me { ...F bio } } fragment F on Person { name }",
    ],
    ["literal conditions", "{ me { name } }", "{ me { name bio @skip(if: true) } }"],
  ])("that differ only in %s", (_, one, other) => {
    const plans = [planOf(one), planOf(other)];
    expect(plans[0]).not.toBeNull();
    expect(plans[1]).toBe(plans[0]);
  });
});

describe("documents of different shapes have plans of their own", () => {
  test.each([
    ["fields", "{ me { a: name } }", "{ me { a: bio } }"],
    ["an alias that is used twice", "{ a: me { b: name } }", "{ a: me { a: name } }"],
    [
      "equal and different literals",
      '{ a: review(id: "r1") { body } b: review(id: "r1") { body } }',
      '{ a: review(id: "r1") { body } b: review(id: "r2") { body } }',
    ],
    [
      "a variable and a literal",
      "query($id: ID!) { review(id: $id) { body } }",
      '{ review(id: "r1") { body } }',
    ],
  ])("with %s", (_, one, other) => {
    expect(planOf(one)).not.toBe(planOf(other));
  });
});

test("every document of a shape is answered under its own keys with its own values", async () => {
  const texts = ["r1", "r2"].map((id, index) => `{ k${index}: review(id: "${id}") { id${index}: id } }`);
  const held = texts.map((text) => parse(text));
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all(held.map((document) => ask({ document, variables: {} })));
    expect(answers.map(({ data }) => data)).toEqual([{ k0: { id0: "r1" } }, { k1: { id1: "r2" } }]);
  }
});

test("errors name the keys of their own document", async () => {
  const fail = async (text: string) => {
    const faults = new Map([["Review.body:r1", "throw" as const]]);
    const { errors } = await ask({ document: parse(text), variables: {}, faults });
    return errors?.map(({ path }) => path);
  };
  expect(await fail('{ one: review(id: "r1") { text: body } }')).toEqual([["one", "text"]]);
  expect(await fail('{ two: review(id: "r1") { words: body } }')).toEqual([["two", "words"]]);
});

describe("a variable named `__proto__`", () => {
  const text = "query($__proto__: ID!) { review(id: $__proto__) { id } }";
  const raw = (json: string) => JSON.parse(json) as Record<string, unknown>;

  test("is passed on", async () => {
    expect(await answerOf(text, raw('{"__proto__": "r2"}'))).toEqual({ data: { review: { id: "r2" } } });
  });

  test("has its default", async () => {
    const withDefault = text.replace("ID!", 'ID! = "r1"');
    expect(await answerOf(withDefault)).toEqual({ data: { review: { id: "r1" } } });
  });

  test("decides conditions", async () => {
    const conditional =
      'query($__proto__: Boolean!) { review(id: "r1") { id body @include(if: $__proto__) } }';
    const keys = async (json: string) =>
      Object.keys((await answerOf(conditional, raw(json))).data?.["review"] as object);
    expect(await keys('{"__proto__": true}')).toEqual(["id", "body"]);
    expect(await keys('{"__proto__": false}')).toEqual(["id"]);
  });

  test("is refused under its own name when its value is wrong", async () => {
    const { errors } = await answerOf(text, raw('{"__proto__": {}}'));
    expect(errors?.[0]?.message).toContain('"$__proto__"');
  });
});
