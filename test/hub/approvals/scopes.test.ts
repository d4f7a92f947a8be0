import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { demanding, pay, setRule, type Demanding } from "./payouts.ts";

let app: TestApp;
let shop: Demanding;
beforeAll(async () => {
  app = await openSharedApp();
  shop = await demanding(app, ["payouts", "filings"]);
});
afterAll(() => app?.close());

/** The owner's headers with a token that is limited to these scopes. */
async function limitedTo(scope: string) {
  const token = await app.tokenFor({ sub: shop.owner.userId, scope });
  return { ...shop.ownerHeaders, authorization: `Bearer ${token}` };
}

const pathOf = (requestId: string) => `/account/approval-requests/${requestId}`;

test("a limited token sees and cancels its person's approval requests as far as its scopes reach", async () => {
  const { body } = await pay(app, shop, shop.ownerHeaders);
  const path = pathOf(body.approvalRequest.id as string);
  const [foreign, reader, writer] = [
    await limitedTo("read:invoices write:filings"),
    await limitedTo("read:payroll"),
    await limitedTo("write:payroll"),
  ];
  for (const answer of [await app.get(path, foreign), await app.post(`${path}/cancel`, undefined, foreign)])
    expect([answer.status, answer.body.code]).toEqual([404, "APPROVAL_REQUEST_NOT_FOUND"]);
  expect((await app.get("/account/approval-requests", foreign)).body.total).toBe(0);

  expect((await app.get(path, reader)).status).toBe(200);
  const refused = await app.post(`${path}/cancel`, undefined, reader);
  expect([refused.status, refused.body.code, refused.body.details.reason]).toEqual([
    403,
    "FORBIDDEN",
    "scope_missing",
  ]);
  expect((await app.get(path, shop.ownerHeaders)).body.status).toBe("pending");

  expect((await app.get("/account/approval-requests", writer)).body.total).toBe(1);
  expect((await app.post(`${path}/cancel`, undefined, writer)).body.status).toBe("cancelled");
});

test("no limited token follows a change of the approval rules", async () => {
  const off = { kind: "filings", required: false };
  const { status, body } = await setRule(app, shop.ownerHeaders, off);
  expect(status).toBe(202);
  const path = pathOf(body.approvalRequest.id as string);
  const limited = await limitedTo("write:payroll write:filings write:api-keys");
  expect((await app.get(path, limited)).status).toBe(404);
  expect((await app.get(path, shop.ownerHeaders)).status).toBe(200);
});
