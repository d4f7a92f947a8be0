import type { RequiresSelection } from "@graphql-hive/router-query-planner";
import { parse } from "graphql";
import { describe, expect, test } from "vitest";
import { readEntityKeys } from "../../../router/execution/entity-keys.ts";
import { compileRepresentation, RepresentationNumbers } from "../../../router/execution/representation.ts";

const typeTest = (names: readonly string[]) => (name: unknown) => names.includes(name as string);
const field = (name: string, ...selections: object[]) => ({
  kind: "Field",
  name,
  ...(selections.length > 0 && { selections }),
});
const on = (typeCondition: string, ...selections: object[]) => ({
  kind: "InlineFragment",
  typeCondition,
  selections,
});
const entityKeys = readEntityKeys(
  parse(`
    enum join__Graph { BOOKS @join__graph(name: "books", url: "") }
    type Book
      @join__type(graph: BOOKS, key: "isbn")
      @join__type(graph: BOOKS, key: "publisher { name } title editions { year }") { isbn: ID! }
  `),
);
const represent = (requires: object[], entity: Record<string, unknown>) =>
  compileRepresentation({ requires: requires as RequiresSelection[] }, "books", { typeTest, entityKeys })(
    entity,
  );

describe("a representation", () => {
  const key = on("Book", field("__typename"), field("isbn"));

  test("has the type name and the required fields of the entity's type only", () => {
    const other = on("Tool", field("serial"));
    const entity = { __typename: "Book", isbn: "1", serial: "2", title: "x" };
    expect(represent([key, other], entity)).toStrictEqual({ __typename: "Book", isbn: "1" });
  });

  test("has required fields that stand outside of a type condition, for every type", () => {
    expect(represent([field("id")], { __typename: "Tool", id: "1" })).toStrictEqual({
      __typename: "Tool",
      id: "1",
    });
  });

  test("has the required fields of nested objects and lists, with their type names and nulls", () => {
    const requires = [on("Book", field("isbn"), field("maker", field("id")), field("parts", field("n")))];
    const entity = {
      __typename: "Book",
      isbn: "1",
      maker: { __typename: "Person", id: "p", name: "x" },
      parts: [{ n: 1, m: 2 }, null],
    };
    expect(represent(requires, entity)).toStrictEqual({
      __typename: "Book",
      isbn: "1",
      maker: { __typename: "Person", id: "p" },
      parts: [{ n: 1 }, null],
    });
  });

  test.each([
    ["without a type name", { isbn: "1" }],
    ["with a null as its type name", { __typename: null, isbn: "1" }],
    ["of another type", { __typename: "Tool", isbn: "1" }],
    ["whose key is null", { __typename: "Book", isbn: null }],
    ["whose key is missing", { __typename: "Book" }],
  ])("an entity %s has none", (_, entity) => {
    expect(represent([key], entity)).toBeNull();
  });

  const compound = on(
    "Book",
    field("publisher", field("name")),
    field("title"),
    field("editions", field("year")),
    field("weight"),
  );
  const whole = { publisher: { name: "p" }, title: "t", editions: [{ year: 1 }, null], weight: 2 };

  test.each([
    ["field", { ...whole, title: undefined }],
    ["object", { ...whole, publisher: undefined }],
    ["field of an object", { ...whole, publisher: {} }],
    ["field of an object in a list", { ...whole, editions: [{ year: 1 }, {}] }],
  ])("an entity without a key that is whole has none: a %s was not fetched", (_, entity) => {
    expect(represent([compound], { __typename: "Book", ...entity })).toBeNull();
  });

  test.each([
    ["with nulls in its key", { ...whole, publisher: null, title: null }],
    ["with a whole key, and a required field that was not fetched", { ...whole, weight: undefined }],
    ["with another key that is whole", { isbn: "1", publisher: {} }],
  ])("an entity %s has one", (_, entity) => {
    const { weight: __, ...sent } = { ...entity } as Record<string, unknown>;
    expect(represent([compound, field("isbn")], { __typename: "Book", ...entity })).toMatchObject(sent);
  });

  test("a type whose key is its name alone has one", () => {
    expect(represent([on("Shop", field("__typename"))], { __typename: "Shop" })).toStrictEqual({
      __typename: "Shop",
    });
  });
});

test("equal representations have one number, whatever their keys are", () => {
  const numbers = new RepresentationNumbers();
  const different = [
    { __typename: "Book", isbn: "1" },
    { __typename: "Book", isbn: "2" },
    { __typename: "Tool", isbn: "1" },
    { __typename: "Book", id: "1" },
    { __typename: "Book", isbn: 1 },
    { __typename: "Book", isbn: "1", shelf: "1" },
    { __typename: "Book" },
  ];

  expect(different.map((one, index) => numbers.numberOf(one, index))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(different.map((one) => numbers.numberOf(structuredClone(one), 99))).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
