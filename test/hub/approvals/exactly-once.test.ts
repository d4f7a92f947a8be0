import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunMutation } from "../../../src/jobs/job-context.ts";
import { runApproval } from "../../../subgraphs/hub/approvals/run-approval.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { runMutation as runIn } from "../../../src/access/run-mutation.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { newMember, removeUnnoticed } from "../accounts/organizations.ts";
import { approve, demanding, finished, pay, paymentsOf, setRule, type Demanding } from "./payouts.ts";

let app: TestApp;
let shop: Demanding;
beforeAll(async () => {
  app = await openSharedApp();
  shop = await demanding(app, ["payouts"]);
});
afterAll(() => app?.close());

const hub = () => app.running.platform.contextIn("hub") as HubContext;
const inGateway: RunMutation = (name, field, args, call) => {
  const { graph, contextFor } = app.running.platform.running(name as "gateway");
  return runIn(graph.schema, field, args, contextFor(call));
};

async function ask(amount: number): Promise<string> {
  return (await pay(app, shop, shop.ownerHeaders, { amount })).body.approvalRequest.id as string;
}

/** Approves in the database alone, so that the test runs the request and not the job. */
async function approveUnrun(requestId: string, by = shop.admin.userId): Promise<void> {
  await app.database.query(
    "UPDATE hub.approval_requests SET status = 'approved', decided_by = $2, decided_at = now() WHERE id = $1",
    [requestId, by],
  );
}

const statusOf = async (requestId: string) => {
  const sql = "SELECT status, failure->>'code' AS code FROM hub.approval_requests WHERE id = $1";
  const [row] = await app.database.query<{ status: string; code: string | null }>(sql, [requestId]);
  return [row!.status, row!.code];
};

async function chargedFor(amount: number): Promise<number> {
  const sql =
    "SELECT count(*)::int AS n FROM gateway.contractor_payments WHERE owner_id = $1 AND amount_cents = $2";
  return (await app.database.query<{ n: number }>(sql, [shop.id, amount * 100]))[0]!.n;
}

test("of 100 approvals at once one counts, and the payout runs once", async () => {
  const requestId = await ask(31);
  const approvers = [shop.adminHeaders];
  for (let n = 0; n < 3; n++) approvers.push((await newMember(app, shop.id, "admin")).headers);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => approve(app, requestId, approvers[n % approvers.length]!)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(99);
  expect((await finished(app, requestId, shop.ownerHeaders)).status).toBe("executed");
  expect(await chargedFor(31)).toBe(1);
});

test("of runs at once one has an effect", async () => {
  const requestId = await ask(32);
  await approveUnrun(requestId);
  const run = () => runApproval(hub(), { requestId, isLast: false, runMutation: inGateway });
  await Promise.allSettled(Array.from({ length: 8 }, run));
  expect(await statusOf(requestId)).toEqual(["executed", null]);
  expect(await chargedFor(32)).toBe(1);
  await run();
  expect(await chargedFor(32)).toBe(1);
});

/** Runs that end in the middle: before the operation, in its transaction, and after its commit. */
const killed: Record<string, RunMutation> = {
  before: () => Promise.reject(new Error("killed")),
  within: (name, field, args, call) => {
    const { settle, ...approval } = call.approval!;
    const dying: typeof settle = async (...settling) => {
      await settle(...settling);
      throw new Error("killed");
    };
    return inGateway(name, field, args, { ...call, approval: { ...approval, settle: dying } });
  },
  after: async (...call) => {
    await inGateway(...call);
    throw new Error("killed");
  },
};

test.each(["before", "within", "after"])(
  "a run that is killed %s its transaction has one effect in the end",
  async (when) => {
    const amount = { before: 51, within: 52, after: 53 }[when]!;
    const requestId = await ask(amount);
    await approveUnrun(requestId);
    const run = (runMutation: RunMutation) => runApproval(hub(), { requestId, isLast: false, runMutation });
    await run(killed[when]!).catch(() => undefined);
    expect(await chargedFor(amount)).toBe(when === "after" ? 1 : 0);
    await run(inGateway);
    expect(await statusOf(requestId)).toEqual(["executed", null]);
    expect(await chargedFor(amount)).toBe(1);
  },
);

