import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedAppWithTwins } from "../../support/shared-app.ts";
import { withoutRequestId } from "../../support/without-request-id.ts";

let app: TestApp;
let eve: Record<string, string>;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  eve = await app.as("eve");
});
afterAll(() => app?.close());

const input = { name: "Reporting", scopes: ["read:credits"] };
const secretText = /hub_live_\w{36}|whsec_[\w+/=]{20,}/;

async function newPage(): Promise<string> {
  const { body } = await app.tool("create_api_key", input, eve);
  expect(body.key).toEqual({
    secretUrl: expect.stringMatching(/\/one-time-secrets\/ots_[0-9a-z]{26}$/) as string,
    secretUrlExpiresAt: expect.any(String) as string,
  });
  return new URL(body.key.secretUrl as string).pathname;
}

const reveal = (page: string, headers: Record<string, string>) => app.post(`${page}/reveal`, {}, headers);

describe("a key that an agent creates", () => {
  test("is not in the result of the tool: the person sees it once, and it works", async () => {
    const { body } = await app.tool("create_api_key", input, eve);
    expect(JSON.stringify(body)).not.toMatch(secretText);
    const { pathname } = new URL(body.key.secretUrl as string);
    const shown = await reveal(pathname, eve);
    expect(shown.body).toMatchObject({ success: true, label: "API key" });
    const key = shown.body.secret as string;
    expect(key).toMatch(/^hub_live_/);
    expect((await app.get("/credits/balance/central", { "x-api-key": key })).status).toBe(200);
    expect((await reveal(pathname, eve)).status).toBe(404);
  });

  test("is shown again to a retry of the same call, and of ten calls at once to one", async () => {
    const retried = await newPage();
    const headers = { ...eve, "idempotency-key": newId("k") };
    const first = await reveal(retried, headers);
    expect((await reveal(retried, headers)).body).toEqual(first.body);
    const page = await newPage();
    const answers = await Promise.all(Array.from({ length: 10 }, () => reveal(page, eve)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
  });

  test("does not exist for anyone else, nor for keys and tokens that are limited to scopes", async () => {
    const page = await newPage();
    const missing = await reveal(`/one-time-secrets/ots_${"0".repeat(26)}`, eve);
    const theirs = await reveal(page, await app.as("sam"));
    expect(theirs.status).toBe(404);
    expect(withoutRequestId(theirs.body)).toEqual(withoutRequestId(missing.body));
    expect((await reveal(page, app.withKey("reader"))).status).toBe(401);
    const sub = "usr_limited";
    const limited = { authorization: `Bearer ${await app.tokenFor({ sub, scope: "write:api-keys" })}` };
    expect((await reveal(page, limited)).body.details).toMatchObject({ reason: "full_token_required" });
    expect((await reveal(page, eve)).status).toBe(200);
  });

  test("cannot be shown after an hour, and is stored sealed until then", async () => {
    const page = await newPage();
    const id = page.split("/").at(-1)!;
    const [row] = await app.database.query<{ row: string }>(
      "SELECT t::text AS row FROM hub.one_time_secrets t WHERE id = $1",
      [id],
    );
    expect(row!.row).not.toMatch(secretText);
    await app.database.query("UPDATE hub.one_time_secrets SET expires_at = now() WHERE id = $1", [id]);
    expect((await reveal(page, eve)).status).toBe(404);
  });
});

test("secrets of webhooks are behind a page as well, also those of a key", async () => {
  const url = "https://hooks.example/agent";
  const created = await app.tool(
    "create_webhook_endpoint",
    { url, eventTypes: ["webhook.test"] },
    await app.as("eve"),
  );
  expect(created.status).toBe(200);
  expect(JSON.stringify(created.body)).not.toMatch(secretText);
  const { pathname } = new URL(created.body.secret.secretUrl as string);
  const shown = await reveal(pathname, eve);
  expect(shown.body).toMatchObject({
    label: "Webhook signing secret",
    secret: expect.stringMatching(/^whsec_/) as string,
  });
});

describe("tools that reveal a secret or end an account", () => {
  test.each([
    ["create_api_key", input],
    ["create_webhook_endpoint", { url: "https://hooks.example/agent", eventTypes: ["webhook.test"] }],
    ["request_account_deletion", {}],
  ])("%s does nothing before a person has agreed", async (name, args) => {
    const { body } = await app.send("POST", `/tools/${name}/call`, eve, { arguments: args });
    expect(body).toMatchObject({ code: "CONFIRMATION_REQUIRED" });
  });

  test("the deletion of an account takes the name of its user, and can be undone", async () => {
    const leaver = {
      authorization: `Bearer ${await app.tokenFor({ sub: "usr_agents_leaver", email: "lee@mail.example", name: "Lee Sample" })}`,
    };
    const wrong = await app.tool("request_account_deletion", { confirmName: "Kim" }, leaver);
    expect(wrong.body).toMatchObject({ code: "VALIDATION_ERROR" });
    const right = await app.tool("request_account_deletion", { confirmName: " lee sample " }, leaver);
    expect(right.body).toMatchObject({ deletionScheduledAt: expect.any(String) as string });
    expect((await app.get("/auth/me", leaver)).status).toBe(401);
    const undone = await app.tool("cancel_account_deletion", {}, leaver);
    expect(undone.status).toBe(200);
    expect((await app.get("/auth/me", leaver)).status).toBe(200);
  });
});
