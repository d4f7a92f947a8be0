import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "graphql-ws";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { createTestApp, type Answer, type TestApp } from "../support/app.ts";
import { withoutPollution } from "../support/global-objects.ts";
import { openSharedApp } from "../support/shared-app.ts";

const polluting = '{ __proto__: creditPackages(appId: "central") { packages { xx: name yy: credits } } }';
const nested = "{ me { __proto__: id } }";
const inFragment = "{ ...F } fragment F on Query { a: me { ... on User { __proto__: id } } }";
const introspecting = "{ __proto__: __schema { __proto__: queryType { name } } }";

describe.each(["compiled", "library"])("aliases, on the %s executor", (executor) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ EXECUTOR: executor });
  });
  afterAll(() => app?.close());

  const expectRefusal = ({ status, body }: Pick<Answer, "status" | "body">) => {
    expect(status).toBe(400);
    expect(body.data).toBeUndefined();
    expect(body.errors[0]).toMatchObject({
      message: expect.stringContaining("two underscores"),
      extensions: { code: "GRAPHQL_VALIDATION_FAILED", http: { status: 400 } },
    });
  };

  test.each([polluting, nested, inFragment, introspecting, "{ me { __other: id } }"])(
    "one that begins with two underscores is refused: %s",
    async (query) => {
      const user = await app.as("pia");
      await withoutPollution(async () => {
        for (const headers of [{}, user]) {
          expectRefusal(await app.graphql(query, {}, headers));
          expectRefusal(
            await app.graphql(query, {}, { ...headers, accept: "application/graphql-response+json" }),
          );
          const url = `/graphql?query=${encodeURIComponent(query)}`;
          expectRefusal(await app.get(url, headers));
          expectRefusal(
            await app.get(url, { ...headers, accept: "image/*,*/*", origin: "https://x.example" }),
          );
        }
      });
      const me = await app.graphql("{ me { id } }", {}, user);
      expect(me.body).toEqual({ data: { me: { id: expect.any(String) } } });
      expect((await app.get("/livez")).status).toBe(200);
    },
  );

  test("it is refused as an event stream and over a WebSocket", async () => {
    await withoutPollution(async () => {
      const stream = await app.post("/graphql", { query: polluting }, { accept: "text/event-stream" });
      expect(stream.text).toContain("GRAPHQL_VALIDATION_FAILED");
      expect(stream.text).not.toContain('"data":{');
      const client = createClient({
        url: `${app.url.replace("http", "ws")}/graphql`,
        webSocketImpl: WebSocket,
        retryAttempts: 0,
      });
      onTestFinished(() => client.dispose());
      for (const query of [polluting, nested]) {
        const refused = client.iterate({ query }).next();
        await expect(refused).rejects.toMatchObject([{ extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }]);
      }
    });
  });

  test("names of a prototype are no names of variables or of fields in a value", async () => {
    const headers = await app.as("pia");
    await withoutPollution(async () => {
      for (const query of [
        "query($__proto__: ID!) { app(appId: $__proto__) { name } }",
        "query($constructor: ID) { me { recentInvoices(first: 1, appId: $constructor) { status } } }",
        'mutation { consumeCredits(input: { appId: "central", amount: 1, description: "x", metadata: { __proto__: { a: 1 } } }) { balance } }',
      ]) {
        const answer = await app.graphql(query, {}, headers);
        expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([
          400,
          "GRAPHQL_VALIDATION_FAILED",
        ]);
      }
      const query = encodeURIComponent("query($a: ID!) { app(appId: $a) { name } }");
      const variables = encodeURIComponent('{"a": "central", "__proto__": {"b": 1}}');
      const answer = await app.get(`/graphql?query=${query}&variables=${variables}`, headers);
      expect(answer.status).toBe(400);
    });
  });

  test("inherited names do not reach what they are inherited from", async () => {
    await withoutPollution(async () => {
      const query = '{ constructor: creditPackages(appId: "central") { prototype: packages { xx: name } } }';
      await app.graphql(query);
      await app.graphql("{ constructor: me { prototype: id } }", {}, await app.as("pia"));
    });
  });

  test("__typename keeps its name, under an alias too", async () => {
    const answer = await app.graphql(
      "{ __typename kind: __typename me { __typename } }",
      {},
      await app.as("pia"),
    );
    expect(answer.body.data).toEqual({
      __typename: "Query",
      kind: "Query",
      me: { __typename: "User" },
    });
  });
});

describe("aliases with inherited names", () => {
  let app: TestApp;
  let headers: Record<string, string>;
  beforeAll(async () => {
    app = await openSharedApp();
    headers = {
      authorization: `Bearer ${await app.tokenFor({ sub: "usr_aliases", email: "aliases@x.example" })}`,
    };
  });
  afterAll(() => app?.close());

  const inherited = Object.getOwnPropertyNames(Object.prototype).filter((name) => !name.startsWith("__"));

  test("are answered like any other", async () => {
    await withoutPollution(async () => {
      const { body } = await app.graphql("{ me { id } }", {}, headers);
      const { id } = body.data.me;
      const fields = inherited.map((name) => `${name}: id`).join(" ");
      const all = await app.graphql(`{ me { ${fields} } }`, {}, headers);
      expect(all.text).toBe(
        JSON.stringify({ data: { me: Object.fromEntries(inherited.map((name) => [name, id])) } }),
      );
      const repeated = await app.graphql("{ me { toString: id toString: id constructor: id } }", {}, headers);
      expect(repeated.text).toBe(`{"data":{"me":{"toString":"${id}","constructor":"${id}"}}}`);
    });
  });

  test("are answered under conditions, at the root, and over several subgraphs", async () => {
    await withoutPollution(async () => {
      const conditional = await app.graphql(
        "query($y: Boolean!) { valueOf: me { constructor: id @include(if: $y) hasOwnProperty: id @skip(if: $y) } }",
        { y: true },
        headers,
      );
      expect(conditional.body).toEqual({ data: { valueOf: { constructor: expect.any(String) } } });
      const joined = await app.graphql(
        '{ constructor: creditBalance(appId: "central") { toString: owner { valueOf: savedProperties(first: 1) { propertyId } } } }',
        {},
        headers,
      );
      expect(joined.body).toEqual({ data: { constructor: { toString: { valueOf: [] } } } });
      const schema = await app.graphql("{ toString: __schema { constructor: queryType { valueOf: name } } }");
      expect(schema.body).toEqual({ data: { toString: { constructor: { valueOf: "Query" } } } });
      const query = "{ me: __schema { queryType { name } } }";
      expect((await app.graphql(query)).body).toEqual({ data: { me: { queryType: { name: "Query" } } } });
    });
  });
});

test("a manifest of trusted documents must not hold a reserved alias", async () => {
  const folder = await mkdtemp(join(tmpdir(), "trusted-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "documents.json");
  const id = createHash("sha256").update(polluting).digest("hex");
  await writeFile(file, JSON.stringify({ [id]: polluting }));
  const starting = createTestApp({ TRUSTED_DOCUMENTS: "allow", TRUSTED_DOCUMENTS_FILE: file });
  await expect(starting).rejects.toThrow(/two underscores/);
});
