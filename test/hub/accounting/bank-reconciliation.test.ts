import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer, TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { connect } from "../banking/bank-world.ts";
import { bankFor, type Bank } from "./bank-run.ts";
import { newBookkeeper } from "./bookkeeper.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const newBank = async (): Promise<Bank> => bankFor(app, await newBookkeeper(app));
const ascending = (a: number, b: number) => a - b;
const reasonOf = ({ status, body }: Answer) => [status, body.details?.reason];

test("a bank line is matched with entries of its sum to the cent, and an entry once", async () => {
  const bank = await newBank();
  const [rent, paper, other] = [await bank.pay(30), await bank.pay(12.5), await bank.pay(42.49)];
  const statement = await bank.importCsv(["2026-01-10,Landlord,-42.50", "2026-01-11,Shop,-12.50"]);
  const [shop, landlord] = await bank.lineIds(statement.id);
  const wrong = await bank.match(landlord!, [other]);
  expect([...reasonOf(wrong), wrong.body.details.difference]).toEqual([422, "amounts_differ", -0.01]);
  const matched = await bank.match(landlord!, [rent, paper]);
  expect(matched.body).toMatchObject({ entryIds: [paper, rent].toSorted(), matchedLineIds: [landlord] });
  expect((await bank.match(landlord!, [paper, rent])).body).toEqual(matched.body);
  expect(reasonOf(await bank.match(landlord!, [rent]))).toEqual([409, "line_matched"]);
  expect(reasonOf(await bank.match(shop!, [paper]))).toEqual([409, "entry_matched"]);
  expect((await bank.unmatch(landlord!)).body.entryIds).toEqual([]);
  expect((await bank.match(shop!, [paper])).status).toBe(200);
});

test("several bank lines are matched with one entry, and are free again together", async () => {
  const bank = await newBank();
  const entryId = await bank.pay(30);
  const { id } = await bank.importCsv(["2026-01-10,Part 1,-10.00", "2026-01-10,Part 2,-20.00"]);
  const [one, two] = await bank.lineIds(id);
  const both = await bank.match(one!, [entryId], { otherLineIds: [two] });
  expect(new Set(both.body.matchedLineIds)).toEqual(new Set([one, two]));
  await bank.unmatch(two!);
  expect((await bank.unmatched(id)).body.total).toBe(2);
});

test("drafts, entries of other accounts, and accounts that have no statements are refused", async () => {
  const bank = await newBank();
  const { id } = await bank.importCsv(["2026-01-10,Shop,-5.00"]);
  const [line] = await bank.lineIds(id);
  expect(reasonOf(await bank.match(line!, [await bank.draft(5)]))).toEqual([409, "entry_draft"]);
  expect(reasonOf(await bank.match(line!, [await bank.pay(5, "1100")]))).toEqual([422, "entry_account"]);
  expect(reasonOf(await bank.send(["2026-01-10,Shop,-5.00"], { code: "1100" }))).toEqual([
    422,
    "bank_account",
  ]);
  const bad = await bank.send(["2026-01-10,Shop,-5.00", "2026-13-01,Shop,1"]);
  expect([bad.status, bad.body.details.fields.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    ["content.2"],
  ]);
});

test("a file adds each line once, also when files overlap and when it is sent twice at once", async () => {
  const bank = await newBank();
  const first = ["2026-01-10,Coffee,-3.00", "2026-01-10,Coffee,-3.00"];
  const both = await Promise.all([bank.importCsv(first), bank.importCsv(first)]);
  expect(both[0].id).toBe(both[1].id);
  expect(both[0]).toMatchObject({ lineCount: 2, linesTotal: -6 });
  const next = await bank.importCsv([...first, "2026-01-11,Coffee,-3.00"]);
  expect(next).toMatchObject({ lineCount: 1, duplicates: 2, from: "2026-01-11" });
  const [{ n }] = (await app.database.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM hub.accounting_bank_lines WHERE account_id = $1",
    [bank.accountId],
  )) as [{ n: number }];
  expect(n).toBe(3);
});

