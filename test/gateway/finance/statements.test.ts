import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsvStatement } from "../../../src/bank-statements/csv-statement.ts";
import { matchImports, type KnownEntry } from "../../../subgraphs/gateway/finance/imports/match-imports.ts";
import { readOfxStatement } from "../../../src/bank-statements/ofx-statement.ts";
import { readQifStatement } from "../../../src/bank-statements/qif-statement.ts";
import {
  dateOrderOf,
  parseAmount,
  parseDate,
  type StatementRow,
} from "../../../src/bank-statements/statement-row.ts";

const ofx1 = `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD
<BANKTRANLIST><DTSTART>20260101<DTEND>20260131
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105120000[-5:EST]<TRNAMT>-42.50<FITID>A1<NAME>Corner & Sons<MEMO>card 1</STMTTRN>
<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>20260130
<TRNAMT>3000.00
<FITID>A2
<NAME>Employer
</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261330<TRNAMT>-1<FITID>A3<NAME>Nobody</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

const ofx2 = `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?>
<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>EUR</CURDEF><BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260105</DTPOSTED><TRNAMT>-12,50</TRNAMT><FITID>B1</FITID>
<MEMO>Caf&#233; &amp; Bar</MEMO></STMTTRN></BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`;

describe("amounts and dates of statements", () => {
  test.each([
    ["12.50", false, 1_250],
    ["-1,234.5", false, -123_450],
    ["(12.50)", false, -1_250],
    ["12.50-", false, -1_250],
    ["$12", false, 1_200],
    ["-$ 0.10", false, -10],
    ["1.234,50", true, 123_450],
    ["12.500", false, 1_250],
    ["12.501", false, null],
    ["1e3", false, null],
    ["12,34", false, null],
    ["(5", false, null],
    ["", false, null],
  ])("%j with a decimal comma %s", (text, decimalComma, expected) => {
    expect(parseAmount(text, 2, decimalComma)).toBe(expected);
  });

  test("are read back as they were written", () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (minor) => {
        const text = (Math.abs(minor) / 100).toFixed(2);
        expect(parseAmount(minor < 0 ? `-${text}` : text, 2, false)).toBe(minor === 0 ? 0 : minor);
      }),
    );
  });

  test("dates are read in the one order that fits them all", () => {
    expect(dateOrderOf(["2026-01-05"])).toBe("ymd");
    expect(dateOrderOf(["1/5/2026", "1/13/2026"])).toBe("mdy");
    expect(dateOrderOf(["5/1/2026", "13/1/2026"])).toBe("dmy");
    expect(dateOrderOf(["05.01.2026"])).toBe("dmy");
    expect(dateOrderOf(["1/5/2026"])).toBeNull();
    expect(parseDate("1/5'26", "mdy")).toBe("2026-01-05");
    expect(parseDate("2/30/2026", "mdy")).toBeNull();
  });
});

describe("statements", () => {
  test("as CSV find usual columns, and say what cannot be read", () => {
    const text = `\uFEFFDate;Description;Withdrawal;Deposit\n31/01/2026;Rent;1.500,00;\n30/01/2026;Pay;;3.000,00\n`;
    const { rows, faults } = readCsvStatement(
      `${text}x;Nobody;1;\n01/02/2026;Both;1;1\n`,
      { decimalComma: true },
      2,
    );
    expect(rows.map(({ date, amount }) => [date, amount])).toEqual([
      ["2026-01-31", -150_000],
      ["2026-01-30", 300_000],
    ]);
    expect(faults).toEqual([
      { row: 3, message: "has no date" },
      { row: 4, message: "has no amount" },
    ]);
    expect(() => readCsvStatement("a,b\n1,2\n", {}, 2)).toThrow("no column for date, payee, amount");
    expect(() => readCsvStatement("date,payee,amount\n1/2/2026,A,1\n", {}, 2)).toThrow("ambiguous dates");
    const named = { date: "When", payee: "Who", amount: "How much", dateFormat: "mdy" } as const;
    expect(readCsvStatement("When,Who,How much\n1/2/2026,A,1\n", named, 2).rows[0]!.date).toBe("2026-01-02");
  });

  test("as OFX of both versions are read with the bank's ids", () => {
    const first = readOfxStatement(ofx1, 2);
    expect(first.currency).toBe("USD");
    expect(first.rows).toEqual([
      { row: 1, date: "2026-01-05", amount: -4_250, payee: "Corner & Sons", notes: "card 1", fitid: "A1" },
      { row: 2, date: "2026-01-30", amount: 300_000, payee: "Employer", notes: null, fitid: "A2" },
    ]);
    expect(first.faults).toEqual([{ row: 3, message: "has no date" }]);
    const second = readOfxStatement(ofx2, 2);
    expect(second.rows).toMatchObject([{ amount: -1_250, payee: "Café & Bar", notes: null, fitid: "B1" }]);
    expect(() => readOfxStatement("<OFX></OFX>", 2)).toThrow("a statement");
    const bomb = ofx2.replace("<OFX>", '<!DOCTYPE OFX [<!ENTITY a "aa">]><OFX>');
    expect(() => readOfxStatement(bomb, 2)).toThrow("must be an OFX file");
  });

  test("as QIF want to know the order of ambiguous dates", () => {
    const text = "!Type:Bank\nD1/5'26\nT-12.50\nPMarket\nMfood\n^\nD1/6'26\nT5\nPFound\n^\n";
    expect(() => readQifStatement(text, null, 2)).toThrow("ambiguous dates");
    expect(readQifStatement(text, "mdy", 2).rows).toMatchObject([
      { date: "2026-01-05", amount: -1_250, payee: "Market", notes: "food" },
      { date: "2026-01-06", amount: 500, payee: "Found" },
    ]);
  });
});

