import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { describeInputArguments } from "../../src/graphql/describe-inputs.ts";

test("an input argument without a description gets the first sentence of its type", () => {
  const schema = buildSchema(`
    "Settings of a key. Null keeps a value." input Key { name: String }
    type Query { one(input: Key!): Int two("Own words." input: Key): Int three(id: ID): Int }
  `);
  describeInputArguments(schema);
  const { one, two, three } = schema.getQueryType()!.getFields();
  expect(one!.args[0]!.description).toBe("Settings of a key.");
  expect(two!.args[0]!.description).toBe("Own words.");
  expect(three!.args[0]!.description ?? null).toBeNull();
});
