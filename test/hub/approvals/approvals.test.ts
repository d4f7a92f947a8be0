import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { foundOrganization, newMember, signUp } from "../accounts/organizations.ts";
import { approve, demanding, finished, pay, paymentsOf, setRule, type Demanding } from "./payouts.ts";

let app: TestApp;
let shop: Demanding;
beforeAll(async () => {
  app = await openSharedApp();
  shop = await demanding(app, ["payouts"]);
});
afterAll(() => app?.close());

const auditOf = (requestId: string) =>
  app.database.query<{ actor_id: string; outcome: string; code: string | null }>(
    `SELECT actor_id, owner_id, outcome, code, changes->'approval' AS approval FROM gateway.audit_log
     WHERE action = 'payContractor' AND changes->'approval'->>'requestId' = $1`,
    [requestId],
  );

async function movementsOf(accountId: string): Promise<number> {
  const sql = "SELECT count(*)::int AS n FROM hub.credit_entries WHERE owner_id = $1";
  return (await app.database.query<{ n: number }>(sql, [accountId]))[0]!.n;
}

test("a payout waits for a second person at every door, and nothing else has happened", async () => {
  const entries = await movementsOf(shop.id);
  const answer = await pay(app, shop, shop.ownerHeaders);
  expect([answer.status, answer.body.code]).toEqual([202, "APPROVAL_REQUIRED"]);
  expect(answer.body.approvalRequest).toMatchObject({
    kind: "payouts",
    operation: "payContractor",
    status: "pending",
    amountMinor: 25_000,
    currency: "USD",
  });
  expect(answer.body).not.toHaveProperty("error");

  const input = { contractorId: shop.contractorId, amount: 3, description: "Nails" };
  const mutation = "mutation ($input: PayContractorInput!) { payContractor(input: $input) { id } }";
  const byGraphql = await app.graphql(mutation, { input }, shop.ownerHeaders);
  expect(byGraphql.body.errors[0].extensions).toMatchObject({
    code: "APPROVAL_REQUIRED",
    http: { status: 202 },
    details: { approvalRequest: { status: "pending" } },
  });
  const byTool = await app.tool("pay_contractor", { ...input, amount: 4 }, shop.ownerHeaders);
  expect([byTool.status, byTool.body.code]).toEqual([202, "APPROVAL_REQUIRED"]);

  expect(await paymentsOf(app, shop.id)).toBe(0);
  expect(await movementsOf(shop.id)).toBe(entries);
  const stored = await app.database.query<{ input_sealed: string }>(
    "SELECT input_sealed FROM hub.approval_requests WHERE owner_id = $1",
    [shop.id],
  );
  expect(stored).toHaveLength(3);
  for (const { input_sealed: sealed } of stored) expect(sealed).toMatch(/^v1:/);
});

