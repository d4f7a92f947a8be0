import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { draft, move, newBookkeeper, post, type Bookkeeper } from "./bookkeeper.ts";

let app: TestApp;
let keeper: Bookkeeper;
beforeAll(async () => {
  app = await openSharedApp();
  keeper = await newBookkeeper(app);
});
afterAll(() => app?.close());

interface ShownLine {
  accountCode: string;
  debit: number;
  credit: number;
  foreignDebit: number | null;
}

const path = "/accounting/journal-entries";
const balanceOf = async (code: string, { headers }: Bookkeeper): Promise<number> =>
  (await app.get("/accounting/ledger-accounts", headers)).body.accounts.find(
    (account: { code: string }) => account.code === code,
  ).balance;

test("an entry is a draft without a number until it is posted, and counts from then", async () => {
  const own = await newBookkeeper(app);
  const made = await draft(app, own, "2026-03-31", move("6400", "1010", 1200.5));
  expect([made.status, made.body]).toMatchObject([
    201,
    { status: "draft", kind: "standard", number: null, fiscalYear: null, total: 1200.5, currency: "USD" },
  ]);
  expect(await balanceOf("6400", own)).toBe(0);
  const posted = await app.post(`${path}/${made.body.id}/post`, {}, own.headers);
  expect(posted.body).toMatchObject({
    status: "posted",
    number: "JE-2026-000001",
    fiscalYear: 2026,
    postedBy: own.ownerId,
  });
  expect(
    posted.body.lines.map(({ accountCode, debit, credit }: ShownLine) => [accountCode, debit, credit]),
  ).toEqual([
    ["6400", 1200.5, 0],
    ["1010", 0, 1200.5],
  ]);
  expect([await balanceOf("6400", own), await balanceOf("1010", own)]).toEqual([1200.5, -1200.5]);
  expect((await app.post(`${path}/${made.body.id}/post`, {}, own.headers)).body).toEqual(posted.body);
  const deleted = await app.send("DELETE", `${path}/${made.body.id}`, own.headers);
  expect([deleted.status, deleted.body.details]).toEqual([409, { reason: "entry_posted" }]);
});

test("an entry that is one cent off is refused, whatever the number of its lines", async () => {
  const lines = [
    { code: "6400", debit: 0.1 },
    { code: "6450", debit: 0.2 },
    { code: "1010", credit: 0.31 },
  ];
  const refused = await draft(app, keeper, "2026-01-01", lines);
  expect([refused.status, refused.body.code]).toEqual([422, "BUSINESS_RULE"]);
  expect(refused.body.details).toEqual({
    reason: "unbalanced",
    debits: 0.3,
    credits: 0.31,
    difference: -0.01,
  });
  expect(
    (await draft(app, keeper, "2026-01-01", [...lines.slice(0, 2), { code: "1010", credit: 0.3 }])).status,
  ).toBe(201);
});

test("a line has one side, and no more decimals than the currency", async () => {
  const faults = async (lines: object[]) => {
    const { body } = await app.post(path, { date: "2026-01-01", memo: "x", lines }, keeper.headers);
    return body.details.fields?.map(({ path: where }: { path: string }) => where) ?? body.code;
  };
  const accountId = keeper.accounts.get("1010")!;
  expect(await faults([{ accountId, debit: 1, credit: 1 }, { accountId }])).toEqual(["lines.0", "lines.1"]);
  expect(
    await faults([
      { accountId, debit: 0.001 },
      { accountId, credit: 0.001 },
    ]),
  ).toBe("AMOUNT_PRECISION");
});

test("a reversal is the mirror of an entry, and there is one only, also of two at once", async () => {
  const own = await newBookkeeper(app);
  const { body: entry } = await post(app, own, "2026-03-31", move("6400", "1010", 10));
  const reverse = (date: string) => app.post(`${path}/${entry.id}/reverse`, { date }, own.headers);
  const early = await reverse("2026-03-30");
  expect([early.status, early.body.details.fields[0].path]).toEqual([400, "date"]);
  const answers = await Promise.all([reverse("2026-04-01"), reverse("2026-04-01")]);
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, 409]);
  const mirror = answers.find(({ status }) => status === 201)!.body;
  expect(mirror).toMatchObject({
    kind: "reversal",
    status: "posted",
    number: "JE-2026-000002",
    reversesId: entry.id,
  });
  expect(mirror.lines.map(({ debit, credit }: ShownLine) => [debit, credit])).toEqual([
    [0, 10],
    [10, 0],
  ]);
  expect((await app.get(`${path}/${entry.id}`, own.headers)).body.reversedById).toBe(mirror.id);
  expect(await balanceOf("1010", own)).toBe(0);
  const made = await draft(app, own, "2026-03-31", move("6400", "1010", 10));
  const ofDraft = await app.post(`${path}/${made.body.id}/reverse`, { date: "2026-04-01" }, own.headers);
  expect(ofDraft.body.details).toEqual({ reason: "entry_draft" });
});

