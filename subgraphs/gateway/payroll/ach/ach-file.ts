/** A payment to one bank account. */
export interface AchCredit {
  /** Nine digits with a valid checksum. */
  routingNumber: string;
  /** Up to 17 characters. */
  accountNumber: string;
  accountType: "checking" | "savings";
  /** Cents, up to 99,999,999.99 dollars. */
  amountCents: number;
  /** ID that the recipient's bank sees; its last 15 characters count. */
  recipientId: string;
  recipientName: string;
  /** The account is of a company. Default: of a person. */
  isCompany?: boolean;
}

/** A file with a batch of credits to persons, one to companies, or both. */
export interface AchFile {
  /** The bank that sends the file: nine digits. */
  bankRoutingNumber: string;
  bankName: string;
  companyName: string;
  /** Ten characters that the bank assigns, by custom `1` and the EIN. */
  companyIdentification: string;
  createdAt: Date;
  /** What recipients read on their statements, up to ten characters. */
  description: string;
  /** Day on which recipients get the money, `YYYY-MM-DD`. */
  effectiveDate: string;
  credits: readonly AchCredit[];
}

const recordLength = 94;
const recordsPerBlock = 10;
/** Service class: credits only. */
const creditsOnly = "220";

/** What the records of one batch share. */
interface Batch {
  number: number;
  entryClass: "PPD" | "CCD";
  entries: readonly string[];
  totals: Totals;
}

/**
 * The file in the format of Nacha: records of 94 characters, filled up with nines to blocks of ten. Persons are paid in a
 * batch of prearranged payments and deposits (PPD), companies in one of corporate credits (CCD). Source: Nacha Operating
 * Rules, Appendix Three (ACH Record Format Specifications). It has no offsetting debit: the bank debits the account that
 * it agreed on with the company.
 */
export function writeAchFile(file: AchFile): string {
  const bank = file.bankRoutingNumber.slice(0, 8);
  const batches = batchesOf(file, bank);
  const records = [
    fileHeader(file),
    ...batches.flatMap((batch) => [
      batchHeader(file, bank, batch),
      ...batch.entries,
      batchControl(file, bank, batch),
    ]),
    fileControl(batches, totalsOf(file.credits)),
  ];
  while (records.length % recordsPerBlock !== 0) records.push("9".repeat(recordLength));
  return records.map((record) => `${record}\r\n`).join("");
}

/** Traces ascend through the whole file. */
function batchesOf({ credits }: AchFile, bank: string): Batch[] {
  const { persons = [], companies = [] } = Object.groupBy(credits, ({ isCompany = false }) =>
    isCompany ? "companies" : "persons",
  );
  const kinds = [
    { entryClass: "PPD" as const, of: persons, before: 0 },
    { entryClass: "CCD" as const, of: companies, before: persons.length },
  ];
  return kinds
    .filter(({ of }) => of.length > 0)
    .map(({ entryClass, of, before }, index) => ({
      number: index + 1,
      entryClass,
      entries: of.map((credit, at) => entryRecord(credit, `${bank}${digits(before + at + 1, 7)}`)),
      totals: totalsOf(of),
    }));
}

function fileHeader({
  bankRoutingNumber,
  bankName,
  companyName,
  companyIdentification,
  createdAt,
}: AchFile): string {
  const at = createdAt.toISOString();
  return [
    "101",
    ` ${bankRoutingNumber}`,
    text(companyIdentification, 10),
    yymmdd(at),
    `${at.slice(11, 13)}${at.slice(14, 16)}`,
    "A",
    "094",
    "10",
    "1",
    text(bankName, 23),
    text(companyName, 23),
    text("", 8),
  ].join("");
}

function batchHeader(
  { companyName, companyIdentification, description, effectiveDate }: AchFile,
  bank: string,
  { number, entryClass }: Batch,
): string {
  return [
    "5",
    creditsOnly,
    text(companyName, 16),
    text("", 20),
    text(companyIdentification, 10),
    entryClass,
    text(description, 10),
    yymmdd(effectiveDate),
    yymmdd(effectiveDate),
    text("", 3),
    "1",
    bank,
    digits(number, 7),
  ].join("");
}

function entryRecord(credit: AchCredit, trace: string): string {
  return [
    "6",
    credit.accountType === "savings" ? "32" : "22",
    credit.routingNumber,
    text(credit.accountNumber, 17),
    digits(credit.amountCents, 10),
    text(credit.recipientId.slice(-15), 15),
    text(credit.recipientName, 22),
    text("", 2),
    "0",
    trace,
  ].join("");
}

interface Totals {
  count: number;
  hash: string;
  cents: number;
}

/** The entry hash is the sum of the banks' first eight digits, of which the last ten digits count. */
function totalsOf(credits: readonly AchCredit[]): Totals {
  const sum = credits.reduce((total, { routingNumber }) => total + Number(routingNumber.slice(0, 8)), 0);
  const cents = credits.reduce((total, { amountCents }) => total + amountCents, 0);
  return { count: credits.length, hash: digits(sum % 10 ** 10, 10), cents };
}

function batchControl(
  { companyIdentification }: AchFile,
  bank: string,
  { number, totals: { count, hash, cents } }: Batch,
): string {
  return [
    "8",
    creditsOnly,
    digits(count, 6),
    hash,
    digits(0, 12),
    digits(cents, 12),
    text(companyIdentification, 10),
    text("", 25),
    bank,
    digits(number, 7),
  ].join("");
}

function fileControl(batches: readonly Batch[], { count, hash, cents }: Totals): string {
  // A header and a control of the file and of each batch besides the entries.
  const blocks = Math.ceil((count + 2 + 2 * batches.length) / recordsPerBlock);
  return [
    "9",
    digits(batches.length, 6),
    digits(blocks, 6),
    digits(count, 8),
    hash,
    digits(0, 12),
    digits(cents, 12),
    text("", 39),
  ].join("");
}

/** Capital letters, digits and simple marks, cut or filled up with spaces. Accents go; other characters become spaces. */
function text(value: string, width: number): string {
  const plain = value
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/[^A-Z0-9 .,&'()/-]/g, " ");
  return plain.slice(0, width).padEnd(width);
}

function digits(value: number, width: number): string {
  const written = String(value).padStart(width, "0");
  if (!Number.isSafeInteger(value) || value < 0 || written.length > width)
    throw new RangeError(`${width} digits cannot hold the value`);
  return written;
}

function yymmdd(day: string): string {
  return `${day.slice(2, 4)}${day.slice(5, 7)}${day.slice(8, 10)}`;
}
