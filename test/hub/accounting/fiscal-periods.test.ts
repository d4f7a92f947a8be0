import { afterAll, beforeAll, expect, test } from "vitest";
import { readPeriodId } from "../../../subgraphs/hub/accounting/periods/period-id.ts";
import type { Answer, TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { draft, move, newBookkeeper, newPerson, post, type Bookkeeper } from "./bookkeeper.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

interface Period {
  id: string;
  startDate: string;
  endDate: string;
  number: number;
  status: string;
}

const base = "/accounting/fiscal-periods";
const periodsOf = async ({ headers }: Bookkeeper, year: number): Promise<Period[]> =>
  (await app.get(`${base}?year=${year}`, headers)).body.periods;
const idOf = ({ ledgerId }: Bookkeeper, month: string) =>
  `fpd_${ledgerId.slice(4)}_${month.replace("-", "")}`;
const close = (keeper: Bookkeeper, month: string): Promise<Answer> =>
  app.post(`${base}/${idOf(keeper, month)}/close`, {}, keeper.headers);
const reopen = (keeper: Bookkeeper, month: string, reason = "A late invoice"): Promise<Answer> =>
  app.post(`${base}/${idOf(keeper, month)}/reopen`, { reason }, keeper.headers);
const balanceOf = async (code: string, { headers }: Bookkeeper): Promise<number> =>
  (await app.get("/accounting/ledger-accounts", headers)).body.accounts.find(
    (account: { code: string }) => account.code === code,
  ).balance;

test("a fiscal year has 12 periods from its first month, and no period without a ledger", async () => {
  const keeper = await newBookkeeper(app, { fiscalYearStartMonth: 7 });
  const periods = await periodsOf(keeper, 2024);
  expect(periods.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  expect(periods[0]).toMatchObject({ startDate: "2023-07-01", endDate: "2023-07-31", status: "open" });
  expect(periods[7]).toMatchObject({ startDate: "2024-02-01", endDate: "2024-02-29" });
  const { headers } = await newPerson(app);
  expect((await app.get(`${base}?year=2024`, headers)).body.periods).toEqual([]);
});

test("periods are closed in order, and earlier ones without postings with them", async () => {
  const keeper = await newBookkeeper(app);
  await post(app, keeper, "2026-02-10", move("6400", "1010", 5));
  const early = await close(keeper, "2026-03");
  expect([early.status, early.body.details]).toEqual([
    409,
    { reason: "earlier_period_open", periodId: idOf(keeper, "2026-02") },
  ]);
  expect((await close(keeper, "2026-02")).body).toMatchObject({ status: "closed", number: 2 });
  const statuses = (await periodsOf(keeper, 2026)).map(({ status }) => status);
  expect(statuses.slice(0, 3)).toEqual(["closed", "closed", "open"]);
  expect((await close(keeper, "2026-01")).body.details.reason).toBe("period_closed");
  const late = await draft(app, keeper, "2026-01-31", move("6400", "1010", 5));
  expect([late.status, late.body.details]).toEqual([
    409,
    { reason: "period_closed", date: "2026-01-31", closedThrough: "2026-02-28" },
  ]);
  expect((await post(app, keeper, "2026-03-01", move("6400", "1010", 5))).status).toBe(200);
});

test("closing a year books its result to retained earnings, and reopening takes it back", async () => {
  const keeper = await newBookkeeper(app);
  await post(app, keeper, "2025-12-15", move("1010", "4000", 1000));
  await post(app, keeper, "2025-12-16", move("6400", "1010", 300.25));
  const closed = await close(keeper, "2025-12");
  expect(closed.body).toMatchObject({ status: "closed", number: 12 });
  const { entryId } = closed.body.changes[0];
  const { body: entry } = await app.get(`/accounting/journal-entries/${entryId}`, keeper.headers);
  expect(entry).toMatchObject({ kind: "closing", date: "2025-12-31", number: "JE-2025-000003", total: 1000 });
  const balances = async () =>
    Promise.all(["4000", "6400", "3900", "1010"].map((code) => balanceOf(code, keeper)));
  expect(await balances()).toEqual([0, 0, 699.75, 699.75]);
  const reversal = await app.post(
    `/accounting/journal-entries/${entryId}/reverse`,
    { date: "2026-01-01" },
    keeper.headers,
  );
  expect(reversal.body.details).toEqual({ reason: "closing_entry" });

  const reopened = await reopen(keeper, "2025-12");
  expect(reopened.body).toMatchObject({
    status: "open",
    changes: [
      { action: "closed", reason: null, madeBy: keeper.ownerId },
      { action: "reopened", reason: "A late invoice", madeBy: keeper.ownerId, entryId },
    ],
  });
  expect(await balances()).toEqual([1000, 300.25, 0, 699.75]);
  await post(app, keeper, "2025-12-31", move("6400", "1010", 0.75));
  await close(keeper, "2025-12");
  expect(await balances()).toEqual([0, 0, 699, 699]);
});

test("a year without a posting in its last month is closed before the next one begins", async () => {
  const keeper = await newBookkeeper(app);
  await post(app, keeper, "2025-11-15", move("1010", "4000", 10));
  await close(keeper, "2025-11");
  const skipped = await close(keeper, "2026-01");
  expect(skipped.body.details).toEqual({
    reason: "earlier_period_open",
    periodId: idOf(keeper, "2025-12"),
  });
  expect((await close(keeper, "2025-12")).body.changes[0].entryId).toMatch(/^jen_/);
  expect((await close(keeper, "2026-01")).body.changes[0].entryId).toBe(null);
});

test("only the last closed period is reopened, with a reason", async () => {
  const keeper = await newBookkeeper(app);
  await close(keeper, "2026-01");
  await close(keeper, "2026-02");
  expect((await reopen(keeper, "2026-03")).body.details).toEqual({ reason: "period_open" });
  expect((await reopen(keeper, "2026-01")).body.details).toEqual({
    reason: "later_period_closed",
    periodId: idOf(keeper, "2026-02"),
  });
  const silent = await reopen(keeper, "2026-02", " ");
  expect([silent.status, silent.body.details.fields[0].path]).toEqual([400, "reason"]);
  expect((await reopen(keeper, "2026-02")).body.status).toBe("open");
  expect((await reopen(keeper, "2026-01")).body.status).toBe("open");
});

test("closing while many post: each posting is before the closing or refused, and the result has them all", async () => {
  const keeper = await newBookkeeper(app);
  await post(app, keeper, "2025-12-01", move("1010", "4000", 1));
  const drafts = await Promise.all(
    Array.from({ length: 20 }, () => draft(app, keeper, "2025-12-20", move("1010", "4000", 1))),
  );
  const postIt = ({ body }: Answer) =>
    app.post(`/accounting/journal-entries/${body.id}/post`, {}, keeper.headers);
  const [first, ...answers] = await Promise.all([
    ...drafts.slice(0, 10).map(postIt),
    close(keeper, "2025-12"),
    close(keeper, "2025-12"),
    ...drafts.slice(10).map(postIt),
  ]);
  const all = [first!, ...answers];
  const closings = all.slice(10, 12).map(({ status }) => status);
  expect(closings.toSorted((a, b) => a - b)).toEqual([200, 409]);
  const postings = [...all.slice(0, 10), ...all.slice(12)];
  for (const { status, body } of postings)
    if (status !== 200) expect(body.details.reason).toBe("period_closed");
  const booked = postings.filter(({ status }) => status === 200).length + 1;
  expect([await balanceOf("4000", keeper), await balanceOf("3900", keeper)]).toEqual([0, booked]);
  const [gaps] = await app.database.query<{ gaps: number }>(
    "SELECT (max(number) - count(*))::int AS gaps FROM hub.accounting_entries WHERE owner_id = $1 AND number IS NOT NULL",
    [keeper.ownerId],
  );
  expect(gaps!.gaps).toBe(0);
});

test("a period of another account does not exist", async () => {
  const [keeper, other] = [await newBookkeeper(app), await newBookkeeper(app)];
  for (const answer of [
    await app.post(`${base}/${idOf(keeper, "2026-01")}/close`, {}, other.headers),
    await app.post(`${base}/${idOf(keeper, "2026-01")}/reopen`, { reason: "x" }, other.headers),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
});

test.each([
  "",
  "fpd_",
  "fpd_x_202613",
  "fpd_x_180001",
  "fpd_X_202601",
  "lgr_x",
  `fpd_${"x".repeat(50)}_202601`,
])("%j is the ID of no period", (id) => {
  expect(readPeriodId(id)).toBe(null);
});
