import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type Answer, type TestApp } from "../support/app.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const codeOf = (answer: Answer): unknown => answer.body.errors?.[0]?.extensions?.code;
const accept = { accept: "application/graphql-response+json" };

const balance = `query Balance($appId: ID!) { creditBalance(appId: $appId) { balance } }`;
const spend = `mutation Spend { consumeCredits(input: { appId: "central", amount: 1, description: "x" }) { balance } }`;
const two = `query One { __typename } query Two { two: __typename }`;
const documents: Record<string, string> = {
  [`sha256:${sha256(balance)}`]: balance,
  [sha256(spend)]: spend,
  [sha256(two)]: two,
};

let folder: string;
let only: TestApp;
let allow: TestApp;
const callers = new Map<TestApp, Record<string, string>>();
let pia: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trusted-"));
  const TRUSTED_DOCUMENTS_FILE = await manifest("good.json", JSON.stringify(documents));
  only = await createTestApp({ TRUSTED_DOCUMENTS: "only", TRUSTED_DOCUMENTS_FILE });
  allow = await createTestApp({ TRUSTED_DOCUMENTS: "allow", TRUSTED_DOCUMENTS_FILE });
  for (const app of [only, allow]) callers.set(app, { ...(await app.as("pia")), ...accept });
  pia = callers.get(only)!;
});
afterAll(async () => {
  await only.close();
  await allow.close();
  await rm(folder, { recursive: true });
});

async function manifest(name: string, content: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

const send = (app: TestApp, body: Record<string, unknown>, headers = callers.get(app)): Promise<Answer> =>
  app.post("/graphql", body, headers);
const variables = { appId: "central" };

describe("a document with an id", () => {
  test.each([
    ["its hash with the prefix", `sha256:${sha256(balance)}`],
    ["its bare hash", sha256(balance)],
  ])("is run by %s", async (_name, documentId) => {
    const answer = await send(only, { documentId, variables });
    expect(answer.status).toBe(200);
    expect(answer.body.data.creditBalance.balance).toBeTypeOf("number");
  });

  test("a document id runs with GET, unless it is a mutation", async () => {
    const query = `variables=${encodeURIComponent(JSON.stringify(variables))}`;
    const answer = await only.get(`/graphql?documentId=sha256:${sha256(balance)}&${query}`, pia);
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    const refused = await only.get(`/graphql?documentId=${sha256(spend)}`, pia);
    expect([refused.status, refused.headers["allow"], codeOf(refused)]).toEqual([
      405,
      "POST",
      "METHOD_NOT_ALLOWED",
    ]);
  });

  test("a document id with several operations needs an operation name", async () => {
    const documentId = sha256(two);
    expect((await send(only, { documentId, operationName: "Two" })).body).toEqual({ data: { two: "Query" } });
    expect(codeOf(await send(only, { documentId }))).toBe("GRAPHQL_VALIDATION_FAILED");
  });

  test("a document with an id passes the same access rules and variable checks", async () => {
    const documentId = sha256(balance);
    const nobody = await send(only, { documentId, variables }, accept);
    const free = await send(allow, { query: balance, variables }, accept);
    expect(codeOf(nobody)).toBe(codeOf(free));
    expect(nobody.body.data).toEqual(free.body.data);
    const reader = await send(only, { documentId: sha256(spend) }, { ...only.withKey("reader"), ...accept });
    expect(reader.body.errors[0].extensions.http.status).toBe(403);
    const wrong = await send(only, { documentId, variables: { appId: 7.5 } });
    expect([wrong.status, codeOf(wrong)]).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("a document id may name a stored operation, with the REST door's result", async () => {
    const rest = await only.get("/credits/balance/central", pia);
    const operation = [...only.running.router.registry.values()].find(
      ({ row }) => row.rest?.method === "GET" && row.rest.path.startsWith("/credits/balance"),
    )!;
    const answer = await send(only, { documentId: operation.row.name, variables });
    expect(answer.body.data[operation.rootKey]).toMatchObject({ balance: rest.body.balance });
  });

  test("an unknown document id is not found, with either media type", async () => {
    for (const app of [only, allow]) {
      for (const documentId of [`sha256:${sha256("x")}`, "Nothing", "toString", "md5:abc"]) {
        const answer = await send(app, { documentId });
        expect([answer.status, codeOf(answer)]).toEqual([404, "DOCUMENT_NOT_FOUND"]);
        const old = await send(app, { documentId }, { accept: "application/json" });
        expect(old.status).toBe(404);
      }
    }
  });

  test("a document id is a string and excludes a document text", async () => {
    for (const body of [{ documentId: sha256(balance), query: balance }, { documentId: 7 }, {}]) {
      const answer = await send(only, body);
      expect([answer.status, codeOf(answer)]).toEqual([400, "VALIDATION_ERROR"]);
    }
  });
});

describe("a free document", () => {
  const known = { query: balance, variables };
  const free = { query: `{ creditBalance(appId: "central") { balance } }` };

  test("with `only`, an unknown document is refused unparsed, even a broken one", async () => {
    for (const query of [free.query, `${balance} `, "{ __typename }", "{ broken", "x".repeat(20_000)]) {
      const answer = await send(only, { query });
      expect([answer.status, codeOf(answer)]).toEqual([403, "DOCUMENT_NOT_TRUSTED"]);
      expect((await send(only, { query }, { accept: "application/json" })).status).toBe(403);
    }
    const inUrl = await only.get(`/graphql?query=${encodeURIComponent(free.query)}`, pia);
    expect(codeOf(inUrl)).toBe("DOCUMENT_NOT_TRUSTED");
  });

  test("with `only`, an unknown document is refused in an event stream too", async () => {
    const events = { ...pia, accept: "text/event-stream" };
    expect((await send(only, { query: free.query }, events)).text).toContain("DOCUMENT_NOT_TRUSTED");
    const byId = await send(only, { documentId: sha256(balance), variables }, events);
    expect(byId.text).toMatch(/event: next\ndata: .*"balance":/);
  });

  test("with `only`, a document with the text of a known one is accepted", async () => {
    const answer = await send(only, known);
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  });

  test("with `allow`, any document is accepted", async () => {
    for (const body of [free, known]) expect((await send(allow, body)).body.errors).toBeUndefined();
  });
});

test("the doors of stored operations are open where only known documents are", async () => {
  expect((await only.get("/credits/balance/central", pia)).status).toBe(200);
});
