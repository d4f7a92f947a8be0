import type { AccountRow } from "./account.rows.ts";
import { shownAmount } from "./bank-money.ts";
import type { BankAccount, BankBalance, BankConnection } from "../banking.types.ts";
import type { ConnectionRow } from "./connection.rows.ts";

/** A connection as API users see it, without the token, the provider's ids and the cursor. */
export function showConnection(row: ConnectionRow): BankConnection {
  const { id: connectionId, institutionId, institutionName, institutionLogoUrl, status, errorCode } = row;
  const { apps, accountCount, products, consentExpiresAt, lastSyncedAt, nextSyncAllowedAt } = row;
  const { createdAt, updatedAt } = row;
  const bank = { institutionId, institutionName, institutionLogoUrl };
  const state = { status, errorCode, apps, accountCount, products, consentExpiresAt };
  return { connectionId, ...bank, ...state, lastSyncedAt, nextSyncAllowedAt, createdAt, updatedAt };
}

export function showAccount(row: AccountRow): BankAccount {
  const { id: accountId, connectionId, name, officialName, mask, type, subtype, currency } = row;
  const { verificationStatus, isActive } = row;
  const { current, available, limit, asOf } = showBalance(row);
  const balances = { current, available, limit, asOf };
  const names = { accountId, connectionId, name, officialName, mask, type, subtype, currency };
  return { ...names, balances, verificationStatus, isActive };
}

export function showBalance(row: AccountRow): BankBalance {
  const { id: accountId, currency, balancesAsOf: asOf } = row;
  const [current, available, limit] = [row.current, row.available, row.limit].map((minor) =>
    shownAmount(minor, currency),
  ) as [number | null, number | null, number | null];
  return { accountId, current, available, limit, currency, asOf };
}
