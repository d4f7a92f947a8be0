import { buildSchema } from "graphql";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { consoleFacts } from "../../router/explorer/data/console-facts.ts";
import { estimate } from "../../router/explorer/web/console/estimate.ts";
import { planOf, planSteps, type PlanStep } from "../../router/explorer/web/console/plan-steps.ts";
import {
  NotReadable,
  readDocument,
  readHeaders,
  readObject,
} from "../../router/explorer/web/console/read-document.ts";
import { toGraph } from "../../router/explorer/web/console/schema-facts.ts";
import { readEvents } from "../../router/explorer/web/session/event-stream.ts";
import {
  identityThatCan,
  missingWords,
  nobody,
  type Identity,
} from "../../router/explorer/web/session/identity.ts";
import { limitWords, readMeta } from "../../router/explorer/web/session/meter.ts";
import { readSupergraphFacts } from "../../router/schema/supergraph-facts.ts";

const supergraph = /* GraphQL */ `
  enum join__Graph {
    HUB @join__graph(name: "hub", url: "")
    SHOP @join__graph(name: "shop", url: "")
  }
  type Query @join__type(graph: HUB) @join__type(graph: SHOP) {
    me: User @join__field(graph: HUB) @access(auth: "caller")
    items: [Item!] @join__field(graph: SHOP) @access(auth: "public")
  }
  type Mutation @join__type(graph: SHOP) {
    order(id: ID!): Item @access(auth: "caller", scope: "write:orders", cost: "order")
  }
  type User @join__type(graph: HUB, key: "id") @join__type(graph: SHOP, key: "id") {
    id: ID!
    name: String @join__field(graph: HUB)
    orders: [Item!] @join__field(graph: SHOP) @access(auth: "caller", scope: "read:orders")
  }
  type Item @join__type(graph: SHOP) {
    id: ID!
    buyer: User
  }
`;
const schema = buildSchema(supergraph.replaceAll(/@(join__\w+|access)(\([^)]*\))?/g, ""), {
  assumeValid: true,
});
const graph = toGraph(schema, consoleFacts({ schema, facts: readSupergraphFacts(supergraph) }));
const estimateOf = (text: string, prices: Record<string, number> | null = {}) =>
  estimate(readDocument(text, null), graph, prices && new Map(Object.entries(prices)));

describe("the estimate", () => {
  test.each([
    ["{ me { id } }", 1],
    ["{ me { id name } items { id } }", 2],
    ["{ me { name orders { id } } }", 2],
    ["{ items { buyer { id } } }", 1],
    ["{ items { buyer { name } } }", 2],
    ["{ me { ...A } } fragment A on User { name orders { buyer { name } } }", 3],
    ["{ ...A } fragment A on Query { ...A me { id } }", 1],
    ["{ __typename }", 0],
    ["{ unknown { id } }", 0],
  ])("of %s is %d fetches", (text, fetches) => {
    expect(estimateOf(text).fetches).toBe(fetches);
  });

  test("the estimate adds the prices of charged operations, and shows an unknown price as unknown", () => {
    const twice = `mutation { a: order(id: 1) { id } b: order(id: 2) { id } }`;
    expect(estimateOf(twice, { order: 0.5 }).credits).toBe(1);
    expect(estimateOf(twice, {}).credits).toBeNull();
    expect(estimateOf(twice, null).credits).toBeNull();
    expect(estimateOf("{ me { id } }", null).credits).toBe(0);
  });

  test("the estimate has the access rules of all fields", () => {
    const { rules } = estimateOf("{ me { orders { id } } }");
    const key = (id: string, scopes: string[]): Identity => ({
      ...nobody,
      id,
      kind: "apiKey",
      credential: id,
      scopes,
    });
    const reader = key("reader", ["read:orders"]);
    const writer = key("writer", ["write:orders"]);
    expect(identityThatCan([nobody, writer, reader], rules)).toBe(reader);
    expect(identityThatCan([nobody, writer], rules)).toBeNull();
    expect(rules.map((rule) => missingWords(writer, rule))).toEqual([null, "needs the scope read:orders"]);
    expect(missingWords(nobody, rules[0]!)).toBe("needs a credential");
    expect(missingWords({ ...writer, isKnown: false }, rules[1]!)).toBeNull();
  });
});

describe("the content of the editors", () => {
  test("an invalid document is rejected with a message that names the position", () => {
    expect(() => readDocument("# nothing\n", null)).toThrow("The document is empty. Write a query first.");
    expect(() => readDocument("query {\n  a(", null)).toThrow(/line 2/);
    expect(() => readDocument("fragment A on Query { a }", null)).toThrow(
      "The document has no operation. Add a query or mutation.",
    );
    expect(() => readObject("[1]", "variables")).toThrow("The variables must be a JSON object.");
    expect(() => readHeaders(`{"a b": "c"}`)).toThrow("a b is not a valid header name.");
    expect(() => readHeaders(`{"a": 1}`)).toThrow(NotReadable);
    expect(readHeaders(`{"X-App-Id": "central"}`)).toEqual({ "x-app-id": "central" });
    expect(readObject(" \n", "variables")).toEqual({});
  });

  test("the named operation of a document with several is used", () => {
    const text = "query A { me { id } } mutation B { order(id: 1) { id } }";
    expect(readDocument(text, "B").operation.operation).toBe("mutation");
    expect(readDocument(text, "gone").operation.name?.value).toBe("A");
  });
});

