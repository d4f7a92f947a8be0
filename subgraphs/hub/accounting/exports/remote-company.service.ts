import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { missingScope, needsReauth, providerUnavailable } from "../../oauth/oauth.errors.ts";
import { requireConnection, withToken, type TokenTrouble } from "../../oauth/use-connection.service.ts";
import { accountingConflict, accountingRule } from "../accounting.errors.ts";
import type { RemoteAccount, RemoteAnswer, RemoteBooks, RemoteCompany } from "./remote-books.port.ts";

/** A company that a connection reaches, and how. */
export interface ReachedCompany {
  connectionId: string;
  provider: string;
  books: RemoteBooks;
  company: RemoteCompany;
}

/**
 * The company of a connection; `remoteCompanyId` chooses one of several. Throws CONNECTION_NOT_FOUND, CONNECTION_NEEDS_REAUTH,
 * NOT_FOUND for the company, INVALID_STATE for a service without books, a missing scope or no company, BUSINESS_RULE for
 * several, and UPSTREAM_FAILED.
 */
export async function requireCompany(
  ctx: HubContext,
  { connectionId, remoteCompanyId }: { connectionId: string; remoteCompanyId?: string | null | undefined },
): Promise<ReachedCompany> {
  const { em, principal, ports } = ctx;
  const unfit = accountingConflict(
    "no_accounting_service",
    "This service takes no journal entries. Choose a connection to `quickbooks` or `xero`.",
  );
  const wanted = { connectionId, services: ports.remoteBooks, unfit };
  const { row, service: books } = await inTransaction(
    { em, principal },
    (own) => requireConnection(own, ctx, wanted),
    { readOnly: true },
  );
  const answer = await withToken(ctx, connectionId, ({ accessToken }) =>
    books.companies({ accessToken, companyId: row.companyId }),
  );
  const company = chooseCompany(valueOf(answer, books), remoteCompanyId ?? null);
  return { connectionId, provider: row.provider, books, company };
}

function chooseCompany(companies: readonly RemoteCompany[], companyId: string | null): RemoteCompany {
  if (companyId !== null) {
    const found = companies.find(({ id }) => id === companyId);
    if (!found) throw companyNotFound();
    return found;
  }
  const [first, ...others] = companies;
  if (!first) throw companyNotFound();
  if (others.length === 0) return first;
  throw accountingRule(
    "several_companies",
    "The connection reaches several companies. Choose one of them by its remoteCompanyId.",
    { companies: companies.map(({ id, name }) => ({ remoteCompanyId: id, name })) },
  );
}

/** Accounts of the company's chart. Throws what `requireCompany` throws. */
export async function readRemoteAccounts(
  ctx: HubContext,
  { connectionId, books, company }: ReachedCompany,
): Promise<RemoteAccount[]> {
  const answer = await withToken(ctx, connectionId, ({ accessToken }) =>
    books.accounts({ accessToken, companyId: company.id }),
  );
  return valueOf(answer, books);
}

/** The currency of the company's books. Throws what `requireCompany` throws. */
export async function readRemoteCurrency(
  ctx: HubContext,
  { connectionId, books, company }: ReachedCompany,
): Promise<string> {
  const answer = await withToken(ctx, connectionId, ({ accessToken }) =>
    books.currency({ accessToken, companyId: company.id }),
  );
  return valueOf(answer, books);
}

type Outcome<Value> = Exclude<RemoteAnswer<Value>, { kind: "unauthorized" }> | TokenTrouble;

function valueOf<Value>(answer: Outcome<Value>, { scopes }: RemoteBooks): Value {
  switch (answer.kind) {
    case "found":
      return answer.value;
    case "connection_lost":
      throw needsReauth("expired");
    case "missing_scope":
      throw missingScope(scopes[0]);
    case "not_found":
      throw companyNotFound();
    case "refused":
      throw providerUnavailable(false);
    case "later":
    case "unknown":
    case "no_token":
      throw providerUnavailable();
  }
}

function companyNotFound(): DomainError {
  return new DomainError(
    "NOT_FOUND",
    "Company not found at the service. Check the remoteCompanyId, or connect the account again and choose a company.",
  );
}
