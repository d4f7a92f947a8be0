/**
 * The year 2025 of a made-up company as facts, in cents, and what its books must show at the end, worked out from the facts
 * alone: no entry, no account and no report of the platform is used.
 */

export interface Invoice {
  date: string;
  net: number;
  tax: number;
  /** Fee of the card processor for a sale that is paid at once; null for one on credit. */
  cardFee: number | null;
}

export interface Bill {
  date: string;
  dueDate: string;
  /** Costs by ledger account. */
  lines: readonly { code: string; cents: number }[];
  /** What is paid within the year, and how. */
  payment: { cents: number; date: string; from: "1010" | "2100" } | null;
}

export interface Payroll {
  date: string;
  gross: number;
  withheld: number;
  employerTax: number;
}

/** Money received or paid on a day. */
export interface Transfer {
  date: string;
  cents: number;
}

/** Line of the bank that is in no other book: what came in is above 0. */
export interface BankOnlyLine {
  date: string;
  payee: string;
  cents: number;
}

export interface CompanyYear {
  bankLines: BankOnlyLine[];
  invoices: Invoice[];
  receipts: Transfer[];
  bills: Bill[];
  payrolls: Payroll[];
  payrollTaxDeposits: Transfer[];
  salesTaxPaid: Transfer[];
  loanPayments: { date: string; principal: number; interest: number }[];
  depreciation: Transfer[];
}

export const capital = 5_000_000;
export const loan = 12_000_000;
const invoiceCount = 1_200;
const billCount = 400;
const payrollCount = 26;

const bankLineCount = 2_951;

/** Who appears on statements, and what it is about: words of the payee, the other account, and the direction. */
export const bankRules = [
  { words: "service fee", code: "6050", sign: -1 },
  { words: "paper palace", code: "6250", sign: -1 },
  { words: "cloud hosting", code: "6500", sign: -1 },
  { words: "fuel stop", code: "6750", sign: -1 },
  { words: "interest", code: "7000", sign: 1 },
] as const;

const costs = ["5000", "6000", "6250", "6400", "6500", "6650", "6700"] as const;

/** The day `index` of 2025, from 0. */
const dayOf = (index: number) => new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10);
const monthEnds = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2025, month + 1, 0)).toISOString().slice(0, 10),
);
/** Amounts that look irregular, and are the same in each run. */
const amount = (index: number, factor: number, most: number) => 1_003 + ((index * factor) % most);

export function makeYear(): CompanyYear {
  const invoices = Array.from({ length: invoiceCount }, (_, index): Invoice => {
    const net = amount(index, 7_919, 160_007);
    const tax = index % 3 === 0 ? 0 : Math.round((net * 8) / 100);
    const cardFee = index % 5 < 2 ? Math.round(((net + tax) * 29) / 1_000) + 30 : null;
    return { date: dayOf(Math.floor((index * 365) / invoiceCount)), net, tax, cardFee };
  });
  const bills = Array.from({ length: billCount }, (_, index): Bill => {
    const day = Math.floor((index * 365) / billCount);
    const lines = Array.from({ length: 1 + (index % 3) }, (_line, line) => ({
      code: index % 50 === 7 ? "1500" : costs[(index + line) % costs.length]!,
      cents: amount(index + line, 6_007, 60_013),
    }));
    const total = sum(lines.map(({ cents }) => cents));
    const paidOn = day + 20;
    const cents = index % 7 === 0 ? Math.ceil(total / 3) : total;
    const from = index % 4 === 1 ? ("2100" as const) : ("1010" as const);
    return {
      date: dayOf(day),
      dueDate: dayOf(day + 30),
      lines,
      payment: paidOn > 364 ? null : { cents, date: dayOf(paidOn), from },
    };
  });
  const payrolls = Array.from({ length: payrollCount }, (_, index): Payroll => {
    const gross = 480_000 + amount(index, 3_001, 20_011);
    return {
      date: dayOf(9 + index * 14),
      gross,
      withheld: Math.round((gross * 217) / 1_000),
      employerTax: Math.round((gross * 765) / 10_000),
    };
  });
  // Each week two thirds of what customers came to owe in it; each month the taxes of the month before.
  const receipts = Array.from({ length: 52 }, (_, week): Transfer => {
    const [first, last] = [dayOf(week * 7), dayOf(week * 7 + 6)];
    const owed = invoices.filter(({ date, cardFee }) => cardFee === null && date >= first && date <= last);
    return { date: last, cents: Math.floor((sum(owed.map(grossOf)) * 2) / 3) };
  });
  const inMonth = (month: number) => (item: { date: string }) =>
    item.date.slice(0, 7) === monthEnds[month]!.slice(0, 7);
  const monthly = (centsOf: (month: number) => number) =>
    Array.from({ length: 11 }, (_, month): Transfer => ({
      date: monthEnds[month + 1]!.replace(/\d\d$/, "15"),
      cents: centsOf(month),
    }));
  const bankLines = Array.from({ length: bankLineCount }, (_, index): BankOnlyLine => {
    const { words, sign } = bankRules[index % bankRules.length]!;
    const date = dayOf(Math.floor((index * 365) / bankLineCount));
    return { date, payee: `${words.toUpperCase()} no ${index}`, cents: sign * amount(index, 4_001, 3_001) };
  });
  return {
    bankLines,
    invoices,
    receipts,
    bills,
    payrolls,
    payrollTaxDeposits: monthly((month) =>
      sum(payrolls.filter(inMonth(month)).map(({ withheld, employerTax }) => withheld + employerTax)),
    ),
    salesTaxPaid: monthly((month) => sum(invoices.filter(inMonth(month)).map(({ tax }) => tax))),
    loanPayments: monthEnds.map((date, month) => ({
      date,
      principal: 100_000,
      interest: 60_000 - month * 497,
    })),
    depreciation: monthEnds.map((date) => ({ date, cents: 8_333 })),
  };
}

