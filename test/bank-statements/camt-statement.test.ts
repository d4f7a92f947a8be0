import { expect, test } from "vitest";
import { readCamtStatement } from "../../src/bank-statements/camt-statement.ts";
import { keysOf } from "../../src/bank-statements/line-identity.ts";
import { readOfxStatement } from "../../src/bank-statements/ofx-statement.ts";
import { StatementError } from "../../src/bank-statements/statement-row.ts";

const amount = (value: string, sign: "CRDT" | "DBIT") =>
  `<Amt Ccy="EUR">${value}</Amt><CdtDbtInd>${sign}</CdtDbtInd>`;
const balance = (code: string, value: string, sign: "CRDT" | "DBIT" = "CRDT") =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(value, sign)}<Dt><Dt>2026-01-31</Dt></Dt></Bal>`;
const day = (date: string) => `<BookgDt><Dt>${date}</Dt></BookgDt>`;
const statement = (content: string, account = "DE1") =>
  `<Stmt><Id>1</Id><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>${content}</Stmt>`;
const file = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt><GrpHdr><MsgId>m</MsgId></GrpHdr>${content}</BkToCstmrStmt></Document>`;

const paid = `<Ntry><NtryRef>7</NtryRef>${amount("12.50", "DBIT")}<Sts><Cd>BOOK</Cd></Sts>${day("2026-01-05")}
  <AcctSvcrRef>REF-1</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Me</Nm></Pty></Dbtr>
  <Cdtr><Pty><Nm>Corner &amp; Sons</Nm></Pty></Cdtr></RltdPties><RmtInf><Ustrd>Invoice 1</Ustrd><Ustrd>May</Ustrd></RmtInf>
  </TxDtls></NtryDtls></Ntry>`;
const received = `<Ntry><NtryRef>7</NtryRef>${amount("3000", "CRDT")}<Sts>BOOK</Sts>
  <BookgDt><DtTm>2026-01-30T10:00:00+01:00</DtTm></BookgDt><AddtlNtryInf>Salary</AddtlNtryInf></Ntry>`;
const pending = `<Ntry>${amount("1.00", "DBIT")}<Sts><Cd>PDNG</Cd></Sts>${day("2026-01-31")}</Ntry>`;

test("reads booked entries of old and new versions, with both balances", () => {
  const content = balance("OPBD", "100.00", "DBIT") + balance("CLBD", "2887.50") + paid + received + pending;
  expect(readCamtStatement(file(statement(content)), 2)).toEqual({
    rows: [
      {
        row: 1,
        date: "2026-01-05",
        amount: -1_250,
        payee: "Corner & Sons",
        notes: "Invoice 1 May",
        fitid: "REF-1",
      },
      {
        row: 2,
        date: "2026-01-30",
        amount: 300_000,
        payee: "Salary",
        notes: null,
        fitid: "7 2026-01-30 300000",
      },
    ],
    faults: [],
    currency: "EUR",
    opening: -10_000,
    closing: 288_750,
  });
});

test("reads elements with a namespace prefix as those without", () => {
  const prefixed = file(statement(paid)).replaceAll(/<(\/?)(?=[A-Z])/g, "<$1ns2:");
  expect(readCamtStatement(prefixed, 2).rows).toEqual(readCamtStatement(file(statement(paid)), 2).rows);
});

test("joins statements of one account, and refuses several accounts", () => {
  const first = statement(balance("OPBD", "0.00") + balance("CLBD", "1.00") + paid);
  const second = statement(balance("OPBD", "1.00") + balance("CLBD", "2.00") + received);
  expect(readCamtStatement(file(first + second), 2)).toMatchObject({
    rows: [{ amount: -1_250 }, { amount: 300_000 }],
    opening: 0,
    closing: 200,
  });
  const other = file(first + statement(received, "DE2"));
  expect(() => readCamtStatement(other, 2)).toThrow("must contain one account only");
});

test("reports entries without a date or an amount by their place", () => {
  const dateless = `<Ntry>${amount("1", "CRDT")}<Sts>BOOK</Sts></Ntry>`;
  const precise = `<Ntry>${amount("1.005", "CRDT")}<Sts>BOOK</Sts>${day("2026-01-05")}</Ntry>`;
  expect(readCamtStatement(file(statement(dateless + precise)), 2).faults).toEqual([
    { row: 1, message: "has no date" },
    { row: 2, message: "has no amount" },
  ]);
});

test.each([
  ["no XML", "date,amount"],
  ["another document", "<Document><Other/></Document>"],
  ["broken XML", "<Document><BkToCstmrStmt><Stmt>"],
  ["a document type", `<!DOCTYPE x [<!ENTITY a "b">]>${file(statement(paid)).replace(/^<\?.*?\?>/, "")}`],
])("refuses %s", (_, text) => {
  expect(() => readCamtStatement(text, 2)).toThrow(StatementError);
});

test("hostile files of the largest size are read or refused in linear time", () => {
  const size = 900_000;
  const texts = [
    "<a>".repeat(size / 3),
    file(statement(paid.repeat(Math.floor(size / paid.length)))),
    file(statement(`<Ntry>${"<Ustrd>".repeat(size / 7)}`)),
    "<".repeat(size),
  ];
  for (const text of texts) {
    const started = performance.now();
    try {
      readCamtStatement(text, 2);
    } catch (error) {
      expect(error).toBeInstanceOf(StatementError);
    }
    expect(performance.now() - started).toBeLessThan(4_000);
  }
});

test("equal lines without a reference have keys of their own, the same in each file", () => {
  const line = { date: "2026-01-05", amount: -300, payee: "Coffee", notes: null, fitid: null };
  const lines = [1, 2].map((row) => ({ row, ...line }));
  const keys = keysOf(lines);
  expect(new Set(keys).size).toBe(2);
  expect(keysOf([...lines, { row: 3, ...line }]).slice(0, 2)).toEqual(keys);
});

test("OFX yields the closing balance, which may be below 0", () => {
  const ofx = `<OFX><STMTRS><CURDEF>USD</CURDEF><BANKTRANLIST></BANKTRANLIST>
    <LEDGERBAL><BALAMT>-12.34</BALAMT><DTASOF>20260131</DTASOF></LEDGERBAL></STMTRS></OFX>`;
  expect(readOfxStatement(ofx, 2)).toMatchObject({ rows: [], closing: -1_234 });
});
