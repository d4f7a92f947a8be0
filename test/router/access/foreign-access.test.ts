import { parse, type ExecutionResult } from "graphql";
import { describe, expect, test } from "vitest";
import { checkAccess } from "../../../router/access/checked-executor.ts";
import { readRouterChecks } from "../../../router/access/router-checks.ts";
import { createCompiledExecutor } from "../../../router/execution/executor.ts";
import { checkSdl } from "../../../router/schema/check-sdl.ts";
import { composeSupergraph } from "../../../router/schema/compose.ts";
import { readSupergraphFacts } from "../../../router/schema/supergraph-facts.ts";
import type { SubgraphAccess } from "../../../router/schema/supergraph-config.ts";
import { anonymous, internalPrincipal, type Principal } from "../../../src/access/principal.ts";
import { metadataDirectiveDefinitions, subgraphHeader } from "../../../src/graphql/metadata-directives.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import { federation2 } from "../../federation/suite/suite.types.ts";
import { toyCall } from "../../federation/toy-graph.ts";

const own = `${subgraphHeader} ${metadataDirectiveDefinitions}
  type Query { product: Product @access(auth: "public") }
  type Product @key(fields: "id") { id: ID! name: String @access(auth: "public") }`;

const reviews = `${federation2.replace('"@key"', '"@key", "@composeDirective"')}
  extend schema @link(url: "https://hub.platform/metadata/v1.0", import: ["@access"]) @composeDirective(name: "@access")
  directive @access(auth: String, scope: String, owned: Boolean, cost: String) on FIELD_DEFINITION
  type Query { reviews: [Review!] open: String @access(auth: "public") }
  type Mutation { addReview(text: String): Review @access(auth: "caller", scope: "write:reviews") }
  type Subscription { reviewAdded: Review }
  interface Text { text: String }
  type Review implements Text @key(fields: "id") { id: ID! text: String about: Product notes: String @access(auth: "admin") }
  type Product @key(fields: "id") { id: ID! rating: Int }`;

const byRouter = (facts: SubgraphAccess["default"]): SubgraphAccess => ({
  default: facts,
  checkedBy: "router",
});
const bySubgraph: SubgraphAccess = { default: null, checkedBy: "subgraph" };

function compose(access: SubgraphAccess, sdl = reviews): string {
  return composeSupergraph([
    { name: "own", url: "http://127.0.0.1:1/", sdl: own, access: bySubgraph },
    { name: "reviews", url: "http://127.0.0.1:2/", sdl, access },
  ]);
}

const user: Principal = { ...anonymous, kind: "user", id: "u1", ownerId: "u1", scopes: "all", appIds: "all" };
const admin: Principal = { ...user, isAdmin: true };

/** Asks as a principal, and returns what was asked of subgraphs for it. */
async function ask(
  supergraphSdl: string,
  query: string,
  principal: Principal,
  variables: Record<string, unknown> = {},
): Promise<{ result: ExecutionResult; fetched: string[] }> {
  const fetched: string[] = [];
  const answering =
    (name: string, data: Record<string, unknown>): SubgraphExecutor =>
    async ({ variables: asked }) => {
      fetched.push(name);
      return {
        data: asked["__fetch_reps"] || "representations" in asked ? { _entities: [{ rating: 5 }] } : data,
      };
    };
  const review = {
    __typename: "Review",
    id: "r1",
    text: "good",
    notes: "n",
    about: { __typename: "Product", id: "p1" },
  };
  const executor = checkAccess(
    await createCompiledExecutor(
      supergraphSdl,
      new Map([
        ["own", answering("own", { product: { __typename: "Product", id: "p1", name: "Lamp" } })],
        ["reviews", answering("reviews", { reviews: [review], addReview: review, open: "yes" })],
      ]),
    ),
    readRouterChecks(supergraphSdl, readSupergraphFacts(supergraphSdl), new Set(["reviews"])),
  );
  const result = await executor.execute({
    document: parse(query),
    variables,
    call: { ...toyCall(), principal },
  });
  return { result, fetched };
}

const codeOf = ({ errors }: ExecutionResult) => errors?.[0]?.extensions["code"];

describe("with default deny", () => {
  const sdl = compose(byRouter({ auth: "internal" }));

  test.each([
    ["a root field", "{ reviews { id } }"],
    ["a root field beside an open one", "{ open reviews { id } }"],
    ["a root field under an alias", "{ open: reviews { id } }"],
    ["a field of an entity of another subgraph", "{ product { name rating } }"],
    ["one in a fragment", "{ product { ...F } } fragment F on Product { rating }"],
    ["one in an inline fragment without a type", "{ product { ... { rating } } }"],
    [
      "one behind a variable that is not set",
      "query ($x: Boolean = true) { product { rating @include(if: $x) } }",
    ],
  ])("%s is refused before any fetch", async (_name, query) => {
    for (const principal of [anonymous, user, admin]) {
      const { result, fetched } = await ask(sdl, query, principal);
      expect(result.data).toBeNull();
      expect(codeOf(result)).toBe("NOT_FOUND");
      expect(fetched).toEqual([]);
    }
  });

  test("fields of other subgraphs, open fields and skipped fields are answered", async () => {
    const query = "query ($x: Boolean!) { open product { id name rating @include(if: $x) } }";
    const { result } = await ask(sdl, query, anonymous, { x: false });
    expect(result).toEqual({ data: { open: "yes", product: { id: "p1", name: "Lamp" } } });
  });

  test("the platform itself is admitted", async () => {
    const { result } = await ask(sdl, "{ product { rating } }", internalPrincipal("test"));
    expect(result).toEqual({ data: { product: { rating: 5 } } });
  });
});