test("an approved payout runs once as its requester, and the same key returns its result", async () => {
  const before = await paymentsOf(app, shop.id);
  const key = "tiles-1";
  const { body } = await pay(app, shop, shop.ownerHeaders, { key, amount: 20 });
  const requestId = body.approvalRequest.id as string;
  expect(body.approvalRequest.idempotencyKey).toBe(key);
  const again = await pay(app, shop, shop.ownerHeaders, { key, amount: 20 });
  expect([again.status, again.body.approvalRequest.id]).toEqual([202, requestId]);
  const other = await pay(app, shop, shop.ownerHeaders, { key, amount: 21 });
  expect([other.status, other.body.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);

  const own = await approve(app, requestId, shop.ownerHeaders);
  expect([own.status, own.body.details.reason]).toEqual([403, "second_person_required"]);
  const shown = await app.get(`/account/approval-requests/${requestId}`, shop.adminHeaders);
  expect(shown.body).toMatchObject({
    canDecide: true,
    input: { contractorId: shop.contractorId, amount: 20 },
  });
  const approved = await approve(app, requestId, shop.adminHeaders);
  expect([approved.status, approved.body.status]).toEqual([200, "approved"]);
  const done = await finished(app, requestId, shop.ownerHeaders);
  expect(done).toMatchObject({ status: "executed", decidedBy: shop.admin.userId, failure: null });
  expect(await paymentsOf(app, shop.id)).toBe(before + 1);
  expect(await auditOf(requestId)).toEqual([
    {
      actor_id: shop.owner.userId,
      owner_id: shop.id,
      outcome: "ok",
      code: null,
      approval: { requestId, approvedBy: shop.admin.userId },
    },
  ]);
  const result = await pay(app, shop, shop.ownerHeaders, { key, amount: 20 });
  expect([result.status, result.body.id, result.body.amount]).toEqual([201, done.resultId, 20]);
  expect(result.headers["idempotent-replayed"]).toBe("true");
  const twice = await approve(app, requestId, shop.adminHeaders);
  expect([twice.status, twice.body.code]).toEqual([409, "INVALID_STATE"]);
  expect(await paymentsOf(app, shop.id)).toBe(before + 1);
});

test("what would be refused anyway is refused at once and makes no request", async () => {
  const count = async () =>
    (await app.get("/account/approval-requests", shop.ownerHeaders)).body.total as number;
  const before = await count();
  const unknown = await pay(app, { contractorId: "con_00000000000000000000000000" }, shop.ownerHeaders);
  expect([unknown.status, unknown.body.code]).toEqual([404, "NOT_FOUND"]);
  expect((await pay(app, shop, shop.ownerHeaders, { amount: -1 })).status).toBe(400);
  expect(await count()).toBe(before);
});

test("payouts below the minimum need nobody", async () => {
  const { id, ownerHeaders, owner, contractorId } = await demanding(app, []);
  const rule = { kind: "payouts", required: true, minimumAmountMinor: 10_000, currency: "USD" };
  expect((await setRule(app, owner.in(id), rule)).body).toMatchObject(rule);
  const statuses = [];
  for (const amount of [99.99, 100, 100.01])
    statuses.push((await pay(app, { contractorId }, ownerHeaders, { amount })).status);
  expect(statuses).toEqual([201, 202, 202]);
});

test("others do not see a request, and members without the right cannot decide it", async () => {
  const { body } = await pay(app, shop, shop.ownerHeaders, { amount: 7 });
  const requestId = body.approvalRequest.id as string;
  const path = `/account/approval-requests/${requestId}`;
  const stranger = await signUp(app);
  const foreign = stranger.in(await foundOrganization(app, stranger));
  const member = await newMember(app, shop.id, "member");
  const approver = await newMember(app, shop.id, "read_only", { payroll: "approve" });
  for (const headers of [foreign, stranger.headers, member.headers]) {
    for (const answer of [
      await app.get(path, headers),
      await approve(app, requestId, headers),
      await app.post(`${path}/reject`, { reason: "no" }, headers),
      await app.post(`${path}/cancel`, undefined, headers),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, "APPROVAL_REQUEST_NOT_FOUND"]);
    expect((await app.get("/account/approval-requests", headers)).body.total).toBe(0);
  }
  expect((await app.post(`${path}/cancel`, undefined, approver.headers)).status).toBe(403);
  expect((await approve(app, requestId, approver.headers)).status).toBe(200);
  expect((await finished(app, requestId, shop.ownerHeaders)).status).toBe("executed");
});

test("those who can decide are mailed, and the requester is not", async () => {
  const { body } = await pay(app, shop, shop.ownerHeaders, { amount: 8 });
  const requestId = body.approvalRequest.id as string;
  const mails = await until("the mail to the administrator arrives", async () => {
    const { messages } = (await (await fetch(`${app.sandboxUrl}/mail/messages`)).json()) as {
      messages: { to: string | string[]; text: string }[];
    };
    const about = messages.filter(({ text }) => text.includes(requestId));
    const addresses = about.map(({ to }) => [to].flat().join());
    // Others who can decide are mailed in any order.
    return addresses.some((to) => to.includes(shop.admin.email)) && addresses;
  });
  expect(mails.some((to) => to.includes(shop.owner.email))).toBe(false);
});

test("rejected, cancelled and expired requests never run", async () => {
  const before = await paymentsOf(app, shop.id);
  const ids: string[] = [];
  for (const amount of [11, 12, 13])
    ids.push((await pay(app, shop, shop.ownerHeaders, { amount })).body.approvalRequest.id as string);
  const [rejected, cancelled, expired] = ids as [string, string, string];
  const path = (id: string) => `/account/approval-requests/${id}`;
  const no = await app.post(`${path(rejected)}/reject`, { reason: "Too much" }, shop.adminHeaders);
  expect(no.body).toMatchObject({ status: "rejected", reason: "Too much" });
  expect((await app.post(`${path(cancelled)}/cancel`, undefined, shop.ownerHeaders)).body.status).toBe(
    "cancelled",
  );
  await app.database.query("UPDATE hub.approval_requests SET expires_at = now() WHERE id = $1", [expired]);
  const states = [];
  for (const id of ids) {
    const { status, body } = await approve(app, id, shop.adminHeaders);
    states.push([status, body.details.currentState]);
  }
  expect(states).toEqual([
    [409, "rejected"],
    [409, "cancelled"],
    [409, "expired"],
  ]);
  const listed = await app.get("/account/approval-requests?status=expired", shop.adminHeaders);
  expect(listed.body.requests.map(({ id }: { id: string }) => id)).toContain(expired);
  expect(await paymentsOf(app, shop.id)).toBe(before);
  const kept = await app.database.query(
    "SELECT 1 FROM hub.approval_requests WHERE id = ANY ($1) AND input_sealed IS NOT NULL AND status <> 'pending'",
    [ids],
  );
  expect(kept).toEqual([]);
});

test("a new key waits too, and only its requester gets the secret", async () => {
  const { id, owner, admin } = await demanding(app, ["key_creation"]);
  const [asks, decides] = [{ ...owner.in(id), "idempotency-key": "key-1" }, admin.in(id)];
  const make = () => app.post("/api-keys", { name: "Tills", scopes: ["read:credits"] }, asks);
  const { status, body } = await make();
  expect(status).toBe(202);
  const requestId = body.approvalRequest.id as string;
  expect((await app.get("/api-keys", owner.in(id))).body.apiKeys).toEqual([]);
  expect((await approve(app, requestId, decides)).status).toBe(200);
  const shown = await finished(app, requestId, decides);
  expect(shown.status).toBe("executed");
  expect(JSON.stringify(shown)).not.toContain("hub_live_");
  const made = await make();
  expect([made.status, made.body.key]).toEqual([201, expect.stringMatching(/^hub_live_/)]);
  const stored = await app.database.query<{ row: string }>(
    "SELECT r::text AS row FROM hub.approval_requests r WHERE id = $1",
    [requestId],
  );
  expect(stored[0]!.row).not.toContain(made.body.key);
  // The key acts; the person who asked for it cannot approve what it asks for.
  const [{ created_by: maker }] = (await app.database.query<{ created_by: string }>(
    "SELECT created_by FROM hub.api_keys WHERE owner_id = $1",
    [id],
  )) as [{ created_by: string }];
  expect(maker).toBe(owner.userId);
});

test("a rule is loosened by two persons, and tightened by one", async () => {
  const { id, owner, admin } = await demanding(app, ["payouts", "filings"]);
  const off = { kind: "filings", required: false };
  const asked = await setRule(app, owner.in(id), off);
  expect([asked.status, asked.body.approvalRequest.kind]).toEqual([202, "rule_changes"]);
  const higher = { kind: "payouts", required: true, minimumAmountMinor: 100, currency: "USD" };
  expect((await setRule(app, admin.in(id), higher)).status).toBe(202);
  expect((await setRule(app, owner.in(id), { kind: "key_creation", required: true })).status).toBe(200);
  expect((await approve(app, asked.body.approvalRequest.id, admin.in(id))).status).toBe(200);
  await finished(app, asked.body.approvalRequest.id, owner.in(id));
  const { rules } = (await app.get("/account/approval-rules", owner.in(id))).body;
  const required = rules.filter((rule: { required: boolean }) => rule.required);
  expect(required.map(({ kind }: { kind: string }) => kind)).toEqual(["payouts", "key_creation"]);

  // Removing the other administrator does not help at once.
  expect((await app.send("DELETE", `/account/members/${admin.userId}`, owner.in(id))).status).toBe(200);
  const alone = await setRule(app, owner.in(id), { kind: "payouts", required: false });
  expect([alone.status, alone.body.details.reason]).toEqual([409, "administrator_left"]);
  await app.database.query(
    "UPDATE hub.accounts SET administrator_left_at = now() - interval '8 days' WHERE id = $1",
    [id],
  );
  expect((await setRule(app, owner.in(id), { kind: "payouts", required: false })).status).toBe(200);
});

test("a personal account has no approvals", async () => {
  const person = await signUp(app);
  const refused = await setRule(app, person.headers, { kind: "payouts", required: true });
  expect([refused.status, refused.body.code]).toEqual([409, "INVALID_STATE"]);
  expect((await app.get("/account/approval-requests", person.headers)).body.total).toBe(0);
});
