import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { foundOrganization, newMember, signUp, type TestPerson } from "../accounts/organizations.ts";
import { eraseAt } from "../support/erasure.ts";

const name = "Sample & Sons";
const dayMs = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

async function newOrganization(): Promise<{
  id: string;
  owner: TestPerson;
  headers: Record<string, string>;
}> {
  const owner = await signUp(app);
  const id = await foundOrganization(app, owner);
  return { id, owner, headers: owner.in(id) };
}

const close = (headers: Record<string, string>, confirmed = name) =>
  app.post("/account/closure", { name: confirmed }, headers);
const reopen = (headers: Record<string, string>) => app.send("DELETE", "/account/closure", headers);

test("an owner closes the organization by its name, and nobody else does", async () => {
  const { id, owner, headers } = await newOrganization();
  const wrong = await close(headers, "Sample and Sons");
  expect([wrong.status, wrong.body.code]).toEqual([400, "VALIDATION_ERROR"]);
  const admin = await newMember(app, id, "admin");
  const refused = await close(admin.headers);
  expect([refused.status, refused.body.details.reason]).toEqual([403, "role_required"]);
  const own = await close(owner.headers);
  expect([own.status, own.body.code]).toEqual([409, "INVALID_STATE"]);
  expect((await app.get("/account/closure", owner.headers)).status).toBe(404);
  expect((await app.get("/account/closure", headers)).body.status).toBe("open");

  const closed = await close(headers);
  expect([closed.status, closed.body.status]).toEqual([202, "closing"]);
  expect(closed.body.requestedBy).toBe(owner.userId);
  expect(closed.body.creditsLeft).toEqual([{ appId: "central", balance: 10_000 }]);
  const days = (Date.parse(closed.body.erasureScheduledAt) - Date.now()) / dayMs;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
  expect((await close(headers)).body.erasureScheduledAt).toBe(closed.body.erasureScheduledAt);
});

test("while it is closing its keys stop at once, and members read and export and change nothing", async () => {
  const { id, headers } = await newOrganization();
  const member = await newMember(app, id, "admin");
  const made = await app.post("/api-keys", { name: "Till", scopes: ["read:credits"] }, headers);
  const key = { "x-api-key": made.body.key as string };
  expect((await app.get("/credits/balance/central", key)).status).toBe(200);
  expect((await app.get("/account", member.headers)).status).toBe(200);
  await close(headers);
  expect((await app.get("/credits/balance/central", key)).status).toBe(401);
  for (const own of [headers, member.headers]) {
    expect((await app.get("/account/members", own)).status).toBe(200);
    for (const [method, path, body] of [
      ["PATCH", "/account", { name: "Other" }],
      ["POST", "/account/invitations", { email: "ana@client.example", role: "member" }],
      ["POST", "/api-keys", { name: "New", scopes: ["read:credits"] }],
      ["POST", "/payroll/contractors", { name: "Ana", email: "ana@work.example", kind: "individual" }],
    ] as const) {
      const appId: Record<string, string> = path.startsWith("/payroll") ? { "x-app-id": "payroll" } : {};
      const answer = await app.send(method, path, { ...own, ...appId }, body);
      expect([path, answer.status, answer.body.details?.reason]).toEqual([path, 403, "account_closing"]);
    }
  }
  const exported = await app.post("/account/data-exports", {}, member.headers);
  expect(exported.status).toBe(202);
  expect((await app.send("DELETE", `/account/data-exports/${exported.body.id}`, member.headers)).status).toBe(
    200,
  );
  const byMember = await reopen(member.headers);
  expect([byMember.status, byMember.body.details.reason]).toEqual([403, "role_required"]);

  const opened = await reopen(headers);
  expect([opened.status, opened.body.status]).toEqual([200, "open"]);
  expect((await app.get("/credits/balance/central", key)).status).toBe(200);
  expect((await app.send("PATCH", "/account", member.headers, { name: "Other" })).status).toBe(200);
  expect((await reopen(headers)).status).toBe(200);
});

