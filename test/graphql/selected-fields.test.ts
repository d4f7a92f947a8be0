import { buildSchema, graphql, type GraphQLObjectType, type GraphQLResolveInfo } from "graphql";
import { compileQuery, isCompiledQuery } from "graphql-jit";
import { parse } from "graphql";
import { expect, test } from "vitest";
import { selectedFields } from "../../src/graphql/selected-fields.ts";

const schema = buildSchema(`
  type Query { page(first: Int): Page }
  type Page { total: Int items: [Item] }
  type Item { id: ID name: String inner: Item }
`);

const source = `query ($no: Boolean = false) {
  page { count: total ...Rest items { ... on Item { inner { name } } } }
}
fragment Rest on Page { items { key: id ...Named @include(if: $no) } }
fragment Named on Item { name }`;

let seen: { info: GraphQLResolveInfo; names: Record<string, ReadonlySet<string>> }[] = [];
(schema.getType("Query") as GraphQLObjectType).getFields()["page"]!.resolve = (_root, _args, _ctx, info) => {
  const names = { page: selectedFields(info), items: selectedFields(info, "items") };
  seen.push({ info, names: { ...names, inner: selectedFields(info, "items", "inner") } });
  return { total: 0, items: [] };
};

test("fields are found under aliases, in fragments, and in several selections of one field", async () => {
  seen = [];
  expect((await graphql({ schema, source })).errors).toBeUndefined();
  expect(seen[0]!.names).toEqual({
    page: new Set(["total", "items"]),
    items: new Set(["id", "name", "inner"]),
    inner: new Set(["name"]),
  });
});

test("a compiled document finds the same set again", async () => {
  seen = [];
  const compiled = compileQuery(schema, parse(source));
  if (!isCompiledQuery(compiled)) throw new Error("not compiled");
  await compiled.query({}, {}, {});
  await compiled.query({}, {}, {});
  expect(seen[0]!.names["items"]).toEqual(new Set(["id", "name", "inner"]));
  expect(seen[1]!.names["items"]).toBe(seen[0]!.names["items"]);
});
