import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { resumeExports, runExport } from "../../../subgraphs/hub/accounting/exports/run-export.service.ts";
import type { RemoteBooks } from "../../../subgraphs/hub/accounting/exports/remote-books.port.ts";
import { sendJson } from "../../sandbox/start-test-sandbox.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { age, connected, liveTokens, refreshes } from "../oauth/oauth-world.ts";
import { contextOf, draft, move, newBookkeeper, post, type Bookkeeper } from "./bookkeeper.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());
afterEach(() => freeQueue());

const programs = ["quickbooks", "xero"] as const;
type Program = (typeof programs)[number];
const charts = {
  quickbooks: [
    ["35", "1010", "Checking", "Bank"],
    ["84", "1100", "Receivables", "Accounts Receivable"],
    ["79", "4000", "Sales", "Income"],
    ["12", "6400", "Rent", "Expense"],
  ],
  xero: [
    ["a1", "1090", "Clearing", "CURRENT"],
    ["a2", "1010", "Checking", "BANK"],
    ["a3", "4000", "Sales", "REVENUE"],
    ["a4", "6400", "Rent", "EXPENSE"],
  ],
} as const;
/** Where lines of the checking account go. */
const checking = { quickbooks: "35", xero: "a1" } as const;

interface Journal {
  number: string | null;
  date: string;
  memo: string;
  lines: { account: { id: string }; cents: number }[];
}

let logins = 0;

/** A bookkeeper with a company at a program, whose accounts are mapped. */
async function connectedKeeper(program: Program, more: { keepsKeys?: boolean; currency?: string } = {}) {
  const keeper = await newBookkeeper(app);
  const login = `books${(logins += 1)}`;
  const { keepsKeys = true, currency = "USD" } = more;
  const accounts = charts[program].map(([id, code, name, type]) => ({ id, code, name, type }));
  const companies = [{ name: "Pia's shop", currency, accounts }];
  await sendJson("PUT", `${app.sandboxUrl}/oauth/switches/books/${program}`, {
    account: login,
    companies,
    keepsKeys,
  });
  const connectionId = await connected(app, keeper, { provider: program, login });
  const mapped = [{ accountId: keeper.accounts.get("1010"), remoteAccountId: checking[program] }];
  const change = { connectionId, accounts: mapped };
  expect((await app.send("PATCH", "/accounting/export-accounts", keeper.headers, change)).status).toBe(200);
  return { keeper, login, connectionId, program };
}
type World = Awaited<ReturnType<typeof connectedKeeper>>;

async function journals({ program, login }: World): Promise<Journal[]> {
  const { body } = await sendJson("GET", `${app.sandboxUrl}/oauth/switches/books/${program}`);
  const found = body.companies as { account: string; journals: Journal[] }[];
  return found.filter(({ account }) => account === login).flatMap((company) => company.journals);
}

const start = ({ keeper, connectionId }: World, more: object = {}) =>
  app.post(
    "/accounting/exports",
    { connectionId, from: "2026-03-01", to: "2026-03-31", ...more },
    keeper.headers,
  );

async function ended({ keeper }: World, exportId: string) {
  const path = `/accounting/exports/${exportId}`;
  await until("the export has ended", async () => {
    const { body } = await app.get(path, keeper.headers);
    return body.status !== "running";
  });
  return (await app.get(path, keeper.headers)).body;
}

async function entriesOf({ keeper }: World, exportId: string) {
  const { body } = await app.get(`/accounting/exports/${exportId}/entries?limit=100`, keeper.headers);
  return body.entries as { number: string; status: string; remoteId: string | null; reason: string | null }[];
}

const fault = (faults: object) => sendJson("POST", `${app.sandboxUrl}/oauth/switches/apis`, faults);

/** Lets a run of the job happen here, without the queue. */
async function runHere({ keeper }: World, exportId: string): Promise<void> {
  const { ownerId } = keeper;
  await runExport(contextOf(app, { ownerId }), { exportId, ownerId }, new AbortController().signal);
}