/** Cents of the balance sheet's accounts at the end of the year, each positive on its normal side. */
export function balancesAtEnd(year: CompanyYear): Map<string, number> {
  const { invoices, receipts, bills, payrolls, payrollTaxDeposits, salesTaxPaid, loanPayments } = year;
  const onCredit = invoices.filter(({ cardFee }) => cardFee === null);
  const atOnce = invoices.filter(({ cardFee }) => cardFee !== null);
  const paidFrom = (from: string) =>
    sum(bills.map(({ payment }) => (payment?.from === from ? payment.cents : 0)));
  const deposits = sum(payrollTaxDeposits.map(({ cents }) => cents));
  const salesTax = sum(salesTaxPaid.map(({ cents }) => cents));
  const principal = sum(loanPayments.map((payment) => payment.principal));
  const cash =
    capital +
    loan +
    sum(atOnce.map((invoice) => grossOf(invoice) - invoice.cardFee!)) +
    sum(receipts.map(({ cents }) => cents)) -
    paidFrom("1010") -
    sum(payrolls.map(({ gross, withheld }) => gross - withheld)) -
    deposits -
    salesTax -
    principal -
    sum(loanPayments.map(({ interest }) => interest)) +
    sum(year.bankLines.map(({ cents }) => cents));
  const billLines = bills.flatMap(({ lines }) => lines);
  const found = new Map([
    ["1010", cash],
    ["1100", sum(onCredit.map(grossOf)) - sum(receipts.map(({ cents }) => cents))],
    ["1500", sum(billLines.filter(({ code }) => code === "1500").map(({ cents }) => cents))],
    ["1590", -sum(year.depreciation.map(({ cents }) => cents))],
    ["2000", sum(billLines.map(({ cents }) => cents)) - paidFrom("1010") - paidFrom("2100")],
    ["2100", paidFrom("2100")],
    ["2200", sum(invoices.map(({ tax }) => tax)) - salesTax],
    ["2310", sum(payrolls.map(({ withheld, employerTax }) => withheld + employerTax)) - deposits],
    ["2700", loan - principal],
    ["3000", capital],
    ["3900", resultOf(year)],
  ]);
  return new Map([...found].filter(([, cents]) => cents !== 0));
}

/** What the company earned in the year, in cents. */
export function resultOf({
  bankLines,
  invoices,
  bills,
  payrolls,
  loanPayments,
  depreciation,
}: CompanyYear): number {
  const billLines = bills.flatMap(({ lines }) => lines);
  return (
    sum(bankLines.map(({ cents }) => cents)) +
    sum(invoices.map(({ net, cardFee }) => net - (cardFee ?? 0))) -
    sum(billLines.filter(({ code }) => code !== "1500").map(({ cents }) => cents)) -
    sum(payrolls.map(({ gross, employerTax }) => gross + employerTax)) -
    sum(loanPayments.map(({ interest }) => interest)) -
    sum(depreciation.map(({ cents }) => cents))
  );
}

export function grossOf({ net, tax }: Invoice): number {
  return net + tax;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
