import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { read } from "./switches.ts";

/** Programs whose books the stand-in keeps. */
export const bookPrograms = ["quickbooks", "xero"] as const;
export type BookProgram = (typeof bookPrograms)[number];

const accountSchema = z.strictObject({
  id: z.string().min(1).max(64),
  code: z.string().max(20).nullable(),
  name: z.string().min(1).max(150),
  /** As the program names it, such as `Bank` or `BANK`. */
  type: z.string().min(1).max(50),
  isActive: z.boolean().default(true),
});
const companySchema = z.strictObject({
  /** Default: the company of the account's authorization. */
  id: z.string().min(1).max(64).optional(),
  name: z.string().min(1).max(100),
  currency: z.string().regex(/^[A-Z]{3}$/),
  accounts: z.array(accountSchema).max(1_000),
});
const booksSchema = z.strictObject({
  account: z.string().min(1).max(200),
  companies: z.array(companySchema).min(1).max(10),
  /** False where keys of repeated requests are forgotten at once. */
  keepsKeys: z.boolean().default(true),
});

export type BookAccount = z.output<typeof accountSchema>;

export interface StoredJournal {
  id: string;
  date: string;
  number: string | null;
  memo: string;
  lines: { account: BookAccount; cents: number }[];
}

/** The books of one company, in memory. */
export interface CompanyBooks {
  id: string;
  name: string;
  currency: string;
  accounts: BookAccount[];
  journals: StoredJournal[];
  /** Responses by the key of the request. */
  answers: Map<string, { body: string; answer: { status: number; body: object } }>;
  keepsKeys: boolean;
}

const hexOf = (account: string) =>
  Buffer.from(account.padEnd(8, "-")).toString("hex").slice(0, 12).padEnd(12, "0");

/** The company of an account's authorization at QuickBooks Online, which the redirect names as `realmId`. */
export function realmOf(account: string): string {
  return `4620${BigInt(`0x${hexOf(account)}`).toString()}`;
}

/** A stand-in's company by default. Codes are those of the standard chart of the books. */
function inventedCompany(program: BookProgram, id: string): CompanyBooks {
  const kinds = program === "quickbooks" ? quickbooksKinds : xeroKinds;
  const accounts = Object.entries(kinds).flatMap(([type, codes]) =>
    codes.map((code) => ({ id: `${program}-${code}`, code, name: `Account ${code}`, type, isActive: true })),
  );
  return {
    id,
    name: `Sandbox ${program} company`,
    currency: "USD",
    accounts,
    journals: [],
    answers: new Map(),
    keepsKeys: true,
  };
}

const quickbooksKinds = {
  Bank: ["1010", "1015", "1020"],
  "Accounts Receivable": ["1100"],
  "Accounts Payable": ["2000"],
  "Other Current Liability": ["2200", "2310"],
  Equity: ["3000"],
  Income: ["4000"],
  Expense: ["6050", "6300", "6310", "6400", "6410"],
};
const xeroKinds = {
  BANK: ["1010", "1020"],
  CURRENT: ["1015", "1090"],
  CURRLIAB: ["2200", "2310"],
  EQUITY: ["3000"],
  REVENUE: ["4000"],
  EXPENSE: ["6050", "6300", "6310", "6400", "6410"],
};

/**
 * Books of accounts at the stand-ins of accounting programs. `PUT /switches/books/{name}` sets the companies of an account;
 * without it there is one invented company. `GET /switches/books/{name}` lists the journals of all.
 */
export class BookStore {
  readonly #companies = new Map<string, CompanyBooks[]>();

  constructor(app: FastifyInstance) {
    const control = { config: { isControl: true } };
    app.put<{ Params: { name: string } }>("/switches/books/:name", control, async ({ params, body }) => {
      const { account, companies, keepsKeys } = read(booksSchema, body);
      const books = companies.map((company) => ({
        ...company,
        id: company.id ?? this.companyId(params.name as BookProgram, account),
        journals: [],
        answers: new Map(),
        keepsKeys,
      }));
      this.#companies.set(`${params.name} ${account}`, books);
      return { companies: books.map(({ id, name }) => ({ id, name })) };
    });
    app.get<{ Params: { name: string } }>("/switches/books/:name", control, async ({ params }) => ({
      companies: [...this.#companies]
        .filter(([key]) => key.startsWith(`${params.name} `))
        .flatMap(([key, books]) =>
          books.map(({ id, name, journals }) => ({ account: key.split(" ")[1], id, name, journals })),
        ),
    }));
  }

  /** The companies of an account. */
  companiesOf(program: BookProgram, account: string): CompanyBooks[] {
    const key = `${program} ${account}`;
    const known = this.#companies.get(key);
    if (known) return known;
    const invented = [inventedCompany(program, this.companyId(program, account))];
    this.#companies.set(key, invented);
    return invented;
  }

  /** The ID of an account's invented company: digits at QuickBooks Online, a UUID at Xero. */
  companyId(program: BookProgram, account: string): string {
    return program === "quickbooks" ? realmOf(account) : `5a3d0b0c-0000-4000-8000-${hexOf(account)}`;
  }
}

/**
 * Runs a write once per key, as the programs do: a repeated request gets the first response again, and another request with
 * the key `null`.
 */
export function onceByKey(
  books: CompanyBooks,
  { key, body }: { key: string | null; body: unknown },
  work: () => { status: number; body: object },
): { status: number; body: object } | null {
  const text = JSON.stringify(body);
  const known = key === null ? undefined : books.answers.get(key);
  if (known) return known.body === text ? known.answer : null;
  const answer = work();
  if (key !== null && books.keepsKeys) books.answers.set(key, { body: text, answer });
  return answer;
}

/** An amount in cents; null for one with more decimals, or too large. */
export function centsOf(amount: number): number | null {
  const cents = Math.round(amount * 100);
  return Number.isSafeInteger(cents) && Math.abs(cents / 100 - amount) < 1e-9 ? cents : null;
}