/** Keeps the queue from starting exports, so that the test decides when one runs. */
async function holdQueue(): Promise<void> {
  await app.database
    .query(`CREATE OR REPLACE FUNCTION public.hold_exports() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.start_after := greatest(NEW.start_after, now() + interval '1 day'); RETURN NEW; END $$`);
  await app.database.query(`CREATE OR REPLACE TRIGGER hold_exports BEFORE INSERT ON jobs.job FOR EACH ROW
    WHEN (NEW.name = 'export-journal-entries') EXECUTE FUNCTION public.hold_exports()`);
}

async function freeQueue(): Promise<void> {
  await app.database.query("DROP TRIGGER IF EXISTS hold_exports ON jobs.job");
  await app.database.query(
    "DELETE FROM jobs.job WHERE name = 'export-journal-entries' AND state = 'created'",
  );
}

const march = async (keeper: Bookkeeper) => {
  await post(app, keeper, "2026-03-01", move("6400", "1010", 1200.5));
  await post(app, keeper, "2026-03-31", move("1010", "4000", 99.99));
  await post(app, keeper, "2026-04-01", move("1010", "4000", 5));
};

describe.each(programs)("an export to %s", (program) => {
  test("sends the posted entries of the period, balanced and once, also when periods overlap", async () => {
    const world = await connectedKeeper(program);
    await march(world.keeper);
    await draft(app, world.keeper, "2026-03-15", move("6400", "1010", 7));
    const begun = await start(world);
    expect([begun.status, begun.body.entryCount, begun.body.earlierCount]).toEqual([202, 2, 0]);
    expect(begun.body).toMatchObject({ provider: program, companyName: "Pia's shop", currency: "USD" });
    const done = await ended(world, begun.body.id);
    expect(done).toMatchObject({ status: "completed", exportedCount: 2, failedCount: 0, waitingCount: 0 });

    const [rent, sale] = await journals(world);
    expect(rent).toMatchObject({ date: "2026-03-01" });
    expect(rent!.lines.map(({ account, cents }) => [account.id, cents])).toEqual([
      [charts[program][3][0], 120_050],
      [checking[program], -120_050],
    ]);
    expect(sale!.lines.map(({ cents }) => cents)).toEqual([9_999, -9_999]);
    const entries = await entriesOf(world, begun.body.id);
    expect(entries.map(({ status, number }) => [status, number])).toEqual([
      ["exported", "JE-2026-000001"],
      ["exported", "JE-2026-000002"],
    ]);
    expect(entries.every(({ remoteId }) => remoteId !== null)).toBe(true);

    const wider = await start(world, { to: "2026-04-30" });
    expect(wider.body).toMatchObject({ entryCount: 1, earlierCount: 2 });
    await ended(world, wider.body.id);
    expect(await journals(world)).toHaveLength(3);
    const again = await start(world, { to: "2026-04-30" });
    expect(again.body).toMatchObject({ status: "completed", entryCount: 0, earlierCount: 3 });
  });

  test("a lost response is looked for, and the entry is there once, also without keys", async () => {
    const world = await connectedKeeper(program, { keepsKeys: false });
    await march(world.keeper);
    await holdQueue();
    const begun = await start(world);
    await fault({ status: null, times: 1 });
    await runHere(world, begun.body.id);
    expect(await ended(world, begun.body.id)).toMatchObject({ status: "completed", exportedCount: 2 });
    expect(await journals(world)).toHaveLength(2);
  });

  test("a run that is killed between sending and noting is continued without a second entry", async () => {
    const world = await connectedKeeper(program, { keepsKeys: false });
    await march(world.keeper);
    await holdQueue();
    const begun = await start(world);
    const ctx = contextOf(app, world.keeper);
    const real = ctx.ports.remoteBooks.get(program)!;
    const { ownerId } = world.keeper;
    const dying: RemoteBooks = {
      ...real,
      async post(given) {
        await real.post(given);
        throw new Error("killed");
      },
    };
    const ports = { ...ctx.ports, remoteBooks: new Map([[program, dying]]) };
    const doomed = { ...ctx, ports };
    const run = { exportId: begun.body.id as string, ownerId };
    await expect(runExport(doomed, run, new AbortController().signal)).rejects.toThrow("killed");
    expect(await journals(world)).toHaveLength(1);
    // Nobody else may send while the dead run could still be alive.
    await runHere(world, run.exportId);
    expect(await journals(world)).toHaveLength(1);
    const over = "UPDATE hub.accounting_exports SET leased_until = now() - interval '1 second' WHERE id = $1";
    await app.database.query(over, [run.exportId]);
    await freeQueue();
    await resumeExports(ctx);
    expect(await ended(world, run.exportId)).toMatchObject({ status: "completed", exportedCount: 2 });
    expect(await journals(world)).toHaveLength(2);
    expect(new Set((await journals(world)).map(({ memo }) => memo)).size).toBe(2);
  });

  test("an entry that the program refuses has its reason, the others go on, and another export tries it again", async () => {
    const world = await connectedKeeper(program);
    await march(world.keeper);
    await holdQueue();
    const begun = await start(world);
    await app.database.query(
      `UPDATE hub.accounting_exports SET accounts = (SELECT jsonb_agg(CASE WHEN a->>0 = $2
         THEN jsonb_build_array(a->>0, 'gone', 'gone') ELSE a END) FROM jsonb_array_elements(accounts) a) WHERE id = $1`,
      [begun.body.id, world.keeper.accounts.get("6400")],
    );
    await runHere(world, begun.body.id);
    expect(await ended(world, begun.body.id)).toMatchObject({
      status: "completed",
      failedCount: 1,
      exportedCount: 1,
    });
    const [refused] = await entriesOf(world, begun.body.id);
    expect(refused!.status).toBe("failed");
    expect(JSON.stringify(refused!.reason)).toMatch(/Invalid Reference Id|not a valid code/);
    await freeQueue();
    const again = await start(world);
    expect(again.body).toMatchObject({ entryCount: 1, earlierCount: 1 });
    expect(await ended(world, again.body.id)).toMatchObject({ status: "completed", exportedCount: 1 });
    expect(await journals(world)).toHaveLength(2);
  });

  test("a limit of requests is waited for, and a long one leaves the job to a later run", async () => {
    const world = await connectedKeeper(program);
    await march(world.keeper);
    await holdQueue();
    const begun = await start(world);
    await fault({ status: 429, retryAfterSeconds: 1, times: 1 });
    await fault({ status: 429, retryAfterSeconds: 80_000, times: 1 });
    await runHere(world, begun.body.id);
    const [job] = await app.database.query<{ inMinutes: number }>(
      `SELECT extract(epoch FROM max(start_after) - now())::int / 60 AS "inMinutes" FROM jobs.job
       WHERE name = 'export-journal-entries' AND data->>'exportId' = $1`,
      [begun.body.id],
    );
    expect(job!.inMinutes).toBeGreaterThanOrEqual(1_300);
    expect(await journals(world)).toHaveLength(0);
    await runHere(world, begun.body.id);
    expect(await ended(world, begun.body.id)).toMatchObject({ status: "completed", exportedCount: 2 });
  });

  test("tokens are renewed on the way, and a lost connection ends the export without a guess", async () => {
    const world = await connectedKeeper(program);
    await march(world.keeper);
    const before = await refreshes(app);
    await age(app, world.connectionId, "over");
    const begun = await start(world);
    await ended(world, begun.body.id);
    expect(await refreshes(app)).toBe(before + 1);
    expect(await liveTokens(app, world.login, program)).toEqual([1]);

    await holdQueue();
    const later = await start(world, { to: "2026-04-30" });
    await app.send("DELETE", `/integrations/oauth/${program}?appId=finance`, world.keeper.headers);
    await runHere(world, later.body.id);
    const failed = await ended(world, later.body.id);
    expect(failed).toMatchObject({ status: "failed", exportedCount: 0, waitingCount: 0 });
    expect(failed.failure).toContain("Connect it again");
    expect((await entriesOf(world, later.body.id)).map(({ status }) => status)).toEqual(["skipped"]);
  });

  test("accounts without a partner, another currency and a second export at a time are refused", async () => {
    const world = await connectedKeeper(program);
    await post(app, world.keeper, "2026-03-01", move("6500", "1010", 10));
    const unmapped = await start(world);
    expect([unmapped.status, unmapped.body.details.reason]).toEqual([422, "accounts_unmapped"]);
    expect(unmapped.body.details.accounts).toEqual([
      { accountId: world.keeper.accounts.get("6500"), code: "6500" },
    ]);
    const unusable = { accountId: world.keeper.accounts.get("6500"), remoteAccountId: charts[program][1][0] };
    const change = { connectionId: world.connectionId, accounts: [unusable] };
    const refused = await app.send("PATCH", "/accounting/export-accounts", world.keeper.headers, change);
    expect(refused.body.details.reason).toBe("remote_account_unusable");

    const foreign = await connectedKeeper(program, { currency: "EUR" });
    await march(foreign.keeper);
    expect((await start(foreign)).body.details).toMatchObject({
      reason: "currency_differs",
      companyCurrency: "EUR",
    });

    const busy = await connectedKeeper(program);
    await march(busy.keeper);
    await holdQueue();
    const running = await start(busy);
    const second = await start(busy, { from: "2026-02-01" });
    expect([second.status, second.body.details]).toMatchObject([
      409,
      { reason: "export_running", exportId: running.body.id },
    ]);
  });
});

