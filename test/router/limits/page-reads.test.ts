import { afterAll, beforeAll, expect, test } from "vitest";
import { explorerReads } from "../../../src/limits/limit-table.ts";
import { isPageField, pageReadHeader } from "../../../router/limits/page-reads.ts";
import { createTestApp, type Answer, type TestApp } from "../../support/app.ts";

let app: TestApp;
let people = 0;
const noon = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 5, 12);
const marked = { [pageReadHeader]: "1" };

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: "on" });
});
afterAll(() => app.close());

/** Headers of a new person on the free plan, who has 10 requests per minute. */
async function newPerson(): Promise<Record<string, string>> {
  people += 1;
  const token = await app.tokenFor({ sub: `page-${people}`, expiresInSeconds: 60 * 86_400 });
  return { authorization: `Bearer ${token}`, "x-test-clock": new Date(noon).toISOString() };
}

const me = "{ me { id } }";
const remainingOf = async (headers: Record<string, string>): Promise<number> => {
  const answer = await app.get("/credits/balance/central", headers);
  return answer.status === 429 ? 0 : Number(answer.headers["ratelimit-remaining"]) + 1;
};
const codeOf = ({ body }: Answer): string | undefined => body.errors?.[0]?.extensions.code;

test("reads of the explorer's pages use nothing of the quota, and show the state of it", async () => {
  const person = await newPerson();
  expect(await remainingOf(person)).toBe(10);
  for (let count = 0; count < 30; count++) {
    const read = await app.graphql(me, {}, { ...person, ...marked });
    expect([read.status, read.headers["ratelimit-remaining"], read.headers["ratelimit-policy"]]).toEqual([
      200,
      "9",
      '"minute";q=10;w=60, "day";q=100;w=86400, "month";q=1000;w=2592000',
    ]);
  }
  expect((await app.get("/auth/me", { ...person, ...marked })).status).toBe(200);
  expect(await remainingOf(person)).toBe(9);
});

test("a page loads for a visitor whose quota is used up", async () => {
  const person = await newPerson();
  for (let count = 0; count < 10; count++) await remainingOf(person);
  expect((await app.graphql(me, {}, person)).status).toBe(429);
  expect((await app.graphql(me, {}, { ...person, ...marked })).status).toBe(200);
});

test("the class of the explorer has a limit of its own, for an account and for an address", async () => {
  for (const headers of [await newPerson(), { "x-test-clock": new Date(noon).toISOString() }]) {
    const document = '{ plans(appId: "central") { currency } }';
    const read = () => app.graphql(document, {}, { ...headers, ...marked });
    for (let count = 0; count < explorerReads.minute; count++) expect((await read()).status).toBe(200);
    const refused = await read();
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "60"]);
    expect(refused.body.errors[0].extensions.details).toMatchObject({
      reason: "class",
      class: "explorer",
      window: "minute",
      limit: explorerReads.minute,
    });
  }
});

test("a client that claims to be the explorer pays for everything that its pages do not read", async () => {
  const requests: ((headers: Record<string, string>) => Promise<Answer>)[] = [
    (headers) => app.graphql("{ invoices { total } }", {}, headers),
    (headers) => app.graphql("{ me { id } invoices { total } }", {}, headers),
    (headers) => app.graphql("{ me { id } __schema { queryType { name } } }", {}, headers),
    (headers) => app.send("DELETE", "/sessions/ses_none", headers),
    (headers) => app.get("/invoices", { ...headers, "x-app-id": "invoicer" }),
    (headers) => app.get("/tools", headers),
  ];
  for (const request of requests) {
    const person = await newPerson();
    const answer = await request({ ...person, ...marked });
    expect([String(request), codeOf(answer)]).not.toContain("GRAPHQL_VALIDATION_FAILED");
    expect([String(request), Number(answer.headers["ratelimit-remaining"])]).toEqual([
      String(request),
      expect.toSatisfy((left: number) => left < 10),
    ]);
  }
});

test("only queries are read by pages, and none of the operations that cost credits", () => {
  expect(isPageField("query", "me")).toBe(true);
  expect(isPageField("mutation", "me")).toBe(false);
  expect(isPageField("subscription", "me")).toBe(false);
  expect(isPageField("query", "invoices")).toBe(false);
  // Its panel sends it for a click.
  expect(isPageField("query", "accountAuditFile")).toBe(false);
});
