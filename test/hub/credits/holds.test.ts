import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HubApp } from "../support/hub-app.ts";
import { openSharedHubApp } from "../support/shared-hub-app.ts";
import { accountOf, createSpender, ledgerFaults } from "../support/ledger.ts";
import { withoutRequestId } from "../../support/without-request-id.ts";

let app: HubApp;
beforeAll(async () => {
  app = await openSharedHubApp();
});
afterAll(() => app?.close());

const good = { appId: "central", amount: 4, description: "h" };

/** A person with 10 credits, 4 of which are held. */
async function holder() {
  const ownerId = await createSpender(app, 10);
  const headers = await app.as(ownerId);
  const placed = await app.post("/credits/holds", good, headers);
  return { ownerId, headers, placed, path: `/credits/holds/${placed.body.holdId}` };
}

describe("POST /credits/holds", () => {
  test("a hold lasts 900 seconds by default", async () => {
    const ownerId = await createSpender(app, 10);
    const at = new Date("2026-02-01T00:00:00.000Z");
    const seconds = at.getTime() / 1000;
    const headers = {
      ...(await app.as(ownerId, { iat: seconds, exp: seconds + 60 })),
      "x-test-clock": at.toISOString(),
    };
    const { status, body } = await app.post("/credits/holds", good, headers);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      holdId: expect.stringMatching(/^hold_[0-9a-z]{26}$/),
      status: "pending",
      amount: 4,
      capturedAmount: null,
      expiresAt: "2026-02-01T00:15:00.000Z",
    });
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 10, held: 4 });
  });

  test.each([
    [{ ttlSeconds: 59 }, "ttlSeconds"],
    [{ ttlSeconds: 86_401 }, "ttlSeconds"],
    [{ amount: 0 }, "amount"],
    [{ amount: 0.001 }, "amount"],
    [{ appId: "no-such-app" }, "appId"],
    [{ description: "" }, "description"],
  ])("refuses %j", async (over, path) => {
    const headers = await app.as(await createSpender(app, 10));
    const { status, body } = await app.post("/credits/holds", { ...good, ...over }, headers);
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.details.fields[0].path).toBe(path);
  });

  test("a hold of more than is available is rejected with the missing amount", async () => {
    const { headers } = await holder();
    const { status, body } = await app.post("/credits/holds", { ...good, amount: 7 }, headers);
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: "INSUFFICIENT_CREDITS" });
    expect(body.details).toEqual({ balance: 6, required: 7, shortfall: 1 });
  });

  test("a hold is replayed by its key: one hold, the same response", async () => {
    const ownerId = await createSpender(app, 10);
    const headers = { ...(await app.as(ownerId)), "idempotency-key": "hold-1" };
    const first = await app.post("/credits/holds", good, headers);
    const again = await app.post("/credits/holds", good, headers);
    expect(again.text).toBe(first.text);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 10, held: 4 });
  });
});

describe("capture and release", () => {
  test("a partial capture releases the rest", async () => {
    const { ownerId, headers, path } = await holder();
    const { status, body } = await app.post(`${path}/capture`, { amount: 1.5 }, headers);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, status: "captured", amount: 4, capturedAmount: 1.5 });
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 8.5, held: 0 });
    const { body: history } = await app.get("/credits/history/central?limit=1", headers);
    expect(history.transactions[0]).toMatchObject({ type: "hold_capture", amount: -1.5, balanceAfter: 8.5 });
  });

  test.each([4.01, 0, -1])("capturing %d of 4 is refused and leaves the hold pending", async (amount) => {
    const { ownerId, headers, path } = await holder();
    const { status, body } = await app.post(`${path}/capture`, { amount }, headers);
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.details.fields).toEqual([expect.objectContaining({ path: "amount" })]);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 10, held: 4 });
  });

  test("a repeated capture returns the same, another amount is a conflict", async () => {
    const { ownerId, headers, path } = await holder();
    const first = await app.post(`${path}/capture`, {}, headers);
    expect((await app.post(`${path}/capture`, {}, headers)).text).toBe(first.text);
    const other = await app.post(`${path}/capture`, { amount: 1 }, headers);
    expect([other.status, other.body.code]).toEqual([409, "HOLD_STATE_CONFLICT"]);
    expect(other.body.details).toEqual({ currentState: "captured", allowed: ["pending"] });
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 6, held: 0 });
  });

  test("a released hold returns the whole amount, and cannot be captured any more", async () => {
    const { ownerId, headers, path } = await holder();
    expect((await app.post(`${path}/release`, undefined, headers)).body.status).toBe("released");
    expect((await app.post(`${path}/release`, undefined, headers)).status).toBe(200);
    const late = await app.post(`${path}/capture`, {}, headers);
    expect([late.status, late.body.details.currentState]).toEqual([409, "released"]);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 10, held: 0 });
  });

  test("a hold expires exactly at its expiry, not a second before", async () => {
    const { ownerId, path, placed } = await holder();
    const expiry = new Date(placed.body.expiresAt as string).getTime();
    const at = async (ms: number) => {
      const seconds = Math.floor(ms / 1000);
      return {
        ...(await app.as(ownerId, { iat: seconds, exp: seconds + 60 })),
        "x-test-clock": new Date(ms).toISOString(),
      };
    };
    const late = await app.post(`${path}/capture`, {}, await at(expiry));
    expect([late.status, late.body.details.currentState]).toEqual([409, "expired"]);
    expect((await app.post(`${path}/capture`, {}, await at(expiry - 1000))).status).toBe(200);
  });

  test.each(["capture", "release"])("another person's hold does not exist for %s", async (action) => {
    const { ownerId, path } = await holder();
    const stranger = await app.as("usr_stranger");
    const theirs = await app.post(`${path}/${action}`, {}, stranger);
    const missing = await app.post(`/credits/holds/hold_missing/${action}`, {}, stranger);
    expect(theirs.status).toBe(404);
    expect(withoutRequestId(theirs.body)).toEqual(withoutRequestId(missing.body));
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 10, held: 4 });
  });

  test.each(["capture", "release"])("a token limited to other apps cannot %s a hold", async (action) => {
    const { ownerId, path } = await holder();
    const limited = await app.as(ownerId, { apps: ["invoicer"] });
    expect((await app.post(`${path}/${action}`, {}, limited)).status).toBe(404);
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 10, held: 4 });
  });
});

test("after all of this the books are right", async () => {
  expect(await ledgerFaults(app.database)).toEqual([]);
});
