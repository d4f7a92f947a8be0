import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../../../src/crypto/crypto.ts";
import { createTestApp, type Answer, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import {
  requestCount,
  connect,
  control,
  createSaver,
  fault,
  presentIds,
  storedIds,
  eventTypes,
} from "./bank-world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

async function send(body: string, signature: string | null): Promise<Answer> {
  const response = await app.running.router.server.inject({
    method: "POST",
    url: "/integrations/bank/webhook",
    headers: {
      "content-type": "application/json",
      ...(signature === null ? {} : { "plaid-verification": signature }),
    },
    payload: body,
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: response.json(),
  };
}

async function stateOf(connectionId: string) {
  const sql =
    "SELECT status, error_code AS code, access_token_sealed IS NULL AS erased FROM hub.bank_connections WHERE id = $1";
  return (
    await app.database.query<{ status: string; code: string | null; erased: boolean }>(sql, [connectionId])
  )[0]!;
}

async function connected() {
  const saver = await createSaver(app);
  return { saver, ...(await connect(app, saver)) };
}

describe("signed webhooks", () => {
  test("a signed webhook about new transactions imports them, without the 6 hours, once for any number of copies", async () => {
    const { connectionId, itemId } = await connected();
    await control(app, "/webhooks/faults", { copies: 5 });
    await control(app, `/items/${itemId}/transactions`, { add: 3 });
    await control(app, "/webhooks/faults", {});
    await control(app, "/webhooks/settled");
    const present = await presentIds(app, itemId);
    await until("they are here", async () => (await storedIds(app, connectionId)).length === present.length);
    expect(await storedIds(app, connectionId)).toEqual(present);
    const rows = await app.database.query(
      "SELECT status, verified FROM hub.bank_webhooks WHERE item_id = $1 AND code = 'SYNC_UPDATES_AVAILABLE'",
      [itemId],
    );
    expect(rows).toEqual([{ status: "processed", verified: true }]);
    const synced = (await eventTypes(app, connectionId)).filter((type) => type === "bank.sync_completed");
    expect(synced).toHaveLength(2);
  });

  test("a signed webhook about the login changes the connection's status, and ends it", async () => {
    const { connectionId, itemId } = await connected();
    const settle = () => control(app, "/webhooks/settled");
    await control(app, `/items/${itemId}/require-login`);
    await settle();
    expect(await stateOf(connectionId)).toMatchObject({
      status: "needs_reauth",
      code: "ITEM_LOGIN_REQUIRED",
    });
    await control(app, `/items/${itemId}/repair`);
    await settle();
    expect(await stateOf(connectionId)).toMatchObject({ status: "active", code: null });
    await control(app, `/items/${itemId}/expire`, { days: 7 });
    await settle();
    expect(await stateOf(connectionId)).toMatchObject({ status: "needs_reauth", code: "PENDING_EXPIRATION" });
    await control(app, `/items/${itemId}/revoke`);
    await settle();
    expect(await stateOf(connectionId)).toEqual({
      status: "disconnected",
      code: "USER_PERMISSION_REVOKED",
      erased: true,
    });
    const events = await eventTypes(app, connectionId);
    expect(events.filter((type) => type === "bank.disconnected")).toHaveLength(1);
    expect(events.filter((type) => type === "bank.needs_reauth")).toHaveLength(2);
  });

  test("a webhook with a new key is accepted, and one with an expired key is not", async () => {
    const { connectionId, itemId } = await connected();
    await control(app, "/webhooks/faults", { hold: true });
    await control(app, `/items/${itemId}/require-login`);
    await control(app, "/webhooks/faults", {});
    await control(app, "/webhooks/rotate-key");
    await control(app, `/items/${itemId}/notify`, { code: "LOGIN_REPAIRED" });
    await control(app, "/webhooks/settled");
    const rows = await app.database.query("SELECT verified FROM hub.bank_webhooks WHERE item_id = $1", [
      itemId,
    ]);
    expect(rows.every(({ verified }) => verified)).toBe(true);
    expect(rows.length).toBeGreaterThan(0);
    expect((await stateOf(connectionId)).status).toBe("active");
    await control(app, "/webhooks/release");
    await control(app, "/webhooks/settled");
  });

  test("a webhook is checked later while its key is unavailable", async () => {
    const { connectionId, itemId } = await connected();
    await control(app, "/webhooks/rotate-key");
    await fault(app, { status: 500 });
    await control(app, `/items/${itemId}/require-login`);
    await control(app, "/webhooks/settled");
    const unchecked = await app.database.query<{ text: string }>(
      "SELECT w::text AS text FROM hub.bank_webhooks w WHERE status = 'unchecked'",
    );
    expect(unchecked).toHaveLength(1);
    expect(unchecked[0]!.text).not.toContain(itemId);
    expect((await stateOf(connectionId)).status).toBe("active");
    await fault(app, null);
    await until("it is known", async () => {
      await app.database.query(
        "UPDATE jobs.job SET start_after = now() WHERE name = 'check-bank-webhook' AND state IN ('created', 'retry')",
      );
      return (await stateOf(connectionId)).status === "needs_reauth";
    });
  });
});

describe("unsigned webhooks", () => {
  /** A forged webhook: another key, in the right form. */
  async function forge(
    body: string,
    changes: {
      alg?: string;
      kid?: string;
      iat?: number;
      hash?: string;
      key?: CryptoKey | Uint8Array;
    } = {},
  ): Promise<string> {
    const { alg = "ES256", iat = Math.floor(Date.now() / 1000) } = changes;
    const { privateKey } = await generateKeyPair("ES256");
    const jwt = new SignJWT({ request_body_sha256: changes.hash ?? sha256(body).toString("hex") });
    return jwt
      .setProtectedHeader({ alg, kid: changes.kid ?? "kid-of-nobody" })
      .setIssuedAt(iat)
      .sign(changes.key ?? privateKey);
  }

  /** A signature by the stand-in's own key, obtained through a webhook that it signs for us. */
  async function trueSignature(itemId: string): Promise<{ body: string; signature: string }> {
    const received: { body: string; signature: string }[] = [];
    const server = createServer((request, response) => {
      void take(request, response);
    });
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const signature = String(request.headers["plaid-verification"]);
      received.push({ body: Buffer.concat(chunks).toString(), signature });
      response.end();
    };
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    await control(app, `/items/${itemId}/webhook`, { url: `http://127.0.0.1:${port}/` });
    await control(app, `/items/${itemId}/notify`, { code: "USER_PERMISSION_REVOKED" });
    await control(app, "/webhooks/settled");
    server.close();
    return received[0]!;
  }

  test("an unsigned webhook is answered 200 and changes nothing, whatever is wrong with it", async () => {
    const { connectionId, itemId } = await connected();
    const good = await trueSignature(itemId);
    const [header, payload, mac] = good.signature.split(".") as [string, string, string];
    const { kid } = JSON.parse(Buffer.from(header, "base64url").toString()) as { kid: string };
    const { privateKey } = await generateKeyPair("ES256", { extractable: true });
    const other = await exportJWK(privateKey);
    const rs = await generateKeyPair("RS256");
    const none = Buffer.from(JSON.stringify({ alg: "none", kid })).toString("base64url");
    const { body } = good;
    const cases: [string, string, string | null][] = [
      ["no signature", body, null],
      ["garbage", body, "a.b.c"],
      ["the algorithm none", body, `${none}.${payload}.`],
      [
        "HS256 over the public key's id",
        body,
        await forge(body, { alg: "HS256", kid, key: Buffer.from(kid) }),
      ],
      ["RS256", body, await forge(body, { alg: "RS256", kid, key: rs.privateKey })],
      ["an unknown key", body, await forge(body)],
      ["another key under the known id", body, await forge(body, { kid })],
      ["a kid that is no id", body, await forge(body, { kid: "../../item/remove" })],
      ["another body", body.replace("USER_PERMISSION", "USER_PERMISSIOM"), good.signature],
      ["a body written again", JSON.stringify(JSON.parse(body)), good.signature],
      ["a changed signature", body, `${header}.${payload}.${mac.startsWith("A") ? "B" : "A"}${mac.slice(1)}`],
    ];
    expect(other.kty).toBe("EC");
    for (const [name, text, signature] of cases) {
      const answer = await send(text, signature);
      expect([name, answer.status, answer.body]).toEqual([name, 200, { success: true, received: true }]);
    }
    expect(await stateOf(connectionId)).toEqual({ status: "active", code: null, erased: false });
    const rows = await app.database.query("SELECT 1 FROM hub.bank_webhooks WHERE item_id = $1", [itemId]);
    expect(rows).toEqual([]);
    const late = await app.running.router.server.inject({
      method: "POST",
      url: "/integrations/bank/webhook",
      headers: {
        "plaid-verification": good.signature,
        "x-test-clock": new Date(Date.now() + 302_000).toISOString(),
      },
      payload: body,
    });
    expect(late.statusCode).toBe(200);
    expect((await stateOf(connectionId)).status).toBe("active");
    // The same webhook, sent in time, ends the connection: the cases above fail for their own fault only.
    expect((await send(body, good.signature)).status).toBe(200);
    expect((await stateOf(connectionId)).status).toBe("disconnected");
  });

  test("an unsigned webhook is stored as unverified and counted, without its content", async () => {
    const body = JSON.stringify({ webhook_code: "CANARY_CODE", item_id: "canary-item" });
    for (let round = 0; round < 3; round++) await send(body, null);
    const [row] = await app.database.query<{ text: string; seen: number; verified: boolean }>(
      "SELECT w::text AS text, seen, verified FROM hub.bank_webhooks w WHERE body_sha256 = $1",
      [sha256(body).toString("hex")],
    );
    expect(row).toMatchObject({ seen: 3, verified: false });
    expect(row!.text).not.toMatch(/canary/i);
  });

  test("an unknown key is requested from the provider once per minute", async () => {
    const before = await requestCount(app, "/webhook_verification_key/get");
    for (let round = 0; round < 5; round++) await send("{}", await forge("{}", { kid: "same-unknown-kid" }));
    expect((await requestCount(app, "/webhook_verification_key/get")) - before).toBe(1);
  });

  test.each([
    ["not json", "INVALID_JSON"],
    ["", "INVALID_JSON"],
    ["[]", "VALIDATION_ERROR"],
    ["1", "VALIDATION_ERROR"],
    ["null", "VALIDATION_ERROR"],
    ['"text"', "VALIDATION_ERROR"],
  ])("is refused where it is no object: %j", async (body, code) => {
    expect(await send(body, null)).toMatchObject({ status: 400, body: { success: false, code } });
  });

  test.each(["{}", '{"item_id":7,"webhook_code":{}}', '{"error":"x","consent_expiration_time":"soon"}'])(
    "and any object is taken: %s",
    async (body) => {
      expect((await send(body, null)).status).toBe(200);
    },
  );
});