describe("a connection to an accounting program", () => {
  test("of several companies one must be chosen, and the company of QuickBooks comes beside the code", async () => {
    const keeper = await newBookkeeper(app);
    const company = (name: string) => ({ id: `tenant-${name}`, name, currency: "USD", accounts: [] });
    await sendJson("PUT", `${app.sandboxUrl}/oauth/switches/books/xero`, {
      account: "two",
      companies: [company("one"), company("two")],
    });
    const connectionId = await connected(app, keeper, { provider: "xero", login: "two" });
    const path = `/accounting/export-accounts?connectionId=${connectionId}`;
    const refused = await app.get(path, keeper.headers);
    expect(refused.body.details).toEqual({
      reason: "several_companies",
      companies: [
        { remoteCompanyId: "tenant-one", name: "one" },
        { remoteCompanyId: "tenant-two", name: "two" },
      ],
    });
    const chosen = await app.get(`${path}&remoteCompanyId=tenant-two`, keeper.headers);
    expect(chosen.body).toMatchObject({ companyName: "two", remoteAccounts: [] });
    expect((await app.get(`${path}&remoteCompanyId=tenant-x`, keeper.headers)).status).toBe(404);

    const quickbooks = await connected(app, keeper, { provider: "quickbooks", login: "two" });
    const [row] = await app.database.query<{ company_id: string }>(
      "SELECT company_id FROM hub.oauth_connections WHERE id = $1",
      [quickbooks],
    );
    expect(row!.company_id).toMatch(/^4620\d+$/);
  });

  test("without the scope, or to a service without books, nothing is exported", async () => {
    const keeper = await newBookkeeper(app);
    const bare = await connected(app, keeper, { provider: "xero", granted: ["openid", "offline_access"] });
    const lacking = await app.get(`/accounting/export-accounts?connectionId=${bare}`, keeper.headers);
    expect(lacking.body.details).toMatchObject({
      reason: "missing_scope",
      scopes: ["accounting.transactions"],
    });
    const google = await connected(app, keeper, { provider: "google" });
    const unfit = await app.get(`/accounting/export-accounts?connectionId=${google}`, keeper.headers);
    expect(unfit.body.details.reason).toBe("no_accounting_service");
  });
});
