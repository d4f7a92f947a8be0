import type { EntityManager } from "@mikro-orm/postgresql";
import { asSystem } from "../../../../src/db/transaction.ts";
import { sealedNumber } from "../ach/ach-originator.service.ts";
import type { PayrollContext } from "../payroll.context.ts";
import { PayoutFault, type PayoutAccount } from "./payouts.port.ts";
import { findRows, insertAll, payoutAccountPlace } from "./transfers.rows.ts";

/**
 * The provider's account of a bank account number, registered there when it is first needed. Must be called outside of
 * transactions. Throws PayoutFault, also where the number was removed.
 */
export async function openPayoutAccount(
  ctx: PayrollContext,
  { ownerId, secretId }: { ownerId: string; secretId: string | null },
): Promise<PayoutAccount> {
  if (secretId === null) throw new PayoutFault("refused", "ACCOUNT_REMOVED");
  const known = await asSystem(ctx.em, (em) => readAccount(em, ctx, secretId), { readOnly: true });
  if (known !== null) return known;
  const numbers = await asSystem(ctx.em, (em) => sealedNumber(em, ctx, secretId), { readOnly: true });
  if (numbers === null) throw new PayoutFault("refused", "ACCOUNT_REMOVED");
  const opened = await ctx.ports.payouts.openAccount(numbers);
  return asSystem(ctx.em, async (em) => {
    const sealed = ctx.ports.keyRing.seal(JSON.stringify(opened), payoutAccountPlace(secretId));
    const row = { id: secretId, ownerId, sealed, createdAt: ctx.clock.now().toISOString() };
    await insertAll(em, "payroll_payout_accounts", [row], "ON CONFLICT DO NOTHING");
    // Another process may have registered it meanwhile.
    return (await readAccount(em, ctx, secretId))!;
  });
}

async function readAccount(
  em: EntityManager,
  ctx: PayrollContext,
  id: string,
): Promise<PayoutAccount | null> {
  const [row] = await findRows(em, "payroll_payout_accounts", "id = $1", [id]);
  if (!row) return null;
  return JSON.parse(ctx.ports.keyRing.open(row.sealed, payoutAccountPlace(id))) as PayoutAccount;
}