describe("with default authenticated", () => {
  const sdl = compose(byRouter({ auth: "caller" }));

  test("a user reads what an anonymous client does not", async () => {
    expect(codeOf((await ask(sdl, "{ reviews { text } }", anonymous)).result)).toBe("MISSING_TOKEN");
    expect((await ask(sdl, "{ reviews { text } }", user)).result.data).toEqual({
      reviews: [{ text: "good" }],
    });
  });

  test("a field's own rule counts, also through an interface and for the whole operation", async () => {
    expect(codeOf((await ask(sdl, "{ reviews { text notes } }", user)).result)).toBe("FORBIDDEN");
    expect((await ask(sdl, "{ reviews { notes } }", admin)).result.data).toEqual({
      reviews: [{ notes: "n" }],
    });
    const { result, fetched } = await ask(sdl, "{ reviews { ... on Text { text } } }", anonymous);
    expect(codeOf(result)).toBe("MISSING_TOKEN");
    expect(fetched).toEqual([]);
  });

  test("a key without the scope, or one that is read-only, writes nothing", async () => {
    const write = "mutation { addReview { id } }";
    const key: Principal = { ...user, kind: "apiKey", scopes: ["read:reviews"] };
    expect((await ask(sdl, write, key)).fetched).toEqual([]);
    const writer: Principal = { ...key, scopes: ["write:reviews"] };
    expect((await ask(sdl, write, writer)).result.data).toEqual({ addReview: { id: "r1" } });
    expect((await ask(sdl, write, { ...writer, isReadOnly: true })).fetched).toEqual([]);
  });

  test("a stream is refused, and ends when its principal loses access", async () => {
    const executor = checkAccess(
      {
        ...(await createCompiledExecutor(sdl, new Map())),
        subscribe: async ({ callForEvent }) => ({ data: { user: (await callForEvent()).principal.id } }),
      },
      readRouterChecks(sdl, readSupergraphFacts(sdl), new Set(["reviews"])),
    );
    const request = { document: parse("subscription { reviewAdded { id } }"), variables: {} };
    const as = (principal: Principal) => ({ ...toyCall(), principal });
    const callForEvent = async () => as(anonymous);
    const refused = await executor.subscribe({ ...request, call: as(anonymous), callForEvent });
    expect(codeOf(refused as ExecutionResult)).toBe("MISSING_TOKEN");
    await expect(executor.subscribe({ ...request, call: as(user), callForEvent })).rejects.toThrow(
      "Authentication",
    );
    const opened = executor.subscribe({ ...request, call: as(user), callForEvent: async () => as(user) });
    expect(await opened).toEqual({ data: { user: "u1" } });
  });
});

describe("composition refuses access that nobody would check", () => {
  const access = byRouter({ auth: "public" });

  test("@access that is not composed", () => {
    const forgetful = reviews.replace('@composeDirective(name: "@access")', "");
    expect(() => compose(access, forgetful)).toThrow("@access without @composeDirective");
  });

  test.each([
    '@access(auth: "public", owned: true)',
    '@access(auth: "nobody")',
    '@access(auth: "constructor")',
    '@access(auth: "public", cost: "x")',
    '@access(scope: "read:x")',
  ])("%s", (directive) => {
    const sdl = reviews.replace('open: String @access(auth: "public")', `open: String ${directive}`);
    expect(() => compose(access, sdl)).toThrow("the router cannot check");
  });

  test("a supergraph that was composed without the defaults", () => {
    const sdl = compose(
      bySubgraph,
      reviews
        .replace("reviews: [Review!]", 'reviews: [Review!] @access(auth: "public")')
        .replace("reviewAdded: Review", 'reviewAdded: Review @access(auth: "public")'),
    );
    const read = () => readRouterChecks(sdl, readSupergraphFacts(sdl), new Set(["reviews"]));
    expect(read).toThrow("Review.text has no @access");
  });

  test("two defaults for one field", () => {
    const shared = `${federation2} type Query { a: T @shareable } type T @shareable { x: Int }`;
    const source = (name: string, auth: "public" | "admin") => ({
      name,
      url: `http://127.0.0.1:1/${name}`,
      sdl: shared,
      access: byRouter({ auth }),
    });
    expect(() => composeSupergraph([source("one", "public"), source("two", "admin")])).toThrow(
      "different defaults",
    );
  });
});

describe("untrusted SDL", () => {
  test.each([
    [
      "takes over a field",
      `${federation2} type Query { product: String @override(from: "own") }`,
      "is not in its overrides",
    ],
    [
      "takes over a field by the full name",
      `${federation2} type Query { product: String @federation__override(from: "own") }`,
      "is not in its overrides",
    ],
    [
      "hides a directive behind another name",
      'extend schema @link(url: "https://specs.apollo.dev/federation/v2.7", import: [{ name: "@override", as: "@o" }]) type Query { a: Int }',
      "under another name",
    ],
    ["uses a reserved name", "type Query { __proto__: Int }", "reserved"],
    ["is nested deeply", `type Query { a(b: [Int] = ${"[".repeat(1_000)}): Int }`, "nested deeper"],
    ["is large", `type Query { a: Int } # ${"x".repeat(5_000_000)}`, "larger than"],
    ["contains an operation", "{ a }", "an operation"],
  ])("that %s is refused", (_name, sdl, reason) => {
    expect(() => checkSdl("reviews", sdl)).toThrow(reason);
  });

  test("that the operator allows to take over a field is accepted", () => {
    const sdl = `${federation2} type Query { product: String @override(from: "own") }`;
    expect(checkSdl("reviews", sdl, ["own"]).kind).toBe("Document");
  });
});
