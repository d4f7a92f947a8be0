import { buildSchema, graphqlSync, printSchema, validate, parse, getIntrospectionQuery } from "graphql";
import { expect, test } from "vitest";
import { compactSchema } from "../../src/graphql/schema/compact-schema.ts";

const sdl = /* GraphQL */ `
  """
  Something.
  """
  interface Thing {
    id: ID!
  }

  enum Color {
    RED
    GREEN @deprecated(reason: "No longer grown.")
  }

  input Where {
    color: Color = RED
  }

  type Query implements Thing {
    id: ID!
    find(where: Where!, first: Int = 3): [Thing!]!
  }
`;

test("a compacted schema prints, introspects, validates and executes as before", () => {
  const before = buildSchema(sdl);
  const after = compactSchema(buildSchema(sdl));
  expect(printSchema(after)).toBe(printSchema(before));
  const introspect = (schema: typeof after) => graphqlSync({ schema, source: getIntrospectionQuery() });
  expect(introspect(after)).toEqual(introspect(before));
  const document = parse("{ find(where: { colour: RED }) { name } }");
  expect(validate(after, document).map(String)).toEqual(validate(before, document).map(String));
});

test("a compacted schema refers to no definition, and keeps extensions that say something", () => {
  const schema = buildSchema(sdl);
  const field = schema.getQueryType()!.getFields()["find"]!;
  field.extensions = { rate: 3 };
  compactSchema(schema);
  const [argument] = field.args;
  expect([schema.astNode, schema.getType("Color")!.astNode, field.astNode, argument!.astNode]).toEqual(
    Array.from({ length: 4 }),
  );
  expect(field.extensions).toEqual({ rate: 3 });
  expect(argument!.extensions).toBe(schema.getType("Color")!.extensions);
});
