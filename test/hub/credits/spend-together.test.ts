import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import { spendCredits } from "../../../subgraphs/hub/credits/consume.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

const at = new Date("2026-03-01T09:00:00.123Z");

/** A lot: credits in hundredths, source, days until it expires, and when it was created. */
type LotOf = [remaining: number, source: "paid" | "promo", expiresInDays: number | null, createdAt: string];

const lots: readonly LotOf[] = [
  [40, "paid", null, "2026-01-01T00:00:00.000100Z"],
  [7, "promo", null, "2026-01-01T00:00:00.000900Z"],
  [30, "paid", 40, "2026-01-02T00:00:00.000900Z"],
  [5, "promo", 40, "2026-01-03T00:00:00Z"],
  [11, "paid", 3, "2026-01-04T00:00:00Z"],
  [9, "paid", 40, "2026-01-02T00:00:00.000100Z"],
];

/** An account with these lots, the same for every name but for its ids. */
async function openAccount(name: string): Promise<string> {
  const ownerId = `usr_${name}${newId("x")}`;
  const account = `acc_${ownerId}`;
  const total = lots.reduce((sum, [remaining]) => sum + remaining, 0);
  await app.database.query(
    `INSERT INTO hub.credit_accounts (id, owner_id, app_id, pool, balance, total_purchased, created_at)
     VALUES ($1, $2, 'central', 'standard', $3, $3, now())`,
    [account, ownerId, total],
  );
  for (const [index, [remaining, source, days, createdAt]] of lots.entries())
    await app.database.query(
      `INSERT INTO hub.credit_lots (id, account_id, owner_id, source, remaining, expires_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6::timestamptz + make_interval(days => $7), $8)`,
      [`lot_${index}_${ownerId}`, account, ownerId, source, remaining, at, days, createdAt],
    );
  return ownerId;
}

/** All that spending has written for an account, without ids and with amounts. */
async function traceOf(ownerId: string): Promise<unknown> {
  const [row] = await app.database.query<{ trace: string }>(
    `SELECT json_build_object(
       'account', (SELECT json_build_array(balance, held, total_purchased, total_consumed, last_consumed_at)
                   FROM hub.credit_accounts WHERE owner_id = $1),
       'lots', (SELECT json_agg(remaining ORDER BY id) FROM hub.credit_lots WHERE owner_id = $1),
       'entries', (SELECT json_agg(json_build_array(e.app_id, e.pool, e.type, e.amount, e.balance_after, e.description,
                     e.operation, e.metadata, e.reference_id, e.transaction_id, e.hold_id, e.expires_at, e.created_at,
                     (SELECT json_agg(json_build_array(split_part(ledger, ':', 1), p.owner_id = $1, amount) ORDER BY amount)
                      FROM hub.credit_postings p WHERE p.entry_id = e.id)) ORDER BY e.sequence)
                   FROM hub.credit_entries e WHERE e.owner_id = $1),
       'events', (SELECT json_agg(json_build_array(type, app_id, object_id LIKE 'acc\\_%', payload, actor_type, actor_id) ORDER BY sequence)
                  FROM hub.outbox_events WHERE owner_id = $1),
       'keys', (SELECT json_agg(json_build_array(principal = $1, operation, key, request_hash, created_at, expires_at,
                  regexp_replace(response::text, 'cle_[0-9a-z]+', 'cle_'), refusal, sealed) ORDER BY created_at, key)
                FROM hub.idempotency_keys WHERE scope = $1)
     )::text AS trace`,
    [ownerId],
  );
  return JSON.parse(row!.trace.replaceAll(ownerId, "owner")) as unknown;
}

/** The same with a hook that joins the commit, which takes the ordinary way. */
const onOrdinaryWay = (ctx: HubContext): HubContext => ({ ...ctx, beforeCommit: async () => {} });

