import type { PostalAddress } from "../people/address.types.ts";

/**
 * The file of a year's Forms W-2 for the Social Security Administration: Publication 42-007 (EFW2), records RA, RE, RW, RS, RT and
 * RF of 512 characters, each followed by CR and LF. Positions below are those of the publication, counted from 1. Records RO and
 * RU carry boxes that payroll does not have (allocated tips and the like), so there are none.
 */

/** Who sends the file, and whom the administration asks about it. */
export interface Efw2Submitter {
  /** User ID at the administration's Business Services Online. */
  userId: string;
  contactName: string;
  contactPhone: string;
  contactEmail: string;
  /** Identifier of the file that is sent again; null for a new one. */
  resubmits: string | null;
}

export interface Efw2Employer {
  ein: string;
  name: string;
  address: PostalAddress;
}

export interface Efw2State {
  state: string;
  /** Number of the employer at the state. */
  accountNumber: string | null;
  wagesCents: number;
  taxCents: number;
  localWagesCents: number;
  localTaxCents: number;
}

export interface Efw2Employee {
  ssn: string;
  firstName: string;
  lastName: string;
  address: PostalAddress;
  /** Boxes 1 to 6, in cents. */
  boxes: readonly [number, number, number, number, number, number];
  /** Box 12 by code. */
  coded: ReadonlyMap<string, number>;
  isInRetirementPlan: boolean;
  states: readonly Efw2State[];
}

export interface Efw2File {
  year: number;
  submitter: Efw2Submitter;
  employer: Efw2Employer;
  employees: readonly Efw2Employee[];
}

const recordLength = 512;

/** Codes of box 12 with their first position in RW (11 digits) and in RT (15 digits). */
const codedPlaces: Readonly<Record<string, readonly [inWages: number, inTotals: number]>> = {
  D: [287, 145],
  E: [298, 160],
  F: [309, 175],
  G: [320, 190],
  H: [331, 205],
  W: [364, 250],
  Q: [386, 280],
  C: [408, 310],
  V: [419, 340],
  Y: [430, 355],
  AA: [441, 370],
  BB: [452, 385],
  DD: [463, 295],
  FF: [474, 400],
};

/** Numeric codes of states (FIPS 5-2), which records RS name a state by. */
const stateNumbers: Readonly<Record<string, string>> = Object.fromEntries(
  `AL01 AK02 AZ04 AR05 CA06 CO08 CT09 DE10 DC11 FL12 GA13 HI15 ID16 IL17 IN18 IA19 KS20 KY21 LA22 ME23 MD24 MA25 MI26 MN27
  MS28 MO29 MT30 NE31 NV32 NH33 NJ34 NM35 NY36 NC37 ND38 OH39 OK40 OR41 PA42 RI44 SC45 SD46 TN47 TX48 UT49 VT50 VA51 WA53
  WV54 WI55 WY56`
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 2), pair.slice(2)]),
);

/** Codes of box 12 that a file cannot carry. */
export function unplacedCodes(codes: Iterable<string>): string[] {
  return [...new Set(codes)].filter((code) => !Object.hasOwn(codedPlaces, code)).toSorted();
}

/** The whole file. Throws for an amount that does not fit its field. */
export function writeEfw2({ year, submitter, employer, employees }: Efw2File): string {
  const wages = employees.flatMap((employee) => [
    wageRecord(employee),
    ...employee.states.map((state) => stateRecord(employee, state)),
  ]);
  const records = [
    submitterRecord(submitter, employer),
    employerRecord(employer, year),
    ...wages,
    totalRecord(employees),
    finalRecord(employees.length),
  ];
  return records.map((record) => `${record}\r\n`).join("");
}

type Field = readonly [from: number, text: string];

function recordOf(name: string, fields: readonly Field[]): string {
  const chars = Array.from({ length: recordLength }, () => " ");
  for (const [from, value] of [[1, name] as Field, ...fields])
    for (const [index, char] of Array.from(value).entries()) chars[from - 1 + index] = char;
  if (chars.length !== recordLength) throw new Error(`A field of ${name} is beyond the record.`);
  return chars.join("");
}

/** Text in capitals of ASCII, cut to its field. */
function text(from: number, length: number, value: string): Field {
  const plain = value
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 .,&'/#@()_+-]/g, " ");
  return [from, plain.slice(0, length).padEnd(length)];
}

/** Cents, right-justified with zeros. */
function cents(from: number, length: number, amount: number): Field {
  const digits = String(amount);
  if (!/^\d+$/.test(digits) || digits.length > length)
    throw new Error(`An amount of the file does not fit ${length} digits.`);
  return [from, digits.padStart(length, "0")];
}

