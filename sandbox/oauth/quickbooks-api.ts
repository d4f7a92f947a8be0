import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  centsOf,
  onceByKey,
  realmOf,
  type BookAccount,
  type BookStore,
  type CompanyBooks,
} from "./book-store.ts";
import type { ConnectedApi } from "./connected-api.ts";
import type { GrantStore } from "./grant-store.ts";

const scope = "com.intuit.quickbooks.accounting";
const entrySchema = z.object({
  TxnDate: z.iso.date(),
  DocNumber: z.string().max(21).optional(),
  PrivateNote: z.string().max(4_000).optional(),
  CurrencyRef: z.object({ value: z.string() }).optional(),
  Line: z
    .array(
      z.object({
        Amount: z.number().positive(),
        DetailType: z.literal("JournalEntryLineDetail"),
        Description: z.string().max(4_000).optional(),
        JournalEntryLineDetail: z.object({
          PostingType: z.enum(["Debit", "Credit"]),
          AccountRef: z.object({ value: z.string() }),
          Entity: z.object({}).optional(),
        }),
      }),
    )
    .min(2),
});
type Entry = z.output<typeof entrySchema>;

/** Adds `realmId` to the redirect with an authorization code, as Intuit's server does. */
export function nameCompany(raw: ServerResponse, store: GrantStore): void {
  const setHeader = raw.setHeader.bind(raw);
  raw.setHeader = (name, value) => {
    const url =
      name.toLowerCase() === "location" && URL.canParse(String(value)) ? new URL(String(value)) : null;
    const code = url?.searchParams.get("code");
    const account = code
      ? store.entries[`quickbooks AuthorizationCode ${code}`]?.payload.accountId
      : undefined;
    if (!url || !account) return setHeader(name, value);
    url.searchParams.set("realmId", realmOf(account));
    return setHeader(name, url.href);
  };
}

/**
 * QuickBooks Online Accounting API v3 for access tokens of the stand-in's own server: companies, preferences, queries of
 * accounts and journal entries, and posting. It refuses what Intuit refuses: entries that do not balance, unknown and inactive
 * accounts, receivables without a customer, texts that are too long, and other currencies than the company's.
 */
export function addQuickbooksApi(app: FastifyInstance, api: ConnectedApi, store: BookStore): void {
  const path = "/apis/quickbooks/v3/company/:realm";
  const booksOf = async (request: FastifyRequest, reply: FastifyReply): Promise<CompanyBooks | null> => {
    const holder = await api.holderOf("quickbooks", request);
    if (!holder) return refuse(reply, 401, "3200", "AuthenticationFailed", "AuthenticationFault");
    const { realm } = request.params as { realm: string };
    const books = store.companiesOf("quickbooks", holder.account).find(({ id }) => id === realm);
    if (books && holder.scopes.includes(scope)) return books;
    return refuse(reply, 403, "3100", "ApplicationAuthorizationFailed", "AuthorizationFault");
  };
  const finish = (reply: FastifyReply, work: () => { status: number; body: object }) =>
    api.finish(reply, work, (status) => {
      void refuse(reply, status, status === 429 ? "3001" : "3202", "ServiceException", "SystemFault");
      return reply;
    });

  app.get(`${path}/companyinfo/:id`, async (request, reply) => {
    const books = await booksOf(request, reply);
    if (!books) return reply;
    return finish(reply, () => ({
      status: 200,
      body: { CompanyInfo: { CompanyName: books.name, Id: "1" } },
    }));
  });
  app.get(`${path}/preferences`, async (request, reply) => {
    const books = await booksOf(request, reply);
    if (!books) return reply;
    const CurrencyPrefs = { MultiCurrencyEnabled: false, HomeCurrency: { value: books.currency } };
    return finish(reply, () => ({ status: 200, body: { Preferences: { CurrencyPrefs } } }));
  });
  app.get(`${path}/query`, async (request, reply) => {
    const books = await booksOf(request, reply);
    if (!books) return reply;
    const { query } = request.query as { query?: unknown };
    const found = typeof query === "string" ? runQuery(books, query) : null;
    if (!found) {
      void refuse(reply, 400, "4000", "Error parsing query", "ValidationFault");
      return reply;
    }
    return finish(reply, () => ({ status: 200, body: { QueryResponse: found } }));
  });
  app.post(`${path}/journalentry`, async (request, reply) => {
    const books = await booksOf(request, reply);
    if (!books) return reply;
    const { requestid: key = null } = request.query as { requestid?: string };
    if (key !== null && key.length > 50) {
      void refuse(reply, 400, "2050", "Request ID is too long", "ValidationFault");
      return reply;
    }
    return finish(reply, () => {
      const done = onceByKey(books, { key, body: request.body }, () => post(books, request.body));
      return done ?? fault("6540", "Deposited transaction: request ID was used for another request");
    });
  });
}

