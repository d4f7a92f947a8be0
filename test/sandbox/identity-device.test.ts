import { expect, test } from "vitest";
import { decodeJwt } from "jose";
import { startTestSandbox } from "./start-test-sandbox.ts";

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

async function post(url: string, form: Record<string, string>) {
  const response = await fetch(url, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { connection: "close" },
  });
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return { status: response.status, body: isJson ? await response.json() : await response.text() };
}

async function begin() {
  const { issuer } = await startTestSandbox();
  const discovered = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  const { body } = await post(discovered.device_authorization_endpoint, {
    client_id: "cli",
    scope: "read:invoices",
  });
  const poll = (form: Record<string, string> = {}) =>
    post(discovered.token_endpoint, {
      grant_type: deviceGrant,
      device_code: body.device_code,
      client_id: "cli",
      ...form,
    });
  const decide = (decision: string, user_code = body.user_code) =>
    post(body.verification_uri, { user_code, identity: "eve", decision });
  return { body, poll, decide };
}

test("a device gets tokens of the selected person once the person allows it, and refreshes them once", async () => {
  const { body, poll, decide } = await begin();
  expect(body).toMatchObject({
    user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
    expires_in: 600,
    interval: 2,
  });
  expect((await poll()).body).toEqual({ error: "authorization_pending" });
  expect((await poll()).body).toEqual({ error: "slow_down" });
  // People leave out the hyphen and do not care for capitals.
  expect((await decide("allow", body.user_code.replace("-", "").toLowerCase())).status).toBe(200);
  const { body: tokens } = await poll();
  expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: "demo-eve", scope: "read:invoices" });
  expect((await poll()).body).toEqual({ error: "invalid_grant" });
  const refresh = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
  expect((await poll({ ...refresh, client_id: "other" })).body).toEqual({ error: "invalid_grant" });
  const renewed = (await poll(refresh)).body;
  expect(decodeJwt(renewed.access_token).sub).toBe("demo-eve");
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
  expect((await poll(refresh)).body).toEqual({ error: "invalid_grant" });
});

test("a device learns that it was declined, and a wrong code decides nothing", async () => {
  const { poll, decide } = await begin();
  expect((await decide("allow", "BBBB-BBBB")).status).toBe(400);
  expect((await poll({ client_id: "other" })).body).toEqual({ error: "invalid_grant" });
  expect((await poll()).body).toEqual({ error: "authorization_pending" });
  expect((await decide("deny")).status).toBe(200);
  expect((await poll()).body).toEqual({ error: "access_denied" });
  expect((await poll({ grant_type: "password" })).body).toEqual({ error: "unsupported_grant_type" });
});