test("it does not run for a requester or by an approver who is a member no more", async () => {
  const leaving = await newMember(app, shop.id, "admin");
  const asked = await pay(app, shop, { ...leaving.headers, "x-app-id": "payroll" }, { amount: 35 });
  const byLeaving = asked.body.approvalRequest.id as string;
  const ofOwner = await ask(36);
  await approveUnrun(byLeaving);
  await approveUnrun(ofOwner, leaving.person.userId);
  const remove = `/account/members/${leaving.person.userId}`;
  expect((await app.send("DELETE", remove, shop.owner.in(shop.id))).status).toBe(200);
  for (const requestId of [byLeaving, ofOwner])
    await runApproval(hub(), { requestId, isLast: true, runMutation: inGateway });
  expect(await statusOf(byLeaving)).toEqual(["failed", "ACCOUNT_NOT_FOUND"]);
  expect(await statusOf(ofOwner)).toEqual(["failed", "FORBIDDEN"]);
  expect([await chargedFor(35), await chargedFor(36)]).toEqual([0, 0]);
});

test("an approver who loses the right while it runs stops it", async () => {
  const approver = await newMember(app, shop.id, "admin");
  const requestId = await ask(37);
  await approveUnrun(requestId, approver.person.userId);
  const demoting: RunMutation = async (...call) => {
    const path = `/account/members/${approver.person.userId}`;
    await app.send("PATCH", path, shop.owner.in(shop.id), { role: "member" });
    return inGateway(...call);
  };
  await runApproval(hub(), { requestId, isLast: true, runMutation: demoting });
  expect((await statusOf(requestId))[0]).toBe("failed");
  expect(await chargedFor(37)).toBe(0);
});

test("it runs with the rights that the requester has when it runs", async () => {
  const asker = await newMember(app, shop.id, "read_only", { payroll: "approve" });
  const headers = { ...asker.headers, "x-app-id": "payroll" };
  const { body } = await pay(app, shop, headers, { amount: 38 });
  const requestId = body.approvalRequest.id as string;
  const path = `/account/members/${asker.person.userId}`;
  await app.send("PATCH", path, shop.owner.in(shop.id), { appRights: [{ appId: "payroll", level: "read" }] });
  await approveUnrun(requestId);
  await runApproval(hub(), { requestId, isLast: true, runMutation: inGateway });
  expect(await statusOf(requestId)).toEqual(["failed", "FORBIDDEN"]);
  expect(await chargedFor(38)).toBe(0);
});

test("a removed member opens no request", async () => {
  const { person, headers } = await newMember(app, shop.id, "admin");
  const before = await paymentsOf(app, shop.id);
  await app.get("/account", headers);
  await removeUnnoticed(app, person.userId);
  const refused = await pay(app, shop, { ...headers, "x-app-id": "payroll" }, { amount: 39 });
  expect([refused.status, refused.body.code]).toEqual([404, "ACCOUNT_NOT_FOUND"]);
  const sql = "SELECT 1 FROM hub.approval_requests WHERE requester_id = $1";
  expect(await app.database.query(sql, [person.userId])).toEqual([]);
  expect(await paymentsOf(app, shop.id)).toBe(before);
});

test("what an API key asks for is not approved by who made the key", async () => {
  const rule = { kind: "payouts", required: true };
  expect((await setRule(app, shop.owner.in(shop.id), rule)).status).toBe(200);
  const made = await app.post(
    "/api-keys",
    { name: "Till", scopes: ["read:payroll", "write:payroll"] },
    shop.admin.in(shop.id),
  );
  expect(made.status).toBe(201);
  const asked = await pay(app, shop, { "x-api-key": made.body.key, "x-app-id": "payroll" }, { amount: 40 });
  expect(asked.status).toBe(202);
  const requestId = asked.body.approvalRequest.id as string;
  const own = await approve(app, requestId, shop.adminHeaders);
  expect([own.status, own.body.details.reason]).toEqual([403, "second_person_required"]);
  expect((await approve(app, requestId, shop.ownerHeaders)).status).toBe(200);
  expect((await finished(app, requestId, shop.ownerHeaders)).status).toBe("executed");
  const [row] = await app.database.query<{ actor_type: string }>(
    "SELECT actor_type FROM gateway.audit_log WHERE changes->'approval'->>'requestId' = $1",
    [requestId],
  );
  expect(row!.actor_type).toBe("api_key");
});
