import type { EntityManager } from "@mikro-orm/postgresql";
import { inputWithIndex } from "../../../../src/db/blind-index.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { insertAll, findOwn, updateRow } from "../payroll.rows.ts";
import type * as terms from "./employee-terms.types.ts";
import type { SecretRow } from "../payroll-tables.ts";
import { newId } from "../../../../src/ids.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { isRoutingNumber } from "../../base/routing-number.ts";

/** Encrypts a number and returns a token. The number is in no response, log or stored request. Throws VALIDATION_ERROR. */
export function sealNumber(
  ctx: GatewayContext,
  { kind, number, routingNumber = null, accountType = null }: terms.SealPayrollNumberInput,
): Promise<terms.PayrollSetupToken> {
  const digits = number.replaceAll("-", "");
  const rule = (path: string, message: string) => ({ path, message, rule: "format" });
  if (kind !== "bank_account" && !/^\d{9}$/.test(digits))
    throw validationError([rule("number", "must have nine digits")]);
  if (kind === "bank_account" && (routingNumber === null || !isRoutingNumber(routingNumber)))
    throw validationError([rule("routingNumber", "must be a valid nine-digit routing number")]);
  const plain = JSON.stringify({ number: digits, routingNumber, ...(accountType ? { accountType } : {}) });
  // The idempotency record stores a keyed hash: a plain hash of nine digits could be brute-forced.
  const indexes = ctx.ports.keyRing.blindIndexes("payroll.secrets", plain);
  const call = { operation: "sealPayrollNumber", ...inputWithIndex(indexes, (of) => ({ kind, of })) };
  return exactlyOnce(ctx, call, async (em) => {
    const id = newId("pst");
    const row: SecretRow = {
      id,
      ownerId: ownerOf(ctx),
      kind,
      sealed: ctx.ports.keyRing.seal(plain, secretPlace(id)),
      last4: digits.slice(-4),
      usedBy: null,
      createdAt: ctx.clock.now().toISOString(),
    };
    await insertAll(em, "payroll_secrets", [row]);
    return { setupToken: id, kind, last4: row.last4 };
  });
}

/** Encryption context of a number: a ciphertext moved to another row cannot be decrypted. */
export function secretPlace(secretId: string): string {
  return `payroll_secrets.sealed.${secretId}`;
}

/** Consumes a single-use token. Throws NOT_FOUND for another kind or account, or a used token. */
export async function useSecret(
  em: EntityManager,
  ctx: GatewayContext,
  setupToken: string,
  { kind, by }: { kind: SecretRow["kind"]; by: string },
): Promise<SecretRow> {
  const row = await findOwn(em, "payroll_secrets", { ownerId: ownerOf(ctx), id: setupToken, lock: true });
  if (row?.kind !== kind || row.usedBy !== null) throw notFound("setup token");
  await updateRow(em, "payroll_secrets", row.id, { usedBy: by });
  return row;
}
