import { once } from "node:events";
import { connect } from "node:net";
import { performance } from "node:perf_hooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer, TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
});
afterAll(() => app?.close());

/** Maximum time for a refused request. A pattern of quadratic cost takes many seconds for these inputs. */
const quickMs = 1_500;

async function timed(send: () => Promise<Answer>): Promise<Answer & { ms: number }> {
  const began = performance.now();
  const answer = await send();
  return { ...answer, ms: performance.now() - began };
}

const oneLine = `${"a".repeat(100_000)}\n`;
const template = { name: oneLine, subject: "s", htmlBody: "x" };
const bankToken = { payment: { method: "DIRECT_DEBIT", token: `bt_${"A".repeat(100_000)}!` } };

describe("a refused principal gets its refusal before the input is validated", () => {
  test.each<[string, () => Promise<Answer>]>([
    ["a template by REST", () => app.post("/crm/templates", template)],
    ["a template by tool", () => app.tool("create_email_template", template)],
    ["a filing's payment", () => app.send("PATCH", "/filings/fil_x", {}, bankToken)],
    ["scopes of a key", () => app.post("/api-keys", { name: "x", scopes: Array(150_000).fill("x") })],
  ])("%s", async (_what, send) => {
    const { status, body, ms } = await timed(send);
    expect([status, body.code]).toEqual([401, "MISSING_TOKEN"]);
    expect(ms).toBeLessThan(quickMs);
  });

  test("a malformed idempotency key", async () => {
    const headers = { "idempotency-key": "x".repeat(300) };
    const spend = { appId: "central", amount: 1, description: "x" };
    const { status, body } = await app.post("/credits/consume", spend, headers);
    expect([status, body.code]).toEqual([401, "MISSING_TOKEN"]);
    const known = await app.post("/credits/consume", spend, { ...headers, ...(await app.as("pia")) });
    expect([known.status, known.body.code]).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("a key without the scope", async () => {
    const { status, body } = await app.post("/createExternalQuotation", { items: 1 }, app.withKey("reader"));
    expect([status, body.details.reason]).toEqual([403, "scope_missing"]);
  });

  test("a tool call of a wrong form, by REST of tools", async () => {
    const { status, body } = await app.post("/tools/create_email_template/call", { arguments: {}, odd: 1 });
    expect([status, body.code]).toEqual([401, "MISSING_TOKEN"]);
    const { status: other } = await app.post("/tools/create_email_template/call", { arguments: [] });
    expect(other).toBe(401);
    const known = await app.post(
      "/tools/create_email_template/call",
      { arguments: {}, odd: 1 },
      await app.as("eve"),
    );
    expect([known.status, known.body.details.fields[0].path]).toEqual([400, "odd"]);
  });

  test("a tool call with a malformed idempotency key", async () => {
    const args = { ...template, idempotencyKey: "not a key" };
    expect((await app.tool("create_email_template", args)).status).toBe(401);
    expect((await app.tool("create_email_template", args, app.withKey("reader"))).status).toBe(401);
  });

  test("a call that names no app", async () => {
    const { status } = await app.post("/ai/generate-text", { prompt: "x" });
    expect(status).toBe(401);
    const known = await app.post("/ai/generate-text", { prompt: "x" }, await app.as("eve"));
    expect([known.status, known.body.code]).toEqual([400, "MISSING_APP_ID"]);
  });
});

describe("the body of a large upload is not read for a refused principal", () => {
  const large = ["/crm/send-bulk-email", "/crm/contacts/import", "/api/integrations/export-payroll"];

  test.each(large)("%s responds before the body arrives", async (path) => {
    const { port } = new URL(app.url);
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 4000000\r\n\r\n{`,
    );
    const [first] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    expect(first.toString()).toMatch(/^HTTP\/1\.1 401 /);
  });

  test("an admitted principal gets the faults of the input", async () => {
    const eve = await app.as("eve");
    const { status, body } = await app.post("/crm/send-bulk-email", { recipients: [] }, eve);
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
  });
});

test("with a credential, input of quadratic cost is refused as quickly", async () => {
  const free = { authorization: `Bearer ${await app.tokenFor({ sub: "usr_slow" })}` };
  for (const send of [
    () => app.post("/crm/templates", template, free),
    () => app.post("/crm/templates", { ...template, name: "x", subject: oneLine }, free),
    () => app.tool("create_email_template", template, free),
  ]) {
    const { status, body, ms } = await timed(send);
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(ms).toBeLessThan(quickMs);
  }
});