function refuse(reply: FastifyReply, status: number, code: string, message: string, type: string): null {
  void reply.code(status).send({ Fault: { Error: [{ Message: message, Detail: message, code }], type } });
  return null;
}

function fault(code: string, detail: string): { status: number; body: object } {
  const Error = [{ Message: "Business Validation Error", Detail: detail, code }];
  return { status: 400, body: { Fault: { Error, type: "ValidationFault" } } };
}

function runQuery(books: CompanyBooks, query: string): object | null {
  const accounts =
    /^select \* from Account where Active = true STARTPOSITION (\d{1,6}) MAXRESULTS (\d{1,4})$/i.exec(query);
  if (accounts) {
    const start = Number(accounts[1]) - 1;
    const active = books.accounts.filter(({ isActive }) => isActive);
    return { Account: active.slice(start, start + Number(accounts[2])).map(toAccount) };
  }
  const number = /^select Id, PrivateNote from JournalEntry where DocNumber = '([^']{1,21})'$/i.exec(
    query,
  )?.[1];
  if (number === undefined) return null;
  const found = books.journals.filter((journal) => journal.number === number);
  return { JournalEntry: found.map(({ id: Id, memo: PrivateNote }) => ({ Id, PrivateNote })) };
}

function toAccount({ id, code, name, type }: BookAccount): object {
  return {
    Id: id,
    Name: name,
    FullyQualifiedName: name,
    ...(code === null ? {} : { AcctNum: code }),
    AccountType: type,
    Active: true,
  };
}

function post(books: CompanyBooks, body: unknown): { status: number; body: object } {
  const parsed = entrySchema.safeParse(body);
  if (!parsed.success)
    return fault("2010", `Request has invalid or unsupported property: ${pathOf(parsed.error)}`);
  const trouble = troubleOf(books, parsed.data);
  if (trouble) return fault(...trouble);
  const { TxnDate: date, DocNumber: number = null, PrivateNote: memo = "", Line } = parsed.data;
  const lines = Line.map(({ Amount, JournalEntryLineDetail: { PostingType, AccountRef } }) => ({
    account: books.accounts.find(({ id }) => id === AccountRef.value)!,
    cents: (PostingType === "Debit" ? 1 : -1) * centsOf(Amount)!,
  }));
  const id = String(books.journals.length + 100);
  books.journals.push({ id, date, number, memo, lines });
  return { status: 200, body: { JournalEntry: { Id: id, SyncToken: "0", ...parsed.data } } };
}

function pathOf({ issues }: z.ZodError): string {
  return issues[0]?.path.join(".") ?? "";
}

function troubleOf(books: CompanyBooks, { CurrencyRef, Line }: Entry): [code: string, detail: string] | null {
  if (CurrencyRef && CurrencyRef.value !== books.currency)
    return ["6000", "Multicurrency is not enabled for the company"];
  let sum = 0;
  for (const { Amount, JournalEntryLineDetail: detail } of Line) {
    const account = books.accounts.find(({ id }) => id === detail.AccountRef.value);
    if (!account) return ["2500", "Invalid Reference Id: Accounts element id not found"];
    if (!account.isActive)
      return ["610", "Object Not Found: something you're trying to use has been made inactive"];
    if (/^Accounts (Receivable|Payable)$/.test(account.type) && !detail.Entity)
      return ["6000", "When you use Accounts Receivable or Accounts Payable, choose a name"];
    const cents = centsOf(Amount);
    if (cents === null) return ["2010", "Amounts have at most two decimals"];
    sum += detail.PostingType === "Debit" ? cents : -cents;
  }
  return sum === 0 ? null : ["6000", "The debits and credits of the transaction are not in balance"];
}
