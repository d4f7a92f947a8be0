import { z } from "zod";
import { callVendor, type VendorAnswer } from "../../../../src/http/vendor-api.ts";
import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { RemoteAccess, RemoteAnswer, RemoteBooks, RemoteEntry } from "./remote-books.port.ts";
import { mapAnswer, parseJson, readReply, writeReply } from "./remote-reply.ts";

const connectionsSchema = z.array(
  z.object({ tenantId: z.string(), tenantType: z.string(), tenantName: z.string().nullish() }),
);
const organisationSchema = z.object({
  Organisations: z.array(z.object({ BaseCurrency: z.string() })).min(1),
});
const accountsSchema = z.object({
  Accounts: z.array(
    z.object({
      AccountID: z.string(),
      Code: z.string().optional(),
      Name: z.string(),
      Type: z.string(),
      Status: z.string(),
      SystemAccount: z.string().optional(),
    }),
  ),
});
const journalsSchema = z.object({
  ManualJournals: z.array(z.object({ ManualJournalID: z.string(), Narration: z.string().optional() })),
});
const faultSchema = z.object({
  Message: z.string().optional(),
  Elements: z
    .array(z.object({ ValidationErrors: z.array(z.object({ Message: z.string() })).default([]) }))
    .default([]),
});
const problemSchema = z.object({ Detail: z.string().optional() });
/** Most pages of the journals of one day that are searched. */
const maxPages = 50;
/** Journals of a page. */
const pageSize = 100;
/** Longest narration. */
const maxNarration = 4_000;

/**
 * Xero Accounting API 2.0: `connections` for the organisations, `Organisation`, `Accounts`, and `ManualJournals` with
 * `Idempotency-Key`. Xero keeps keys for a short time only, so journals are also found by their narration.
 */
export function createXero({ baseUrl }: { baseUrl: string }): RemoteBooks {
  const get = ({ accessToken, companyId }: RemoteAccess, path: string) =>
    callVendor({
      baseUrl,
      accessToken,
      method: "GET",
      path: `/api.xro/2.0/${path}`,
      headers: { "xero-tenant-id": companyId },
      maxBytes: 8 * 1_048_576,
    });
  return {
    scopes: ["accounting.transactions", "accounting.manualjournals"],
    async companies({ accessToken }) {
      const answer = await callVendor({ baseUrl, accessToken, method: "GET", path: "/connections" });
      return mapAnswer(readReply(answer, connectionsSchema, refusalOf), (connections) =>
        connections
          .filter(({ tenantType }) => tenantType === "ORGANISATION")
          .map(({ tenantId, tenantName }) => ({ id: tenantId, name: tenantName ?? tenantId })),
      );
    },
    async currency(access) {
      const answer = readReply(await get(access, "Organisation"), organisationSchema, refusalOf);
      return mapAnswer(answer, ({ Organisations }) => Organisations[0]!.BaseCurrency);
    },
    async accounts(access) {
      const answer = readReply(await get(access, "Accounts"), accountsSchema, refusalOf);
      return mapAnswer(answer, ({ Accounts }) =>
        Accounts.filter(({ Status }) => Status === "ACTIVE").map((account) => ({
          id: account.AccountID,
          code: account.Code || null,
          name: account.Name,
          type: account.Type,
          isUsable: takesJournals(account),
        })),
      );
    },
    find: ({ entry, ...access }) => findJournal((path) => get(access, path), entry),
    async post({ entry, key, accessToken, companyId }) {
      const answer = await callVendor({
        baseUrl,
        accessToken,
        method: "POST",
        path: "/api.xro/2.0/ManualJournals",
        headers: { "xero-tenant-id": companyId, "idempotency-key": key },
        content: {
          type: "application/json",
          body: JSON.stringify({ ManualJournals: [bodyOf(entry)] }),
        },
      });
      const posted = writeReply(answer, journalsSchema, refusalOf);
      if (posted.kind === "found" && posted.value.ManualJournals.length === 0) return { kind: "unknown" };
      return mapAnswer(posted, ({ ManualJournals }) => ManualJournals[0]!.ManualJournalID);
    },
  };
}

/** Looks for a journal by its day and our ID in its narration. */
async function findJournal(
  get: (path: string) => Promise<VendorAnswer>,
  entry: RemoteEntry,
): Promise<RemoteAnswer<string | null>> {
  const [year, month, day] = entry.date.split("-").map(Number);
  const where = encodeURIComponent(`Date==DateTime(${year},${month},${day})`);
  for (let page = 1; page <= maxPages; page++) {
    const path = `ManualJournals?where=${where}&page=${page}&pageSize=${pageSize}`;
    const answer = readReply(await get(path), journalsSchema, refusalOf);
    if (answer.kind !== "found") return answer;
    const { ManualJournals: journals } = answer.value;
    const found = journals.find(({ Narration }) => Narration?.includes(entry.id));
    if (found) return { kind: "found", value: found.ManualJournalID };
    if (journals.length < pageSize) break;
  }
  return { kind: "found", value: null };
}

/** Manual journals take no bank accounts and none that Xero keeps itself, and lines name accounts by code. */
function takesJournals({
  Code,
  Type,
  SystemAccount,
}: {
  Code?: string | undefined;
  Type: string;
  SystemAccount?: string | undefined;
}): boolean {
  return Boolean(Code) && Type !== "BANK" && !SystemAccount;
}

function refusalOf({ status, text }: { status: number; text: string }): RemoteAnswer<never> {
  if (status === 401 || status === 403) {
    const detail = parseJson(text, problemSchema)?.Detail ?? "";
    if (detail === "AuthenticationUnsuccessful") return { kind: "not_found" };
    return detail === "AuthorizationUnsuccessful" ? { kind: "missing_scope" } : { kind: "unauthorized" };
  }
  const fault = parseJson(text, faultSchema);
  const [first] = fault?.Elements.flatMap(({ ValidationErrors }) => ValidationErrors) ?? [];
  return { kind: "refused", reason: (first?.Message ?? fault?.Message ?? "").slice(0, 500) || null };
}

function bodyOf({ id, number, date, memo, currency, lines }: RemoteEntry): object {
  const decimals = currencyDecimals(currency);
  return {
    Narration: `${number} ${memo}`.slice(0, maxNarration - id.length - 3) + ` (${id})`,
    Date: date,
    LineAmountTypes: "NoTax",
    Status: "POSTED",
    JournalLines: lines.map(({ account, amount, memo: text }) => ({
      LineAmount: toMajor(amount, decimals),
      AccountCode: account.code,
      ...(text === null ? {} : { Description: text }),
    })),
  };
}