test("open payments and payroll stop a closure, with a list", async () => {
  const { id, headers } = await newOrganization();
  const inPayroll = { ...headers, "x-app-id": "payroll" };
  const ana = { name: "Ana", email: "ana@work.example", kind: "individual" };
  const { body: contractor } = await app.post("/payroll/contractors", ana, inPayroll);
  const payment = { contractorId: contractor.id, amount: 250, description: "Tiles", payDate: "2090-01-02" };
  const { body: paid } = await app.post("/payroll/contractor-payments", payment, inPayroll);
  await app.database.query(
    `INSERT INTO hub.payment_transactions
       (id, owner_id, app_id, type, status, amount, currency, description, created_at, updated_at)
     VALUES ($2, $1, 'central', 'payment_intent', 'processing', 100, 'USD', 'Tea', now(), now())`,
    [id, `pay_${id}`],
  );
  const refused = await close(headers);
  expect([refused.status, refused.body.details.reason]).toEqual([409, "closure_blocked"]);
  const blockers = [
    { kind: "payment", id: `pay_${id}`, status: "processing" },
    { kind: "contractor_payment", id: paid.id as string, status: "scheduled" },
  ];
  expect(refused.body.details.blockers).toEqual(blockers);
  const shown = (await app.get("/account/closure", headers)).body;
  expect([shown.status, shown.blockers]).toEqual(["open", blockers]);
  // Another account does not see them.
  const stranger = await newOrganization();
  expect((await app.get("/account/closure", stranger.headers)).body.blockers).toEqual([]);
  await app.database.query("UPDATE hub.payment_transactions SET status = 'succeeded' WHERE owner_id = $1", [
    id,
  ]);
  await app.database.query("UPDATE gateway.contractor_payments SET status = 'paid' WHERE owner_id = $1", [
    id,
  ]);
  expect((await close(headers)).status).toBe(202);
});

test("a payout that is made while the organization is closed is either seen or rolled back", async () => {
  const { id, headers } = await newOrganization();
  const admin = await newMember(app, id, "admin");
  const inPayroll = { ...admin.headers, "x-app-id": "payroll" };
  const ana = { name: "Ana", email: "ana@work.example", kind: "individual" };
  const { body: contractor } = await app.post("/payroll/contractors", ana, inPayroll);
  const payment = { contractorId: contractor.id, amount: 250, description: "Tiles", payDate: "2090-01-02" };
  const [paid, closed] = await Promise.all([
    app.post("/payroll/contractor-payments", payment, inPayroll),
    close(headers),
  ]);
  expect([paid.status, closed.status]).not.toEqual([201, 202]);
});

test("owners and administrators are mailed about a closure", async () => {
  const { id, owner, headers } = await newOrganization();
  const admin = await newMember(app, id, "admin");
  const member = await newMember(app, id, "member");
  await close(headers);
  const mailed = await until("both mails arrive", async () => {
    const answer = await fetch(`${app.sandboxUrl}/mail/messages`);
    const { messages } = (await answer.json()) as { messages: { to: string | string[]; subject: string }[] };
    const to = messages.filter(({ subject }) => subject.includes("is being closed")).flatMap((one) => one.to);
    const isMailed = ({ email }: TestPerson) => to.some((address) => address.includes(email));
    return isMailed(owner) && isMailed(admin.person) && { member: isMailed(member.person) };
  });
  expect(mailed.member).toBe(false);
});

test("after 30 days an organization is erased in every subgraph, and its members keep what is theirs", async () => {
  const { id, owner, headers } = await newOrganization();
  const member = await newMember(app, id, "member");
  await app.post("/clients", { name: "Ana Ltd" }, { ...headers, "x-app-id": "invoicer" });
  await app.post("/clients", { name: "Mine" }, { ...owner.headers, "x-app-id": "invoicer" });
  await app.post("/v1/saved-properties", { propertyId: "x" }, headers);
  await close(headers);
  expect(await eraseAt(app, inDays(29.9))).toBe(0);
  expect(await eraseAt(app, inDays(31))).toBeGreaterThan(0);
  const left = await app.database.query(
    `SELECT 'account' FROM hub.accounts WHERE id = $1 UNION ALL SELECT 'member' FROM hub.account_members WHERE owner_id = $1
     UNION ALL SELECT 'client' FROM gateway.clients WHERE owner_id = $1
     UNION ALL SELECT 'ledger' FROM hub.credit_accounts WHERE owner_id = $1`,
    [id],
  );
  expect(left).toEqual([]);
  for (const own of [headers, member.headers]) {
    const gone = await app.get("/account", own);
    expect([gone.status, gone.body.code]).toEqual([404, "ACCOUNT_NOT_FOUND"]);
  }
  const mine = await app.get("/clients", { ...owner.headers, "x-app-id": "invoicer" });
  expect(mine.body.clients.map((client: { name: string }) => client.name)).toEqual(["Mine"]);
  const reports = await app.database.query<{ kept: object }>(
    `SELECT changes->'kept' AS kept FROM hub.audit_log
     WHERE action = 'eraseAccount' AND changes->'erased'->>'gateway.clients' = '1'`,
  );
  expect(reports).toHaveLength(1);
  expect(reports[0]!.kept).toHaveProperty(["hub.credit_entries"]);
});

test("an organization that is being closed does not keep its last owner from leaving", async () => {
  const { owner, headers } = await newOrganization();
  const stays = await app.send("DELETE", "/auth/me", owner.headers);
  expect([stays.status, stays.body.details.reason]).toEqual([409, "last_owner"]);
  await close(headers);
  expect((await app.send("DELETE", "/auth/me", owner.headers)).status).toBe(202);
});