test("numbers have no gaps per fiscal year when many post at once and some fail", async () => {
  const own = await newBookkeeper(app, { fiscalYearStartMonth: 7 });
  const drafts = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      draft(
        app,
        own,
        n % 2 === 0 ? "2026-06-30" : "2026-07-01",
        move("6400", n % 5 === 0 ? "6999" : "1010", 1),
      ),
    ),
  );
  const ids = drafts.filter(({ status }) => status === 201).map(({ body }) => body.id as string);
  expect(ids).toHaveLength(19);
  // Each twice at once: the second one posts nothing.
  const posted = await Promise.all(
    [...ids, ...ids].map((id) => app.post(`${path}/${id}/post`, {}, own.headers)),
  );
  expect(new Set(posted.map(({ status }) => status))).toEqual(new Set([200]));
  const rows = await app.database.query<{ year: number; numbers: number[] }>(
    `SELECT fiscal_year AS year, array_agg(number ORDER BY number) AS numbers FROM hub.accounting_entries
     WHERE owner_id = $1 GROUP BY fiscal_year ORDER BY fiscal_year`,
    [own.ownerId],
  );
  expect(rows.map(({ year, numbers }) => [year, numbers])).toEqual([
    [2026, numbers(9)],
    [2027, numbers(10)],
  ]);
});

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("a foreign currency is converted so that both sides stay equal to the cent", async () => {
  const lines = [
    { code: "6400", debit: 0.33 },
    { code: "6450", debit: 0.33 },
    { code: "6500", debit: 0.34 },
    { code: "1010", credit: 1 },
  ];
  const foreign = { foreignCurrency: "EUR", exchangeRate: 1.0849999999 };
  const { body } = await draft(app, keeper, "2026-01-01", lines, foreign);
  expect(body).toMatchObject({
    foreignCurrency: "EUR",
    exchangeRate: 1.0849999999,
    total: 1.08,
    currency: "USD",
  });
  expect(body.lines.map(({ debit, foreignDebit }: ShownLine) => [debit, foreignDebit])).toEqual([
    [0.36, 0.33],
    [0.35, 0.33],
    [0.37, 0.34],
    [0, 0],
  ]);
  const { body: yen } = await draft(app, keeper, "2026-01-01", move("6400", "1010", 1000), {
    foreignCurrency: "JPY",
    exchangeRate: 0.0067,
  });
  expect(yen.total).toBe(6.7);
  for (const [input, where] of [
    [{ foreignCurrency: "EUR" }, "exchangeRate"],
    [{ exchangeRate: 2 }, "foreignCurrency"],
    [{ foreignCurrency: "USD", exchangeRate: 1 }, "foreignCurrency"],
  ] as const) {
    const refused = await draft(app, keeper, "2026-01-01", move("6400", "1010", 1), input);
    expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, where]);
  }
});

test("an uploaded file is attached and kept, and one of another account is not found", async () => {
  const file = {
    filename: "rent.csv",
    contentType: "text/csv",
    content: Buffer.from("a,b\n").toString("base64"),
  };
  const own = await newBookkeeper(app);
  const { body: uploaded } = await app.post("/files", file, own.headers);
  const attachments = [uploaded.fileId ?? uploaded.file?.fileId ?? uploaded.id];
  const made = await draft(app, own, "2026-01-01", move("6400", "1010", 1), { attachments });
  expect([made.status, made.body.attachments]).toEqual([201, attachments]);
  const [row] = await app.database.query("SELECT kept_until FROM hub.files WHERE id = $1", attachments);
  expect(row).toEqual({ kept_until: null });
  const foreign = await draft(app, keeper, "2026-01-01", move("6400", "1010", 1), { attachments });
  expect([foreign.status, foreign.body.code]).toEqual([404, "FILE_NOT_FOUND"]);
});

test("entries are listed by date, account and status, page by page", async () => {
  const own = await newBookkeeper(app);
  for (const day of ["01", "02", "03"]) await post(app, own, `2026-01-${day}`, move("6400", "1010", 1));
  await draft(app, own, "2026-01-02", move("6450", "1020", 1));
  const list = async (query: string) => (await app.get(`${path}?${query}`, own.headers)).body;
  const dates = ({ entries }: { entries: { date: string }[] }) => entries.map(({ date }) => date);
  const first = await list("limit=2");
  expect(dates(first)).toEqual(["2026-01-03", "2026-01-02"]);
  expect(dates(await list(`limit=2&cursor=${first.nextCursor}`))).toEqual(["2026-01-02", "2026-01-01"]);
  expect(dates(await list("status=draft"))).toEqual(["2026-01-02"]);
  expect(dates(await list(`accountId=${own.accounts.get("1020")}`))).toEqual(["2026-01-02"]);
  expect(dates(await list("from=2026-01-02&to=2026-01-02&status=posted"))).toEqual(["2026-01-02"]);
  expect((await list("currency=EUR")).entries).toEqual([]);
});

test("another account's entry does not exist, and its ledger accounts cannot be used", async () => {
  const { body } = await draft(app, keeper, "2026-01-01", move("6400", "1010", 1));
  const other = await newBookkeeper(app);
  for (const answer of [
    await app.get(`${path}/${body.id}`, other.headers),
    await app.post(`${path}/${body.id}/post`, {}, other.headers),
    await app.post(`${path}/${body.id}/reverse`, { date: "2026-01-01" }, other.headers),
    await app.send("DELETE", `${path}/${body.id}`, other.headers),
    await draft(app, other, "2026-01-01", [
      { code: keeper.accounts.get("6400")!, debit: 1 },
      { code: "1010", credit: 1 },
    ]),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
});
