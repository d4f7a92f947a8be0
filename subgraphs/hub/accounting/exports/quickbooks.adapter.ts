import { z } from "zod";
import { callVendor } from "../../../../src/http/vendor-api.ts";
import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import type {
  RemoteAccess,
  RemoteAccount,
  RemoteAnswer,
  RemoteBooks,
  RemoteEntry,
} from "./remote-books.port.ts";
import { mapAnswer, parseJson, readReply, writeReply } from "./remote-reply.ts";

/** Version of the objects that this adapter was written for. */
const minorVersion = "75";
/** Accounts per page, the most that a query returns, and accounts that are read. */
const [pageSize, maxAccounts] = [1_000, 10_000];
/** Longest texts of a document number and of notes. */
const [maxDocNumber, maxNote] = [21, 4_000];

const companySchema = z.object({ CompanyInfo: z.object({ CompanyName: z.string() }) });
const preferencesSchema = z.object({
  Preferences: z.object({ CurrencyPrefs: z.object({ HomeCurrency: z.object({ value: z.string() }) }) }),
});
const accountsSchema = z.object({
  QueryResponse: z.object({
    Account: z
      .array(
        z.object({
          Id: z.string(),
          AcctNum: z.string().optional(),
          FullyQualifiedName: z.string().optional(),
          Name: z.string(),
          AccountType: z.string(),
        }),
      )
      .default([]),
  }),
});
const foundSchema = z.object({
  QueryResponse: z.object({
    JournalEntry: z.array(z.object({ Id: z.string(), PrivateNote: z.string().optional() })).default([]),
  }),
});
const postedSchema = z.object({ JournalEntry: z.object({ Id: z.string() }) });
const faultSchema = z.object({
  Fault: z.object({
    Error: z.array(z.object({ Message: z.string().optional(), Detail: z.string().optional() })),
  }),
});
/** Journal lines of these need a customer or a vendor, which our lines do not name. */
const namedTypes: readonly string[] = ["Accounts Receivable", "Accounts Payable"];

/**
 * QuickBooks Online Accounting API v3: `query`, `companyinfo`, `preferences`, and `journalentry` with `requestid`, for which
 * it executes a request once. The company is the `realmId` of the authorization.
 */
export function createQuickbooks({ baseUrl }: { baseUrl: string }): RemoteBooks {
  const get = (access: RemoteAccess, path: string, query: Record<string, string> = {}) =>
    callVendor({ baseUrl, method: "GET", path: pathOf(access, path, query), ...bounds, ...tokenOf(access) });
  return {
    scopes: ["com.intuit.quickbooks.accounting"],
    async companies({ accessToken, companyId }) {
      if (companyId === null) return { kind: "not_found" };
      const access = { accessToken, companyId };
      const answer = await get(access, `companyinfo/${companyId}`);
      return mapAnswer(readReply(answer, companySchema, refusalOf), ({ CompanyInfo }) => [
        { id: companyId, name: CompanyInfo.CompanyName },
      ]);
    },
    async currency(access) {
      const answer = readReply(await get(access, "preferences"), preferencesSchema, refusalOf);
      return mapAnswer(answer, ({ Preferences }) => Preferences.CurrencyPrefs.HomeCurrency.value);
    },
    async accounts(access) {
      const accounts: RemoteAccount[] = [];
      for (let start = 1; start <= maxAccounts; start += pageSize) {
        const query = `select * from Account where Active = true STARTPOSITION ${start} MAXRESULTS ${pageSize}`;
        const answer = readReply(await get(access, "query", { query }), accountsSchema, refusalOf);
        if (answer.kind !== "found") return answer;
        const { Account: page } = answer.value.QueryResponse;
        accounts.push(...page.map(accountOf));
        if (page.length < pageSize) break;
      }
      return { kind: "found", value: accounts };
    },
    async find({ entry, ...access }) {
      const query = `select Id, PrivateNote from JournalEntry where DocNumber = '${docNumberOf(entry)}'`;
      const answer = readReply(await get(access, "query", { query }), foundSchema, refusalOf);
      return mapAnswer(answer, ({ QueryResponse }) => {
        const found = QueryResponse.JournalEntry.find(({ PrivateNote }) => PrivateNote?.includes(entry.id));
        return found?.Id ?? null;
      });
    },
    async post({ entry, key, ...access }) {
      const content = { type: "application/json", body: JSON.stringify(bodyOf(entry)) };
      const path = pathOf(access, "journalentry", { requestid: key });
      const answer = await callVendor({ baseUrl, method: "POST", path, content, ...tokenOf(access) });
      return mapAnswer(writeReply(answer, postedSchema, refusalOf), ({ JournalEntry }) => JournalEntry.Id);
    },
  };
}

type Account = z.output<typeof accountsSchema>["QueryResponse"]["Account"][number];

function accountOf({ Id, AcctNum, FullyQualifiedName, Name, AccountType }: Account): RemoteAccount {
  return {
    id: Id,
    code: AcctNum || null,
    name: FullyQualifiedName ?? Name,
    type: AccountType,
    isUsable: !namedTypes.includes(AccountType),
  };
}

const bounds = { maxBytes: 8 * 1_048_576 };
const tokenOf = ({ accessToken }: RemoteAccess) => ({ accessToken });

function pathOf({ companyId }: RemoteAccess, path: string, query: Record<string, string>): string {
  const parameters = new URLSearchParams({ ...query, minorversion: minorVersion });
  return `/v3/company/${encodeURIComponent(companyId)}/${path}?${parameters.toString()}`;
}

function refusalOf({ status, text }: { status: number; text: string }): RemoteAnswer<never> {
  if (status === 401) return { kind: "unauthorized" };
  if (status === 403) return { kind: "missing_scope" };
  const [fault] = parseJson(text, faultSchema)?.Fault.Error ?? [];
  const reason = fault ? `${fault.Message ?? ""}: ${fault.Detail ?? ""}`.slice(0, 500) : null;
  return { kind: "refused", reason };
}

function docNumberOf({ number }: RemoteEntry): string {
  return number.slice(0, maxDocNumber);
}

function bodyOf(entry: RemoteEntry): object {
  const { id, date, memo, currency, lines } = entry;
  return {
    TxnDate: date,
    DocNumber: docNumberOf(entry),
    PrivateNote: `${memo.slice(0, maxNote - id.length - 3)} (${id})`,
    CurrencyRef: { value: currency },
    Line: lines.map(({ account, amount, memo: text }, index) => ({
      Id: String(index),
      ...(text === null ? {} : { Description: text }),
      Amount: toMajor(Math.abs(amount), currencyDecimals(currency)),
      DetailType: "JournalEntryLineDetail",
      JournalEntryLineDetail: {
        PostingType: amount > 0 ? "Debit" : "Credit",
        AccountRef: { value: account.id },
      },
    })),
  };
}
