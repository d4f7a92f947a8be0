import { performance } from "node:perf_hooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer, TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";

let app: TestApp;
let eve: Record<string, string>;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  eve = await app.as("eve");
});
afterAll(() => app?.close());

const maxBytes = 64 * 1024;
/** Far above what it takes, also on a busy machine; listing every fault takes longer, and answers megabytes. */
const quickMs = 3_000;

async function refused(send: () => Promise<Answer>): Promise<Answer["body"]> {
  const began = performance.now();
  const { status, body, text } = await send();
  expect([status, body.code], text.slice(0, 300)).toEqual([400, "VALIDATION_ERROR"]);
  expect(Buffer.byteLength(text)).toBeLessThan(maxBytes);
  expect(performance.now() - began).toBeLessThan(quickMs);
  return body;
}

describe("a response lists at most 50 faults", () => {
  const scopes = { name: "x", scopes: Array<string>(150_000).fill("x") };
  const unknown = Object.fromEntries(Array.from({ length: 4_900 }, (_, index) => [`unknown${index}`, 1]));

  test("600 kB of scopes have one fault: maxItems", async () => {
    for (const send of [
      () => app.post("/api-keys", scopes, eve),
      () => app.tool("tag_contacts", { contactIds: scopes.scopes }, eve),
    ]) {
      const { details } = await refused(send);
      expect(details.fields).toContainEqual(
        expect.objectContaining({ path: expect.stringMatching(/^(scopes|contactIds)$/), rule: "maxItems" }),
      );
      expect(details.fields.length).toBeLessThan(5);
    }
  });

  test("4,900 unknown fields list 50 faults and count more", async () => {
    for (const send of [
      () => app.post("/api-keys", unknown, eve),
      () => app.tool("consume_credits", unknown, eve),
    ]) {
      const { error, details } = await refused(send);
      expect(details.fields).toHaveLength(50);
      expect(details.moreFaults).toBeGreaterThan(0);
      expect(error).toMatch(/\(and \d+ more\)$/);
    }
  });

  test("names of unknown fields are cut", async () => {
    const long = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`${index}${"\u0001".repeat(1_500)}`, 1]),
    );
    await refused(() => app.post("/api-keys", long, eve));
  });

  test("so are many parameters of a query", async () => {
    const query = Array.from({ length: 5_000 }, (_, index) => `u${index}=1`).join("&");
    await refused(() => app.get(`/credits/balance/central?${query}`, eve));
  });
});

describe("deep JSON is refused with 400, at every door", () => {
  const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  const json = { "content-type": "application/json" };
  const send = (url: string, payload: string, headers: Record<string, string>) =>
    app.running.router.server.inject({ method: "POST", url, payload, headers: { ...json, ...headers } });

  test.each([
    [
      "REST",
      "/credits/consume",
      (value: string) => `{"appId":"central","amount":1,"description":"x","metadata":{"a":${value}}}`,
    ],
    [
      "a tool",
      "/tools/consume_credits/call",
      (value: string) =>
        `{"arguments":{"appId":"central","amount":1,"description":"x","metadata":{"a":${value}}}}`,
    ],
    [
      "GraphQL",
      "/graphql",
      (value: string) =>
        `{"query":"mutation($input: ConsumeCreditsInput!) { consumeCredits(input: $input) { balance } }","variables":{"input":{"appId":"central","amount":1,"description":"x","metadata":{"a":${value}}}}}`,
    ],
    [
      "the agent door",
      "/mcp",
      (value: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${value}}`,
    ],
  ])("by %s", async (_door, url, body) => {
    for (const depth of [80, 1_000, 5_000, 20_000, 250_000]) {
      for (const headers of [eve, {}]) {
        const { statusCode, body: text } = await send(url, body(deep(depth)), headers);
        expect(statusCode, `${depth}: ${text.slice(0, 200)}`).toBeLessThan(500);
        expect(text).not.toContain("INTERNAL_ERROR");
        if (depth > 100) expect([400, 406]).toContain(statusCode);
      }
    }
    expect((await app.get("/livez")).status).toBe(200);
  });

  test("an object with more fields than any input has is refused", async () => {
    const wide = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]));
    const sendWide = (count: number) =>
      app.post("/credits/consume", { appId: "central", amount: 1, ...wide(count) }, eve);
    expect((await sendWide(5_000)).body).toMatchObject({
      code: "INVALID_JSON",
      error: "An object in the body must have at most 5000 fields. Send fewer.",
    });
    expect((await sendWide(4_990)).body.code).toBe("VALIDATION_ERROR");
  });

  test("40 levels are accepted", async () => {
    const metadata = { a: JSON.parse(deep(40)) as unknown };
    const { status } = await app.post(
      "/credits/consume",
      { appId: "central", amount: 1, description: "x", metadata },
      eve,
    );
    expect(status).toBeLessThan(500);
  });
});

describe("values of the wrong type for open objects are 400 with their path", () => {
  test.each<[string, string, unknown, string]>([
    [
      "POST",
      "/credits/consume",
      { appId: "central", amount: 1, description: "x", metadata: "SSN 123-45-6789" },
      "metadata",
    ],
    [
      "POST",
      "/integrations/bank/check-duplicate",
      { metadata: { institutionId: "i", institutionName: "n", accounts: ["SSN 123-45-6789"] } },
      "metadata.accounts.0",
    ],
    ["POST", "/crm/send-bulk-email", { recipients: [1], subject: "s", htmlBody: "x" }, "recipients.0"],
  ])("%s %s", async (method, url, input, path) => {
    const { status, body, text } = await app.send(method, url, eve, input);
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.details.fields.map((field: { path: string }) => field.path)).toContain(path);
    expect(text).not.toContain("6789");
  });
});