async function spendAll(ownerId: string, way: (ctx: HubContext) => HubContext): Promise<unknown[]> {
  const spend = (amount: number, own: { key?: string; referenceId?: string; metadata?: object } = {}) => {
    const ctx = app.contextFor(ownerId, {
      at,
      idempotencyKey: own.key ?? null,
      actor: { type: "user", id: ownerId },
    });
    const { referenceId, metadata } = own;
    const input = { appId: "central", amount, description: `"${amount}" \\ ü` };
    return spendCredits(way(ctx), {
      ...input,
      ...(referenceId && { referenceId }),
      ...(metadata && { metadata: metadata as Record<string, unknown> }),
    });
  };
  const answers: PromiseSettledResult<{ balance: number; entryId: string }>[] = [];
  const together = async (...all: Promise<{ balance: number; entryId: string }>[]) =>
    void answers.push(...(await Promise.allSettled(all)));
  await together(spend(3), spend(10, { key: "k1" }), spend(2, { referenceId: "r1" }));
  await together(spend(10, { key: "k1" }));
  await together(spend(11, { key: "k1" }), spend(2, { referenceId: "r1" }));
  await together(spend(12, { metadata: { b: 1, a: { $: [null, "x"] } } }), spend(1, { key: "k2" }));
  await together(spend(1000, { key: "k3" }));
  await together(spend(20));
  await together(spend(45, { key: "k3" }));
  // All that is left.
  await together(spend(9));
  await together(spend(1));
  return answers.map((answer) =>
    answer.status === "fulfilled"
      ? { ...answer.value, entryId: answer.value.entryId.slice(0, 4) }
      : (answer.reason as { code: string }).code,
  );
}

test("spending in one statement writes what spending on the ordinary way writes", async () => {
  const [simple, ordinary] = [await openAccount("a"), await openAccount("b")];
  const answers = await spendAll(simple, (ctx) => ctx);
  expect(answers).toEqual(await spendAll(ordinary, onOrdinaryWay));
  expect(answers.filter((answer) => typeof answer === "string").toSorted()).toEqual([
    "IDEMPOTENCY_KEY_REUSED",
    "INSUFFICIENT_CREDITS",
    "INSUFFICIENT_CREDITS",
  ]);
  const trace = await traceOf(simple);
  expect(trace).toEqual(await traceOf(ordinary));
  expect(trace).toMatchObject({ account: [0, 0, 102, 102, expect.any(String)] });
});

test("simple spendings are one statement, and leave no sight of accounts on their connection", async () => {
  const owners = await Promise.all(["c", "d", "e"].map(openAccount));
  const pool = await app.contextFor(null).em.getConnection().getNativeClient();
  const spend = () =>
    Promise.all(
      owners.map((ownerId) =>
        spendCredits(app.contextFor(ownerId), { appId: "central", amount: 1, description: "x" }),
      ),
    );
  await spend();
  const [written] = await app.database.query<{ count: number }>(
    `SELECT count(DISTINCT xmin::text)::int AS count FROM hub.credit_entries WHERE owner_id = ANY($1)`,
    [owners],
  );
  expect(written!.count).toBe(1);
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  for (const client of clients) {
    const { rows } = await client.query("SELECT count(*)::int AS seen FROM credit_accounts");
    expect(rows).toEqual([{ seen: 0 }]);
    client.release();
  }
});

test("a membership that has ended fails the spending, and those beside it are charged once", async () => {
  const [member, other] = [await openAccount("f"), await openAccount("g")];
  const plain = app.contextFor(member);
  const membership = { accountId: member, userId: "usr_nobody", version: 1 };
  const principal = { ...plain.principal, membership } as unknown as HubContext["principal"];
  const input = { appId: "central", amount: 1, description: "x" };
  const answers = await Promise.allSettled([
    spendCredits(app.contextFor(member, { principal }), input),
    spendCredits(app.contextFor(other), input),
  ]);
  expect(answers).toMatchObject([
    { status: "rejected", reason: { code: "ACCOUNT_NOT_FOUND" } },
    { status: "fulfilled", value: { balance: 101 } },
  ]);
  expect(await traceOf(member)).toMatchObject({
    account: [102, 0, 102, 0, null],
    entries: null,
    events: null,
  });
});
