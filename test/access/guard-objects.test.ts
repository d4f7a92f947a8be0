import {
  buildSchema,
  execute,
  parse,
  type ExecutionResult,
  type GraphQLObjectType,
  type GraphQLSchema,
} from "graphql";
import { compileQuery, isCompiledQuery } from "graphql-jit";
import { describe, expect, test } from "vitest";
import { isAuthenticated, isPublic, ownedBy, and, type Rule } from "../../src/access/rules.ts";
import { guardSchema } from "../../src/access/shield.ts";
import { anonymous } from "../../src/access/principal.ts";
import { person, toyCall, toyContext } from "../federation/toy-graph.ts";

const sdl = `
  type Query { own: Item foreign: Item items: [Item] page: Page named: Named! }
  type Page { items: [Item!]! }
  type Item { id: String! ownerId: String note: String parts: [String] }
  interface Named { name: String }
  type Thing implements Named { name: String ownerId: String }
`;

const item = (id: string, ownerId: string) => ({ id, ownerId, note: `note of ${id}` });
const own = () => item("1", person.ownerId!);
const foreign = () => item("2", "somebody else");

/** A guarded schema, and how often the rule of its items was checked. */
function guardedSchema(): { schema: GraphQLSchema; checks(): number } {
  const schema = buildSchema(sdl);
  const fields = (name: string) => (schema.getType(name) as GraphQLObjectType).getFields();
  fields("Query")["own"]!.resolve = own;
  fields("Query")["foreign"]!.resolve = () => Promise.resolve(foreign());
  fields("Query")["items"]!.resolve = () => [own(), null, Promise.resolve(foreign()), own()];
  fields("Query")["page"]!.resolve = () => ({ items: [own(), foreign()] });
  fields("Query")["named"]!.resolve = () => ({ __typename: "Thing", name: "n", ownerId: "somebody else" });
  fields("Item")["parts"]!.resolve = () => ["secret part"];
  let count = 0;
  const owned = and(isAuthenticated, ownedBy("ownerId"));
  const counted: Rule = { ...owned, check: (call) => (count++, owned.check(call)) };
  const rules = { Query: isPublic, Item: counted, Thing: ownedBy("ownerId") };
  return { schema: guardSchema(schema, rules), checks: () => count };
}

type Run = (schema: GraphQLSchema, source: string, contextValue: object) => Promise<ExecutionResult>;

const executors: Record<string, Run> = {
  "graphql-js": async (schema, source, contextValue) =>
    execute({ schema, document: parse(source), contextValue }),
  "graphql-jit": async (schema, source, contextValue) => {
    const compiled = compileQuery(schema, parse(source));
    if (!isCompiledQuery(compiled)) throw new Error("not compiled");
    return compiled.query({}, contextValue, {});
  },
};

describe.each(Object.entries(executors))("in %s", (_name, run) => {
  const ask = (schema: GraphQLSchema, source: string, principal = person) =>
    run(schema, source, toyContext({ ...toyCall(principal) }));

  test("each field of a refused object is refused at its own path", async () => {
    const { schema } = guardedSchema();
    const { data, errors } = await ask(schema, "{ items { note other: note parts } }");
    expect(data).toEqual({
      items: [
        { note: "note of 1", other: "note of 1", parts: ["secret part"] },
        null,
        { note: null, other: null, parts: null },
        { note: "note of 1", other: "note of 1", parts: ["secret part"] },
      ],
    });
    const paths = errors!.map(({ path }) => path!.join(".")).sort();
    expect(paths).toEqual(["items.2.note", "items.2.other", "items.2.parts"]);
    expect(errors!.map(({ originalError }) => (originalError as { code?: string }).code)).toEqual(
      Array(3).fill("NOT_FOUND"),
    );
  });

  test("a refused field that is not null makes its parents null", async () => {
    const { schema } = guardedSchema();
    const { data, errors } = await ask(schema, "{ page { items { id } } foreign { id } own { id } }");
    expect(data).toEqual({ page: null, foreign: null, own: { id: "1" } });
    expect(errors!.map(({ path }) => path!.join(".")).sort()).toEqual(["foreign.id", "page.items.1.id"]);
  });

  test("the rule of a type applies to principals without a credential", async () => {
    const { schema } = guardedSchema();
    const { data, errors } = await ask(schema, "{ own { note parts } }", anonymous);
    expect(data).toEqual({ own: { note: null, parts: null } });
    expect(errors!.map(({ message }) => message)).toEqual(
      Array(2).fill("Authentication required. Send a bearer token or an API key."),
    );
  });

  test("the rule of a type behind an interface is checked at its fields", async () => {
    const { schema } = guardedSchema();
    const { data, errors } = await ask(schema, "{ named { name } }");
    expect(data).toEqual({ named: { name: null } });
    expect(errors![0]!.path).toEqual(["named", "name"]);
  });

  test("the rule of a type is checked once per object", async () => {
    const { schema, checks } = guardedSchema();
    await ask(schema, "{ own { id note ownerId } }");
    expect(checks()).toBe(1);
  });
});
