import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { newId } from "../../src/ids.ts";
import { centsOf, onceByKey, type BookAccount, type BookStore, type CompanyBooks } from "./book-store.ts";
import type { ConnectedApi, TokenHolder } from "./connected-api.ts";

const journalSchema = z.object({
  Narration: z.string().min(1).max(4_000),
  Date: z.iso.date(),
  LineAmountTypes: z.literal("NoTax"),
  Status: z.enum(["POSTED", "DRAFT"]).default("DRAFT"),
  JournalLines: z
    .array(
      z.object({
        LineAmount: z.number(),
        AccountCode: z.string(),
        Description: z.string().max(4_000).optional(),
      }),
    )
    .min(2),
});
const bodySchema = z.object({ ManualJournals: z.array(journalSchema).length(1) });
type Journal = z.output<typeof journalSchema>;

const journalScopes = ["accounting.transactions", "accounting.manualjournals"];
const settingsScopes = ["accounting.settings", "accounting.settings.read"];
/** Account types that Xero keeps itself. */
const systemAccounts: Readonly<Record<string, string>> = { DEBTORS: "DEBTORS", CREDITORS: "CREDITORS" };
const datePattern = /^Date==DateTime\((\d{4}),(\d{1,2}),(\d{1,2})\)$/;

/**
 * Xero's `connections` and Accounting API 2.0 for access tokens of the stand-in's own server: organisations, accounts and
 * manual journals. It refuses what Xero refuses: another tenant, journals that do not balance, unknown, archived, bank and system
 * accounts.
 */
export function addXeroApi(app: FastifyInstance, api: ConnectedApi, store: BookStore): void {
  const door = new XeroDoor(api, store);
  addSettings(app, door);
  addJournals(app, door);
}

/** Tokens, tenants and faults, as every address has them. */
class XeroDoor {
  readonly #api: ConnectedApi;
  readonly #store: BookStore;

  constructor(api: ConnectedApi, store: BookStore) {
    this.#api = api;
    this.#store = store;
  }

  /** Null once a refusal was sent. */
  async holderOf(
    request: FastifyRequest,
    reply: FastifyReply,
    scopes: readonly string[],
  ): Promise<TokenHolder | null> {
    const holder = await this.#api.holderOf("xero", request);
    if (holder && scopes.some((scope) => holder.scopes.includes(scope))) return holder;
    void problem(reply, 401, holder ? "AuthorizationUnsuccessful" : "TokenInvalid");
    return null;
  }

  companiesOf({ account }: TokenHolder): CompanyBooks[] {
    return this.#store.companiesOf("xero", account);
  }

  async booksOf(
    request: FastifyRequest,
    reply: FastifyReply,
    scopes: readonly string[],
  ): Promise<CompanyBooks | null> {
    const holder = await this.holderOf(request, reply, scopes);
    if (!holder) return null;
    const tenant = request.headers["xero-tenant-id"];
    const books = this.companiesOf(holder).find(({ id }) => id === tenant);
    if (!books) void problem(reply, 403, "AuthenticationUnsuccessful");
    return books ?? null;
  }

  finish(reply: FastifyReply, work: () => { status: number; body: object }): FastifyReply {
    return this.#api.finish(reply, work, (status) => {
      if (status === 429) reply.header("x-rate-limit-problem", "minute");
      return problem(reply, status, "");
    });
  }
}

const path = "/apis/xero/api.xro/2.0";

function addSettings(app: FastifyInstance, door: XeroDoor): void {
  app.get("/apis/xero/connections", async (request, reply) => {
    const holder = await door.holderOf(request, reply, [...journalScopes, ...settingsScopes]);
    if (!holder) return reply;
    const body = door.companiesOf(holder).map(({ id, name }) => ({
      id: `connection-${id}`,
      tenantId: id,
      tenantType: "ORGANISATION",
      tenantName: name,
    }));
    return door.finish(reply, () => ({ status: 200, body }));
  });
  app.get(`${path}/Organisation`, async (request, reply) => {
    const books = await door.booksOf(request, reply, settingsScopes);
    if (!books) return reply;
    const Organisations = [{ Name: books.name, BaseCurrency: books.currency }];
    return door.finish(reply, () => ({ status: 200, body: { Organisations } }));
  });
  app.get(`${path}/Accounts`, async (request, reply) => {
    const books = await door.booksOf(request, reply, settingsScopes);
    if (!books) return reply;
    return door.finish(reply, () => ({ status: 200, body: { Accounts: books.accounts.map(toAccount) } }));
  });
}