describe("the query plan", () => {
  const fetch = (serviceName: string) => ({
    kind: "Fetch",
    serviceName,
    operation: "{ a }",
    requires: [{ kind: "Field", name: "id" }],
  });
  const report = (subgraph: string, path: string, durationMs: number) => ({
    subgraph,
    path,
    durationMs,
    startedAtMs: 0,
  });

  test("each fetch of a plan shows its own report, in any order of execution", () => {
    const json = {
      kind: "QueryPlan",
      node: {
        kind: "Sequence",
        nodes: [
          fetch("hub"),
          {
            kind: "Parallel",
            nodes: [
              {
                kind: "Flatten",
                path: [{ Field: "me" }, "@", { TypeCondition: ["User"] }],
                node: fetch("shop"),
              },
              { kind: "Flatten", path: [{ Field: "you" }], node: fetch("shop") },
            ],
          },
        ],
      },
    };
    const fetches = [report("hub", "", 1), report("shop", "you", 2), report("shop", "me.@|[User]", 3)];
    const lines = (step: PlanStep): string[] => [
      `${step.kind} ${step.subject} ${step.report?.durationMs ?? ""}`.trim(),
      ...step.steps.flatMap(lines),
    ];
    expect(lines(planSteps({ json, fetches })!)).toEqual([
      "Sequence",
      "Fetch hub 1",
      "Parallel",
      "Flatten me.@|[User]",
      "Fetch shop 3",
      "Flatten you",
      "Fetch shop 2",
    ]);
  });

  test("a plan with unknown nodes and keys is still drawn", () => {
    const json = {
      node: {
        kind: "Defer",
        news: 1,
        primary: { node: fetch("hub"), kind: "Primary" },
        later: [fetch("shop")],
      },
    };
    const step = planSteps({ json, fetches: [] })!;
    expect(step.steps.map(({ kind }) => kind)).toEqual(["Primary", "Fetch"]);
    expect(planSteps({ json: { kind: "QueryPlan" }, fetches: [] })).toBeNull();
    expect(planOf({ plan: { text: 1 } })).toBeNull();
    expect(planOf(undefined)).toBeNull();
  });
});

describe("a stream of events", () => {
  test("a stream of events is parsed the same for every split of its bytes", async () => {
    const text = `:hello\n\nevent: next\ndata: {"a":"é"}\n\n:\n\nevent: next\r\ndata: 1\r\ndata: 2\r\n\r\nevent: complete\n\n`;
    const bytes = new TextEncoder().encode(text);
    const expected = [
      { event: "next", data: `{"a":"é"}` },
      { event: "next", data: "1\n2" },
      { event: "complete", data: "" },
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), async (sizes) => {
        let at = 0;
        let turn = 0;
        const body = new ReadableStream<Uint8Array>({
          pull: (controller) => {
            const next = at + sizes[turn++ % sizes.length]!;
            controller.enqueue(bytes.slice(at, next));
            at = next;
            if (at >= bytes.length) controller.close();
          },
        });
        const found = [];
        for await (const event of readEvents(body)) found.push(event);
        expect(found).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});

test("the usage of a request is read from its headers, and missing headers give null", () => {
  const headers = new Headers({
    "x-credits-charged": "0.5",
    "x-credits-remaining": "12",
    ratelimit: `"minute";r=57;t=30`,
    "ratelimit-limit": "60",
    "ratelimit-remaining": "57",
    "ratelimit-reset": "30",
    "idempotent-replayed": "true",
  });
  expect(readMeta(200, headers, 5)).toEqual({
    status: 200,
    ms: 5,
    credits: { charged: 0.5, remaining: 12 },
    limits: { window: "minute", limit: 60, remaining: 57, resetSeconds: 30 },
    requestId: null,
    isReplay: true,
  });
  expect(readMeta(200, new Headers(), 5)).toMatchObject({ credits: null, limits: null, isReplay: false });
});

test.each([
  ["abuse", 60, "minute"],
  ["key_day", 86_400, "day"],
  ["key_second", 2, "second"],
  ["ai", 3_600, "hour"],
  ["unknown", 7, "window"],
])("the window of the limit %s of %i s is called %s", (name, seconds, window) => {
  const headers = new Headers({
    ratelimit: `"${name}";r=5;t=9, "month";r=900;t=100`,
    "ratelimit-policy": `"month";q=1000;w=2592000, "${name}";q=10;w=${seconds}`,
    "ratelimit-limit": "10",
    "ratelimit-remaining": "5",
  });
  expect(limitWords(readMeta(200, headers, 5))).toBe(`5/10 left this ${window}`);
});