test("suggestions name the reasons, the best one first", async () => {
  const bank = await newBank();
  const far = await bank.pay(50, "1010", { date: "2026-01-02", memo: "Something else" });
  const near = await bank.pay(50, "1010", { date: "2026-01-09", memo: "Acme Paper" });
  const parts = [
    await bank.pay(7, "1010", { date: "2026-01-08" }),
    await bank.pay(8, "1010", { date: "2026-01-08" }),
  ];
  const { id } = await bank.importCsv(["2026-01-10,ACME PAPER LTD,-50.00", "2026-01-09,Batch,-15.00"]);
  const [acme, batch] = (await bank.unmatched(id)).body.lines;
  expect(acme.suggestions).toMatchObject([
    { entryIds: [near], reasons: ["same_amount", "near_date", "similar_text"] },
    { entryIds: [far], reasons: ["same_amount"] },
  ]);
  expect(batch.suggestions).toMatchObject([
    { entryIds: parts.toSorted(), reasons: ["same_day_total", "near_date", "only_candidate"] },
  ]);
});

test("a reconciliation completes only when it adds up and every line is matched", async () => {
  const bank = await newBank();
  const entryId = await bank.pay(5);
  const { id } = await bank.importCsv(["2026-01-10,Shop,-5.00"]);
  const [line] = await bank.lineIds(id);
  expect(reasonOf(await bank.complete(id))).toEqual([422, "balance_missing"]);
  const off = await bank.complete(id, { openingBalance: 100, closingBalance: 95.01 });
  expect([...reasonOf(off), off.body.details.difference]).toEqual([422, "difference", 0.01]);
  const balances = { openingBalance: 100, closingBalance: 95 };
  expect(reasonOf(await bank.complete(id, balances))).toEqual([409, "lines_unmatched"]);
  await bank.match(line!, [entryId]);
  const done = await bank.complete(id, balances);
  expect(done.body).toMatchObject({
    statementId: id,
    through: "2026-01-10",
    closingBalance: 95,
    reason: null,
  });
  expect((await bank.complete(id, balances)).body.id).toBe(done.body.id);
});

test("a completed reconciliation locks lines, matches and entries until it is reopened", async () => {
  const bank = await newBank();
  const { id, line, entryId } = await bank.completed({ date: "2026-01-10", amount: 5, opening: 100 });
  expect(reasonOf(await bank.unmatch(line))).toEqual([409, "reconciliation_completed"]);
  expect(reasonOf(await bank.reverse(entryId))).toEqual([409, "reconciliation_completed"]);
  expect(reasonOf(await bank.send(["2026-01-09,Late,-1.00"]))).toEqual([409, "reconciliation_completed"]);
  expect((await bank.lines(id)).body.lines[0].entryIds).toEqual([entryId]);

  const reopened = await bank.reopen(id, "A missing line");
  expect(reopened.body).toMatchObject({ reason: "A missing line", reopenedBy: bank.ownerId });
  expect(reasonOf(await bank.reopen(id, "Again"))).toEqual([409, "reconciliation_open"]);
  expect((await bank.unmatch(line)).status).toBe(200);
  expect((await bank.reverse(entryId)).status).toBe(201);
  expect((await bank.reconciliations()).body.reconciliations).toMatchObject([{ statementId: id }]);
});

test("reconciliations follow each other: opening balance, order, and only the last is reopened", async () => {
  const bank = await newBank();
  const first = await bank.completed({ date: "2026-01-10", amount: 5, opening: 100 });
  const entries = [await bank.pay(6), await bank.pay(7)];
  const second = await bank.importCsv(["2026-02-10,Shop,-6.00"]);
  const third = await bank.importCsv(["2026-03-10,Shop,-7.00"]);
  for (const [index, { id }] of [second, third].entries())
    await bank.match((await bank.lineIds(id))[0]!, [entries[index]!]);
  expect(reasonOf(await bank.complete(third.id, { closingBalance: 82 }))).toEqual([
    409,
    "earlier_statement_open",
  ]);
  const wrong = await bank.complete(second.id, { openingBalance: 90, closingBalance: 84 });
  expect([...reasonOf(wrong), wrong.body.details.expected]).toEqual([422, "opening_differs", 95]);
  expect((await bank.complete(second.id, { closingBalance: 89 })).body.openingBalance).toBe(95);
  expect(reasonOf(await bank.reopen(first.id, "Early"))).toEqual([409, "later_reconciliation_completed"]);
});