function addJournals(app: FastifyInstance, door: XeroDoor): void {
  app.get(`${path}/ManualJournals`, async (request, reply) => {
    const books = await door.booksOf(request, reply, journalScopes);
    if (!books) return reply;
    const { where, page = "1", pageSize = "100" } = request.query as Record<string, string>;
    const match = datePattern.exec(where ?? "");
    if (!match) return reply.code(400).send({ ErrorNumber: 16, Type: "QueryParseException" });
    const date = `${match[1]}-${match[2]!.padStart(2, "0")}-${match[3]!.padStart(2, "0")}`;
    const start = (Number(page) - 1) * Number(pageSize);
    const found = books.journals
      .filter((journal) => journal.date === date)
      .slice(start, start + Number(pageSize));
    const ManualJournals = found.map(({ id, memo }) => ({ ManualJournalID: id, Narration: memo }));
    return door.finish(reply, () => ({ status: 200, body: { ManualJournals } }));
  });
  app.post(`${path}/ManualJournals`, async (request, reply) => {
    const books = await door.booksOf(request, reply, journalScopes);
    if (!books) return reply;
    const { "idempotency-key": key = null } = request.headers as { "idempotency-key"?: string };
    if (key !== null && key.length > 128) return reply.code(400).send(validation("The key is too long"));
    return door.finish(reply, () => {
      const done = onceByKey(books, { key, body: request.body }, () => post(books, request.body));
      return done ?? { status: 400, body: validation("The idempotency key was used for another request") };
    });
  });
}

function problem(reply: FastifyReply, status: number, detail: string): FastifyReply {
  return reply.code(status).send({ Type: null, Title: "Unauthorized", Status: status, Detail: detail });
}

function validation(message: string): object {
  return {
    ErrorNumber: 10,
    Type: "ValidationException",
    Message: "A validation exception occurred",
    Elements: [{ ValidationErrors: [{ Message: message }] }],
  };
}

function toAccount({ id, code, name, type, isActive }: BookAccount): object {
  const system = systemAccounts[type];
  return {
    AccountID: id,
    ...(code === null ? {} : { Code: code }),
    Name: name,
    Type: system ? "CURRENT" : type,
    Status: isActive ? "ACTIVE" : "ARCHIVED",
    ...(system ? { SystemAccount: system } : {}),
  };
}

function post(books: CompanyBooks, body: unknown): { status: number; body: object } {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success)
    return { status: 400, body: validation(`Invalid ${parsed.error.issues[0]?.path.join(".")}`) };
  const [journal] = parsed.data.ManualJournals as [Journal];
  const trouble = troubleOf(books, journal);
  if (trouble) return { status: 400, body: validation(trouble) };
  const id = newId("xmj");
  const lines = journal.JournalLines.map(({ LineAmount, AccountCode }) => ({
    account: accountOf(books, AccountCode)!,
    cents: centsOf(LineAmount)!,
  }));
  books.journals.push({ id, date: journal.Date, number: null, memo: journal.Narration, lines });
  return { status: 200, body: { ManualJournals: [{ ManualJournalID: id, ...journal }] } };
}

function accountOf({ accounts }: CompanyBooks, code: string): BookAccount | undefined {
  return accounts.find((account) => account.code === code);
}

function troubleOf(books: CompanyBooks, { JournalLines }: Journal): string | null {
  let sum = 0;
  for (const { LineAmount, AccountCode } of JournalLines) {
    const account = accountOf(books, AccountCode);
    if (!account) return `Account code '${AccountCode}' is not a valid code for this document`;
    if (!account.isActive) return `Account code '${AccountCode}' has been archived`;
    if (account.type === "BANK") return "Bank accounts cannot be used in manual journals";
    if (Object.hasOwn(systemAccounts, account.type))
      return "System accounts cannot be used in manual journals";
    const cents = centsOf(LineAmount);
    if (cents === null) return "Amounts have at most two decimals";
    sum += cents;
  }
  return sum === 0 ? null : "The total debits (excl. tax) must equal total credits (excl. tax)";
}
