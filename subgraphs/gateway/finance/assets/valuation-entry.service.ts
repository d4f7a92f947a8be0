import type { EntityManager } from "@mikro-orm/postgresql";
import { findRows } from "../finance.rows.ts";
import { businessRule } from "../../base/gateway.errors.ts";

/** Throws BUSINESS_RULE (`valuation`) for the transaction of an asset's value, which follows from the value. */
export async function refuseValuation(em: EntityManager, transactionId: string): Promise<void> {
  const [valuation] = await findRows(em, "finance_valuations", "transaction_id = $1", [transactionId]);
  if (valuation)
    throw businessRule(
      "valuation",
      "This transaction comes from the value of an asset. Record another value with recordAssetValuation.",
    );
}
