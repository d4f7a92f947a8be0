import { buildSchema, parse } from "graphql";
import { compileQuery, isCompiledQuery } from "graphql-jit";
import { describe, expect, test } from "vitest";
import { compileDefaults } from "../../src/graphql/fill-defaults.ts";

const schema = buildSchema(/* GraphQL */ `
  enum Kind {
    one
    two
  }
  input Inner {
    flag: Boolean! = false
    count: Int! = 3
    kind: Kind! = two
    more: Inner
  }
  input Outer {
    a: Int!
    inner: Inner
    list: [Inner!]! = []
    plain: String = "as given"
  }
  input Bare {
    a: Int!
  }
  type Query {
    f(input: Outer!): String
    bare(input: Bare): String
  }
`);
const document = parse("query ($input: Outer!) { f(input: $input) }");

describe("defaults of input fields", () => {
  test("defaults of input fields are filled in at every depth, and given values stay unchanged", () => {
    const fill = compileDefaults(schema, document)!;
    const given = { input: { a: 1, inner: { count: 9, more: {} }, list: [{ flag: true }], unknown: 1 } };
    const before = structuredClone(given);
    expect(fill(given)).toEqual({
      input: {
        a: 1,
        unknown: 1,
        inner: { flag: false, count: 9, kind: "two", more: { flag: false, count: 3, kind: "two" } },
        list: [{ flag: true, count: 3, kind: "two" }],
      },
    });
    expect(given).toEqual(before);
    expect(fill({ input: { a: 1 } })).toEqual({ input: { a: 1, list: [] } });
    expect(fill({ input: null })).toEqual({ input: null });
    expect(fill({})).toEqual({});
  });

  test("documents without input defaults need no work per request", () => {
    expect(compileDefaults(schema, parse("query ($input: Bare) { bare(input: $input) }"))).toBeNull();
    expect(compileDefaults(schema, parse("{ __typename }"))).toBeNull();
  });

  test("graphql-jit rejects variables without the filled-in defaults", () => {
    // No type within itself: graphql-jit compiles such a one without end.
    const flat = buildSchema(/* GraphQL */ `
      input Inner {
        flag: Boolean! = false
        count: Int! = 3
      }
      input Outer {
        a: Int!
        inner: Inner
        list: [Inner!]! = []
      }
      type Query {
        f(input: Outer!): String
      }
    `);
    flat.getQueryType()!.getFields()["f"]!.resolve = (_parent, { input }) => JSON.stringify(input);
    const compiled = compileQuery(flat, document);
    if (!isCompiledQuery(compiled)) throw new Error("It does not compile.");
    const variables = { input: { a: 1, inner: {} } };
    expect(compiled.query({}, {}, variables)).toHaveProperty("errors");
    const filled = compiled.query({}, {}, compileDefaults(flat, document)!(variables)) as {
      data: { f: string };
    };
    expect(JSON.parse(filled.data.f)).toEqual({ a: 1, inner: { flag: false, count: 3 }, list: [] });
  });
});