const line = (more: Partial<StatementRow> = {}): StatementRow => ({
  row: 1,
  date: "2026-01-05",
  amount: -400,
  payee: "Coffee House",
  notes: null,
  fitid: null,
  ...more,
});

const known = (more: Partial<KnownEntry> = {}): KnownEntry => ({
  id: "trn_1",
  date: "2026-01-05",
  amount: -400,
  payee: "Coffee House",
  status: "cleared",
  fitid: null,
  ...more,
});

const outcomes = (rows: StatementRow[], entries: KnownEntry[]) =>
  matchImports(rows, entries).map(({ outcome }) => outcome);

describe("new lines of a statement", () => {
  test("a statement line is identified by the bank's id, else by payee, day and amount", () => {
    expect(outcomes([line({ fitid: "A" })], [known({ fitid: "A", amount: -1 })])).toEqual(["duplicate"]);
    expect(outcomes([line({ fitid: "B" })], [known({ fitid: "A" })])).toEqual(["new"]);
    expect(outcomes([line({ fitid: "A" }), line({ fitid: "A" })], [])).toEqual(["new", "duplicate"]);
    expect(outcomes([line()], [known({ date: "2026-01-08", payee: "COFFEE HOUSE 12" })])).toEqual([
      "duplicate",
    ]);
    expect(outcomes([line()], [known({ date: "2026-01-09" })])).toEqual(["new"]);
    expect(outcomes([line()], [known({ payee: "Bakery" })])).toEqual(["new"]);
    expect(outcomes([line()], [known({ amount: -401 })])).toEqual(["new"]);
  });

  test("a statement line settles a pending entry within five days, whatever its payee", () => {
    const pending = known({ status: "pending", payee: "HOLD 123", date: "2026-01-01" });
    expect(outcomes([line({ date: "2026-01-06" })], [pending])).toEqual(["settles"]);
    expect(outcomes([line({ date: "2026-01-07" })], [pending])).toEqual(["new"]);
    expect(outcomes([line(), line()], [pending])).toEqual(["settles", "new"]);
  });

  test("a statement adds each line once, however often it is imported and whatever entries exist", () => {
    const anyLine = fc.record({
      date: fc.constantFrom("2026-01-05", "2026-01-06", "2026-01-09"),
      amount: fc.constantFrom(-400, -500),
      payee: fc.constantFrom("Coffee House", "Bakery"),
      fitid: fc.option(fc.constantFrom("A", "B", "C"), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 12 }), fc.nat(12), (facts, cut) => {
        const rows = facts.map((fact, index) => line({ ...fact, row: index + 1 }));
        const entries: KnownEntry[] = [];
        const take = (some: StatementRow[]) => {
          const found = matchImports(some, entries).filter(({ outcome }) => outcome === "new");
          for (const { date, amount, key } of found)
            entries.push(known({ id: `trn_${entries.length}`, date, amount, payee: "Renamed", fitid: key }));
          return found.length;
        };
        take(rows);
        const total = entries.length;
        expect(take(rows)).toBe(0);
        // A part of it is all there too.
        expect(take(rows.slice(0, cut))).toBe(0);
        const made = rows.filter(({ fitid }) => fitid === null).length;
        expect(total).toBe(made + new Set(rows.flatMap(({ fitid }) => fitid ?? [])).size);
      }),
    );
  });
});