/** Location address, delivery address, city, state, ZIP code and its extension, from the first position. */
function addressFields(from: number, { line1, line2, city, state, postalCode }: PostalAddress): Field[] {
  const [zip = "", extension = ""] = postalCode.split("-");
  return [
    text(from, 22, line2 ?? ""),
    text(from + 22, 22, line1),
    text(from + 44, 22, city),
    text(from + 66, 2, state),
    text(from + 68, 5, zip),
    text(from + 73, 4, extension),
  ];
}

function submitterRecord(submitter: Efw2Submitter, { ein, name, address }: Efw2Employer): string {
  const { userId, contactName, contactPhone, contactEmail, resubmits } = submitter;
  return recordOf("RA", [
    [3, ein],
    text(12, 8, userId),
    [29, resubmits === null ? "0" : "1"],
    text(30, 6, resubmits ?? ""),
    // In-house program; 99 is software that is sold.
    [36, "98"],
    text(38, 57, name),
    ...addressFields(95, address),
    text(217, 57, name),
    ...addressFields(274, address),
    text(396, 27, contactName),
    text(423, 15, contactPhone.replaceAll(/\D/g, "").slice(-10)),
    text(446, 40, contactEmail),
    // Prepared by the employer itself.
    [500, "L"],
  ]);
}

function employerRecord({ ein, name, address }: Efw2Employer, year: number): string {
  return recordOf("RE", [
    [3, String(year)],
    [8, ein],
    [26, "0"],
    text(40, 57, name),
    ...addressFields(97, address),
    // Kind of employer: none applies. Employment code: regular, Form 941.
    [174, "N"],
    [219, "R"],
    [221, "0"],
  ]);
}

function wageRecord(employee: Efw2Employee): string {
  const { ssn, firstName, lastName, address, boxes, coded, isInRetirementPlan } = employee;
  return recordOf("RW", [
    [3, ssn],
    text(12, 15, firstName),
    text(42, 20, lastName),
    ...addressFields(66, address),
    ...zeros(
      11,
      [
        188, 199, 210, 221, 232, 243, 254, 276, 287, 298, 309, 320, 331, 353, 364, 375, 386, 408, 419, 430,
        441, 452, 463, 474,
      ],
    ),
    ...boxes.map((amount, index) => cents(188 + index * 11, 11, amount)),
    ...[...coded].map(([code, amount]) => cents(codedPlaces[code]![0], 11, amount)),
    // Statutory employee, retirement plan, sick pay of third parties.
    [486, "0"],
    [488, isInRetirementPlan ? "1" : "0"],
    [489, "0"],
  ]);
}

/** Money fields without an amount have zeros. */
function zeros(length: number, places: readonly number[]): Field[] {
  return places.map((from) => cents(from, length, 0));
}

function stateRecord({ ssn, firstName, lastName, address }: Efw2Employee, of: Efw2State): string {
  const number = stateNumbers[of.state];
  if (number === undefined) throw new Error(`${of.state} has no number.`);
  const isLocal = of.localWagesCents !== 0 || of.localTaxCents !== 0;
  return recordOf("RS", [
    [3, number],
    [10, ssn],
    text(19, 15, firstName),
    text(49, 20, lastName),
    ...addressFields(73, address),
    text(248, 20, of.accountNumber ?? ""),
    [274, number],
    cents(276, 11, of.wagesCents),
    cents(287, 11, of.taxCents),
    // The tax of a county.
    [308, isLocal ? "D" : " "],
    cents(309, 11, of.localWagesCents),
    cents(320, 11, of.localTaxCents),
  ]);
}

function totalRecord(employees: readonly Efw2Employee[]): string {
  const boxes = [0, 1, 2, 3, 4, 5].map((box) => employees.reduce((sum, one) => sum + one.boxes[box]!, 0));
  const coded = new Map<string, number>();
  for (const employee of employees)
    for (const [code, amount] of employee.coded) coded.set(code, (coded.get(code) ?? 0) + amount);
  return recordOf("RT", [
    cents(3, 7, employees.length),
    ...zeros(
      15,
      [100, 130, 145, 160, 175, 190, 205, 235, 250, 265, 280, 295, 310, 325, 340, 355, 370, 385, 400],
    ),
    ...boxes.map((amount, index) => cents(10 + index * 15, 15, amount)),
    ...[...coded].map(([code, amount]) => cents(codedPlaces[code]![1], 15, amount)),
  ]);
}

function finalRecord(employeeCount: number): string {
  return recordOf("RF", [cents(8, 9, employeeCount)]);
}
