import { expect, test } from "vitest";
import { composeSupergraph } from "../../../router/schema/compose.ts";
import { readOwnedTypes } from "../../../platform/compose/owned-types.ts";
import { readSupergraphFacts } from "../../../router/schema/supergraph-facts.ts";
import { metadataDirectiveDefinitions, subgraphHeader } from "../../../src/graphql/metadata-directives.ts";

const shared = `@cacheable(maxAge: 60, scope: "shared")`;
const caller = `@access(auth: "caller")`;

/** Composes a graph with this root field and these types. */
function compose(field: string, types = "", owned?: ReadonlySet<string>): string {
  const sdl = `${subgraphHeader} ${metadataDirectiveDefinitions} type Query { ${field} } ${types}`;
  return composeSupergraph([{ name: "toy", url: "http://127.0.0.1:1/", sdl }], owned);
}

test.each([
  ["an owner", `a: Int @access(auth: "caller", owned: true) ${shared}`, "it has an owner"],
  ["a price", `a: Int @access(auth: "caller", cost: "gateway.query") ${shared}`, "each request is charged"],
  ["a price by use", `a: Int @access(auth: "caller", byUse: true) ${shared}`, "each request is charged"],
  ["a person", `a: Int @access(auth: "user") ${shared}`, "its result depends on the principal (auth: user)"],
  ["an administrator", `a: Int @access(auth: "admin") ${shared}`, "depends on the principal (auth: admin)"],
  ["internal clients", `a: Int @access(auth: "internal") ${shared}`, "depends on the principal"],
  ["a limit class", `a: Int @access(auth: "caller", limit: "ai-search") ${shared}`, "limit class ai-search"],
  ["money", `a: Int @access(auth: "caller", money: true) ${shared}`, "moves or commits money"],
  [
    "scope public for callers",
    `a: Int ${caller} @cacheable(maxAge: 60, scope: "public")`,
    "its scope is public",
  ],
  ["no scope", `a: Int ${caller} @cacheable(maxAge: 60)`, "scope must be public or shared"],
  ["a long lifetime", `a: Int ${caller} @cacheable(maxAge: 86401, scope: "shared")`, "maxAge must be"],
  ["a bad event", `a: Int ${caller} @cacheable(maxAge: 6, scope: "shared", events: ["a b"])`, "has no name"],
])("a hint on a field with %s is refused", (_name, field, message) => {
  expect(() => compose(field)).toThrow(message);
});

test("a hint is refused for what can be selected below it", () => {
  const types = `type A { b: B } type B { own: Int @access(auth: "caller", owned: true) }`;
  expect(() => compose(`a: A ${caller} ${shared}`, types)).toThrow(
    "Query.a (through B.own) cannot be cached: it has an owner",
  );
  const excluded = types.replace("owned: true)", "owned: true) @cacheable(maxAge: 0)");
  expect(() => compose(`a: A ${caller} ${shared}`, excluded)).not.toThrow();
});

test("a hint is refused on mutations and subscriptions", () => {
  const types = `type Mutation { b: Int ${caller} ${shared} } type Subscription { c: Int ${caller} ${shared} }`;
  expect(() => compose(`a: Int ${caller}`, types)).toThrow(
    /Mutation.b is no read[\s\S]*Subscription.c is no read/,
  );
});

test("a hint is refused on types behind tables with an owner", () => {
  const owned = readOwnedTypes();
  expect([...owned]).toEqual(expect.arrayContaining(["Report", "ApiKey", "SavedProperty", "CreditAccount"]));
  expect(owned.has("Property")).toBe(false);
  const types = "type Page { items: [SavedProperty] } type SavedProperty { name: String }";
  expect(() => compose(`a: Page ${caller} ${shared}`, types, owned)).toThrow("SavedProperty has an owner");
  expect(() => compose(`a: Page ${caller} ${shared}`, types)).not.toThrow();
});

test("subgraphs that share a field must agree on its hint; keys need none", () => {
  const graph = (name: string, field: string, hint: string) => ({
    name,
    url: "http://127.0.0.1:1/",
    sdl: `${subgraphHeader} ${metadataDirectiveDefinitions}
      type Query { ${name}: Thing ${caller} }
      type Thing @key(fields: "id") { id: ID! ${caller} ${name === "one" ? shared : ""} ${field}: Int @shareable ${caller} ${hint} }`,
  });
  expect(() => composeSupergraph([graph("one", "a", shared), graph("two", "a", "")])).toThrow(
    "Thing.a: one says @cacheable",
  );
  expect(() => composeSupergraph([graph("one", "a", shared), graph("two", "a", shared)])).not.toThrow();
  expect(() => composeSupergraph([graph("one", "a", shared), graph("two", "b", "")])).not.toThrow();
});

test("hints survive composition", () => {
  const sdl = compose(`a: Int ${caller} @cacheable(maxAge: 60, scope: "shared", events: ["x.y"])`);
  const { caching } = readSupergraphFacts(sdl);
  expect(caching.objects.get("Query")!.get("a")!.hint).toEqual({
    maxAge: 60,
    scope: "shared",
    events: ["x.y"],
  });
});
