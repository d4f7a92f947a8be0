import { buildSchema, graphql, type GraphQLSchema } from "graphql";
import { expect, test } from "vitest";
import { isPublic } from "../../src/access/rules.ts";
import { guardSchema } from "../../src/access/shield.ts";
import { person, toyContext, toyCall } from "../federation/toy-graph.ts";

/** A guarded schema whose resolvers record their names, and abort the client's signal at `abortAt`. */
function watchedSchema(abortAt: string | null): {
  schema: GraphQLSchema;
  ran: string[];
  client: AbortController;
} {
  const client = new AbortController();
  const ran: string[] = [];
  const schema = buildSchema(`
    type Query { first: Item last: Item }
    type Mutation { add: Item remove: Item }
    type Item { name: String note: String }
  `);
  for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
    for (const field of Object.values(type.getFields())) {
      field.resolve = () => {
        ran.push(field.name);
        if (field.name === abortAt) client.abort();
        return { name: field.name, note: "n" };
      };
    }
  }
  const rules = { Query: isPublic, Mutation: isPublic, Item: { name: isPublic } };
  return { schema: guardSchema(schema, rules), ran, client };
}

const run = ({ schema, client }: ReturnType<typeof watchedSchema>, source: string) =>
  graphql({ schema, source, contextValue: toyContext({ ...toyCall(person), signal: client.signal }) });

test("a query stops at the next ruled field once its client has disconnected", async () => {
  const watched = watchedSchema("first");
  const { data, errors } = await run(watched, "{ first { name note } }");
  expect(data).toEqual({ first: { name: null, note: "n" } });
  expect(errors).toMatchObject([{ path: ["first", "name"], extensions: { code: "SERVICE_UNAVAILABLE" } }]);
});

test("a query whose client has disconnected before runs no resolver", async () => {
  const watched = watchedSchema(null);
  watched.client.abort();
  const { errors } = await run(watched, "{ first { name } last { name } }");
  expect(watched.ran).toEqual([]);
  expect(errors).toHaveLength(2);
});

test("a query of a connected client is not stopped", async () => {
  const watched = watchedSchema(null);
  const result = await run(watched, "{ first { name } }");
  expect(result).toEqual({ data: { first: { name: "first" } } });
});

test("a mutation that has begun is completed after its client has disconnected", async () => {
  const watched = watchedSchema("add");
  const { data, errors } = await run(watched, "mutation { add { name } remove { name } }");
  expect(errors).toBeUndefined();
  expect(watched.ran).toEqual(["add", "remove"]);
  expect(data).toEqual({ add: { name: "add" }, remove: { name: "remove" } });
});
