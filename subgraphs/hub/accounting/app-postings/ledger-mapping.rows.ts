import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { listLedgerAccountRows, type LedgerAccountRow } from "../accounts/ledger-account.rows.ts";
import type { LedgerRow } from "../ledgers/ledger.rows.ts";
import { ledgerSlotNames, ledgerSlots, type LedgerSlotName } from "./ledger-slots.ts";

interface MappingRow {
  ownerId: string;
  ledgerId: string;
  slot: string;
  accountId: string;
}

const { findRows } = plainRows<{ accounting_mappings: MappingRow }>();

/** The account of a place; null when the chart has none of the standard code. */
export interface MappedAccount {
  slot: LedgerSlotName;
  account: LedgerAccountRow | null;
  isDefault: boolean;
}

/** The account of every place of a ledger. */
export async function readMapping(em: EntityManager, ledger: LedgerRow): Promise<MappedAccount[]> {
  const accounts = await listLedgerAccountRows(em, ledger);
  const chosen = await findRows(em, "accounting_mappings", "t.ledger_id = $1", [ledger.id]);
  const [byId, byCode] = [
    new Map(accounts.map((account) => [account.id, account])),
    new Map(accounts.map((account) => [account.code, account])),
  ];
  const accountIds = new Map(chosen.map(({ slot, accountId }) => [slot, accountId]));
  return ledgerSlotNames.map((slot) => {
    const accountId = accountIds.get(slot);
    if (accountId !== undefined) return { slot, account: byId.get(accountId) ?? null, isDefault: false };
    const { defaultCode, types } = ledgerSlots[slot];
    const account = byCode.get(defaultCode);
    const fits = account !== undefined && (types as readonly string[]).includes(account.type);
    return { slot, account: fits ? account : null, isDefault: true };
  });
}

/** Chooses an account for a place, or with null the standard one again. */
export async function setMapping(
  em: EntityManager,
  { id: ledgerId, ownerId }: LedgerRow,
  { slot, accountId }: { slot: LedgerSlotName; accountId: string | null },
): Promise<void> {
  if (accountId === null) {
    await executeSql(em, "DELETE FROM accounting_mappings WHERE ledger_id = $1 AND slot = $2", [
      ledgerId,
      slot,
    ]);
    return;
  }
  const sql = `INSERT INTO accounting_mappings (owner_id, ledger_id, slot, account_id) VALUES ($1, $2, $3, $4)
    ON CONFLICT (ledger_id, slot) DO UPDATE SET account_id = excluded.account_id`;
  await executeSql(em, sql, [ownerId, ledgerId, slot, accountId]);
}