test("a payment of a bill that is reconciled is not voided", async () => {
  const bank = await newBank();
  const { entryId, paymentId } = await bank.payBill(5);
  await bank.completed({ date: "2026-01-10", amount: 5, opening: 0, entryId });
  const path = `/accounting/vendor-bill-payments/${paymentId}/void`;
  const refused = await app.post(path, { date: "2026-02-01" }, bank.headers);
  expect(reasonOf(refused)).toEqual([409, "reconciliation_completed"]);
});

test("of two matches of one bank line at once, one wins", async () => {
  const bank = await newBank();
  for (let round = 0; round < 3; round += 1) {
    const entries = [await bank.pay(5), await bank.pay(5)];
    const { id } = await bank.importCsv([`2026-01-1${round},Shop,-5.00`]);
    const [line] = await bank.lineIds(id);
    const both = await Promise.all(entries.map((entryId) => bank.match(line!, [entryId])));
    expect(both.map(({ status }) => status).toSorted(ascending)).toEqual([200, 409]);
    const winner = entries[both.findIndex(({ status }) => status === 200)];
    expect((await bank.lines(id)).body.lines[0].entryIds).toEqual([winner]);
  }
});

test("of two bank lines that are matched with one entry at once, one wins", async () => {
  const bank = await newBank();
  const entryId = await bank.pay(5);
  const { id } = await bank.importCsv(["2026-01-10,Shop,-5.00", "2026-01-11,Shop,-5.00"]);
  const lines = await bank.lineIds(id);
  const both = await Promise.all(lines.map((line) => bank.match(line, [entryId])));
  expect(both.map(({ status }) => status).toSorted(ascending)).toEqual([200, 409]);
});

test("completing while a match is removed, or an entry reversed, leaves no completed one without it", async () => {
  const bank = await newBank();
  let opening = 100;
  for (let round = 0; round < 4; round += 1) {
    const entryId = await bank.pay(5);
    const { id } = await bank.importCsv([`2026-0${round + 1}-10,Shop,-5.00`]);
    const [line] = await bank.lineIds(id);
    await bank.match(line!, [entryId]);
    const balances = { openingBalance: opening, closingBalance: opening - 5 };
    const [done, undone, reversed] = await Promise.all([
      bank.complete(id, balances),
      bank.unmatch(line!),
      bank.reverse(entryId),
    ]);
    expect([done.status, undone.status].toSorted(ascending)).toEqual([200, 409]);
    const { entryIds } = (await bank.lines(id)).body.lines[0];
    expect(entryIds).toEqual(done.status === 200 ? [entryId] : []);
    expect([201, 409]).toContain(reversed.status);
    if (done.status !== 200) {
      await bank.match(line!, [entryId]);
      expect((await bank.complete(id, balances)).status).toBe(200);
    }
    opening -= 5;
  }
});

test("OFX and CAMT.053 bring their balances", async () => {
  const bank = await newBank();
  const ofx = `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?><OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>
    <CURDEF>USD</CURDEF><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260105</DTPOSTED>
    <TRNAMT>-12.50</TRNAMT><FITID>B1</FITID><NAME>Shop</NAME></STMTTRN></BANKTRANLIST>
    <LEDGERBAL><BALAMT>87.50</BALAMT><DTASOF>20260105</DTASOF></LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  expect((await bank.send([], { format: "ofx", content: ofx })).body).toMatchObject({
    openingBalance: null,
    closingBalance: 87.5,
    linesTotal: -12.5,
  });
  const camt = `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>X1</IBAN></Id><Ccy>USD</Ccy></Acct>
    <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">87.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
    <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">90.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
    <Ntry><Amt Ccy="USD">2.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-01-06</Dt></BookgDt>
    <AcctSvcrRef>R1</AcctSvcrRef><AddtlNtryInf>Interest</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`;
  expect((await bank.send([], { format: "camt053", content: camt })).body).toMatchObject({
    openingBalance: 87.5,
    closingBalance: 90,
    difference: 0,
  });
  const wrongCurrency = camt.replaceAll("USD", "EUR").replace("R1", "R2");
  const refused = await bank.send([], { format: "camt053", content: wrongCurrency });
  expect(reasonOf(refused)).toEqual([422, "currency_mismatch"]);
});

/** Rules of a bookkeeper, and what they did. */
function ruler(bank: Bank) {
  const { headers, accounts } = bank;
  const create = (more: Record<string, unknown>) =>
    app.post("/accounting/bank-rules", { name: "Rule", accountId: accounts.get("6250"), ...more }, headers);
  return {
    create,
    apply: (lineId: string, ruleId: string) =>
      app.post(`/accounting/bank-lines/${lineId}/apply-rule`, { ruleId }, headers),
    update: (id: string, changes: object) =>
      app.send("PATCH", `/accounting/bank-rules/${id}`, headers, changes),
    entries: async () => {
      const { body } = await app.get("/accounting/journal-entries?limit=100", headers);
      return body.entries.length as number;
    },
  };
}

test("a bank rule names its reasons, posts and matches a line once, and the first one in the order decides", async () => {
  const bank = await newBank();
  const { create, apply, update, entries } = ruler(bank);
  const fee = { texts: ["monthly  FEE"], direction: "out", maxAmount: 20, project: "Office" };
  const second = (await create({ name: "Any fee", texts: ["fee"], position: 7 })).body;
  const rule = (await create({ ...fee, position: 2, counterparty: "city bank" })).body;
  expect(rule).toMatchObject({
    action: "suggest",
    enabled: true,
    currency: "USD",
    minAmount: null,
    maxAmount: 20,
  });
  const { id } = await bank.importCsv([
    "2026-01-10,City-Bank,-12.00",
    "2026-01-09,Coffee house,-3.00",
    "2026-01-08,Parking fee,-4.00",
  ]);
  const { body } = await bank.unmatched(id);
  // The payee alone is no text of the first rule; `fee` is no word of `coffee`.
  expect(body.lines.map((line: { rule: { name: string } | null }) => line.rule?.name)).toEqual([
    undefined,
    undefined,
    "Any fee",
  ]);
  const [city, coffee, parking] = await bank.lineIds(id);
  expect(reasonOf(await apply(city!, rule.id))).toEqual([422, "rule_does_not_fit"]);
  expect((await update(rule.id, { texts: null })).status).toBe(200);
  const shown = (await bank.unmatched(id)).body.lines[0].rule;
  expect(shown).toMatchObject({ ruleId: rule.id, reasons: ["counterparty", "amount_range", "direction"] });
  const before = await entries();
  const both = await Promise.all([apply(city!, rule.id), apply(city!, rule.id)]);
  expect(both.map(({ status }) => status).sort(ascending)).toEqual([200, 409]);
  expect(await entries()).toBe(before + 1);
  const done = both.find(({ status }) => status === 200)!.body;
  expect([done.ruleId, done.entryIds.length]).toEqual([rule.id, 1]);
  const entry = (await app.get(`/accounting/journal-entries/${done.entryIds[0]}`, bank.headers)).body;
  expect(entry.lines).toMatchObject([
    { accountCode: "1010", credit: 12 },
    { accountCode: "6250", debit: 12, project: "Office" },
  ]);
  // A match that was taken back is not posted a second time.
  await bank.unmatch(city!);
  expect(reasonOf(await apply(city!, rule.id))).toEqual([409, "line_posted"]);
  expect((await bank.match(city!, done.entryIds)).body.ruleId).toBe(rule.id);
  const taken = await Promise.all([apply(parking!, second.id), bank.match(parking!, [await bank.pay(4)])]);
  expect(taken.map(({ status }) => status).sort(ascending)).toEqual([200, 409]);
  expect((await bank.lines(id)).body.lines[2].entryIds).toHaveLength(1);
  expect(reasonOf(await apply(coffee!, second.id))).toEqual([422, "rule_does_not_fit"]);
});

test("rules post lines when they are imported, but none that an entry or a closed period already has", async () => {
  const bank = await newBank();
  const { create, update, entries } = ruler(bank);
  const rule = (await create({ texts: ["hosting"], action: "post", memo: "Servers" })).body;
  await create({ name: "Off", texts: ["shop"], action: "post", enabled: false });
  const known = await bank.pay(9);
  const before = await entries();
  const lines = ["2026-01-12,Hosting A,-8.00", "2026-01-11,Hosting B,-9.00", "2026-01-10,Shop,-1.00"];
  const [one, other] = await Promise.all([bank.send(lines), bank.send(lines)]);
  expect([one.body.id, one.body.unmatchedCount]).toEqual([other.body.id, 2]);
  expect(await entries()).toBe(before + 1);
  const shown = (await bank.lines(one.body.id)).body.lines;
  expect(shown.map((line: { ruleId: string | null }) => line.ruleId)).toEqual([rule.id, null, null]);
  const [posted] = shown[0].entryIds;
  const entry = (await app.get(`/accounting/journal-entries/${posted}`, bank.headers)).body;
  expect([entry.memo, entry.date, entry.status]).toEqual(["Servers", "2026-01-12", "posted"]);
  const left = (await bank.unmatched(one.body.id)).body.lines;
  expect(left[0]).toMatchObject({ suggestions: [{ entryIds: [known] }], rule: { ruleId: rule.id } });

  const { periods } = (await app.get("/accounting/fiscal-periods?year=2026", bank.headers)).body;
  await app.post(`/accounting/fiscal-periods/${periods[0].id}/close`, {}, bank.headers);
  await update(rule.id, { client: "Agency" });
  const late = await bank.importCsv(["2026-01-31,Hosting C,-5.00", "2026-02-01,Hosting D,-6.00"]);
  expect(late.unmatchedCount).toBe(1);
  const accountId = bank.accounts.get("6600");
  await create({ texts: ["phone"], action: "post", accountId });
  await app.post(`/accounting/ledger-accounts/${accountId}/archive`, {}, bank.headers);
  expect((await bank.importCsv(["2026-02-02,Phone company,-7.00"])).unmatchedCount).toBe(1);
});

test("rules need a text or a counterparty, accounts of one ledger, and have a maximum", async () => {
  const bank = await newBank();
  const { create, update } = ruler(bank);
  const paths = ({ body }: Answer) => body.details.fields.map(({ path }: { path: string }) => path);
  expect(paths(await create({ direction: "out" }))).toEqual(["texts"]);
  expect(paths(await create({ texts: ["x", "?!"] }))).toEqual(["texts.1"]);
  expect(paths(await create({ texts: ["x"], minAmount: 2, maxAmount: 1 }))).toEqual(["maxAmount"]);
  expect(paths(await create({ texts: ["x"], bankAccountId: bank.accounts.get("6250") }))).toEqual([
    "accountId",
  ]);
  expect(reasonOf(await create({ texts: ["x"], bankAccountId: bank.accounts.get("1100") }))).toEqual([
    422,
    "bank_account",
  ]);
  const { id } = (await create({ texts: ["x"], bankAccountId: bank.accountId })).body;
  expect(paths(await update(id, { texts: null }))).toEqual(["texts"]);
  const euro = { code: "EUR-1", name: "Fees", type: "expense", currency: "EUR" };
  const { account } = (await app.post("/accounting/ledger-accounts", euro, bank.headers)).body;
  const moved = await update(id, { accountId: account.id, bankAccountId: null });
  expect(reasonOf(moved)).toEqual([422, "several_ledgers"]);
  await app.database.query(
    `INSERT INTO hub.accounting_bank_rules SELECT r.id || '_' || n, owner_id, ledger_id, name, position, is_enabled, action,
       bank_account_id, texts, counterparty, direction, min_amount, max_amount, account_id, client, project, memo, created_by,
       created_at, updated_at FROM hub.accounting_bank_rules r, generate_series(1, 99) AS n WHERE r.id = $1`,
    [id],
  );
  expect(reasonOf(await create({ texts: ["x"] }))).toEqual([422, "too_many_rules"]);
});

test("transactions of a connected bank account become lines once, without pending ones, and rules post them", async () => {
  const bank = await newBank();
  const { answer, connectionId } = await connect(app, bank, { accounts: 1, transactions: 40 });
  expect(answer.status).toBe(200);
  const { body } = await app.get(`/integrations/bank/accounts/${connectionId}`, bank.headers);
  const bankAccountId = body.accounts[0].accountId as string;
  const [first] = await app.database.query<{ name: string; id: string }>(
    `SELECT coalesce(merchant_name, name) AS name, id FROM hub.bank_transactions
     WHERE account_id = $1 AND NOT pending AND status = 'active' ORDER BY date, id LIMIT 1`,
    [bankAccountId],
  );
  const rule = { name: "Feed", texts: [first!.name], accountId: bank.accounts.get("6250"), action: "post" };
  expect((await app.post("/accounting/bank-rules", rule, bank.headers)).status).toBe(201);
  const pending = "UPDATE hub.bank_transactions SET pending = true WHERE id = $1";
  await app.database.query(pending, [first!.id]);

  const input = { ledgerAccountId: bank.accountId, bankAccountId, from: "2020-01-01", to: "2039-12-31" };
  const take = (more: object = {}, headers = bank.headers) =>
    app.post("/accounting/bank-statements/import-connected", { ...input, ...more }, headers);
  const stored = await app.database.query<{ count: number; sum: number }>(
    `SELECT count(*)::int AS count, sum(-amount)::float8 / 100 AS sum FROM hub.bank_transactions
     WHERE account_id = $1 AND NOT pending AND status = 'active' AND amount <> 0`,
    [bankAccountId],
  );
  const imported = await take();
  expect(imported.status).toBe(201);
  expect(imported.body).toMatchObject({
    format: "connection",
    currency: "USD",
    lineCount: stored[0]!.count,
    linesTotal: stored[0]!.sum,
    duplicates: 0,
    openingBalance: null,
  });
  const again = await take();
  expect(again.body.id).toBe(imported.body.id);

  await app.database.query("UPDATE hub.bank_transactions SET pending = false WHERE id = $1", [first!.id]);
  const later = await take();
  expect(later.body).toMatchObject({ lineCount: 1, duplicates: stored[0]!.count, unmatchedCount: 0 });

  expect(reasonOf(await take({ from: "2019-01-01", to: "2019-01-31" }))).toEqual([422, "no_transactions"]);
  await app.post("/accounting/chart-of-accounts", { currency: "CAD" }, bank.headers);
  const chart = await app.get("/accounting/ledger-accounts?currency=CAD", bank.headers);
  const canadian = (chart.body.accounts as { id: string; code: string }[]).find(
    ({ code }) => code === "1010",
  )!;
  expect(reasonOf(await take({ ledgerAccountId: canadian.id }))).toEqual([422, "currency_mismatch"]);
  const stranger = await newBank();
  const foreign = await take({ ledgerAccountId: stranger.accountId }, stranger.headers);
  const missing = await take(
    { ledgerAccountId: stranger.accountId, bankAccountId: "bacc_x" },
    stranger.headers,
  );
  expect([foreign.status, foreign.body.error]).toEqual([404, missing.body.error]);
  const file = { ledgerAccountId: bank.accountId, format: "connection", content: "x" };
  const wrong = await app.post("/accounting/bank-statements", file, bank.headers);
  expect([wrong.status, wrong.body.details.fields[0].path]).toEqual([400, "format"]);
});
