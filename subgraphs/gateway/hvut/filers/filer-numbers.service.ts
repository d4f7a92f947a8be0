import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { BlindIndexes } from "../../../../src/crypto/crypto.ts";
import { inputWithIndex, refreshBlindIndexes } from "../../../../src/db/blind-index.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { sqlState } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { DomainError, validationError, type FieldFault } from "../../../../src/errors.ts";
import type { HvutContext } from "../hvut.context.ts";
import { hashToken } from "../../base/page-token.ts";
import { einFault, foldEin } from "./ein.ts";
import { einIndex, einPlace, FilerEntity, pinPlace } from "./filer.entity.ts";
import type * as types from "./filer.types.ts";
import { lockFiler, presentFiler } from "./filers.service.ts";
import { notFound } from "../../base/gateway.errors.ts";

const uniqueViolation = "23505";
const messages = {
  digits: "must have nine digits",
  placeholder: "must be a real EIN, not a placeholder",
  prefix: "must start with a valid EIN prefix",
};

/**
 * Encrypts a filer's EIN and PIN. Throws VALIDATION_ERROR, which does not reveal the numbers, NOT_FOUND, and DUPLICATE
 * for the EIN of another active filer of the account.
 */
export function setFilerNumbers(ctx: HvutContext, input: types.SetFilerNumbersInput): Promise<types.Filer> {
  const numbers = readNumbers(input);
  // The idempotency record stores a hash of the input; a plain hash of nine digits could be brute-forced.
  const call = {
    operation: "setFilerNumbers",
    ...inputWithIndex(keyedHashes(ctx, numbers), (of) => ({ filerId: input.filerId, of })),
  };
  return exactlyOnce(ctx, call, async (em) => {
    const filer = await lockFiler(em, ctx, input.filerId);
    await sealNumbers(em, ctx, filer, numbers);
    return presentFiler(filer);
  });
}

/** The same through the single-use entry link. Throws VALIDATION_ERROR, DUPLICATE, and NOT_FOUND for an expired link. */
export function enterFilerNumbers(
  ctx: HvutContext,
  input: types.EnterFilerNumbersInput,
): Promise<types.EnteredNumbers> {
  const numbers = readNumbers(input);
  const entryHash = hashToken(input.token);
  const hashed = inputWithIndex(keyedHashes(ctx, numbers), (of) => ({ entryHash, of }));
  const call = { operation: "enterFilerNumbers", ...hashed };
  return exactlyOnce(ctx, call, (em) =>
    // No authenticated user: the token authorizes access to exactly one row.
    asSystem(em, async (own) => {
      const filer = await findByToken(own, ctx, input.token, { lockMode: LockMode.PESSIMISTIC_WRITE });
      await sealNumbers(own, ctx, filer, numbers);
      return { entered: true as const, businessName: filer.businessName };
    }),
  );
}

/** The filer behind an entry link. Throws NOT_FOUND for a used or expired link. */
export function readNumbersPage(ctx: HvutContext, token: string): Promise<types.NumbersPage> {
  const read = async (em: EntityManager) => {
    const { businessName, entryExpiresAt } = await findByToken(em, ctx, token);
    return { businessName, expiresAt: entryExpiresAt! };
  };
  return asSystem(ctx.em, read, { readOnly: true });
}

async function findByToken(
  em: EntityManager,
  ctx: HvutContext,
  token: string,
  lock: { lockMode?: LockMode.PESSIMISTIC_WRITE } = {},
): Promise<FilerEntity> {
  const where = { entryHash: hashToken(token), entryExpiresAt: { $gt: ctx.clock.now() } };
  const filer = await em.findOne(FilerEntity, where, lock);
  if (!filer) throw notFound("page");
  return filer;
}

interface Numbers {
  ein: string;
  pin: string;
}

function readNumbers(input: Numbers): Numbers {
  const ein = foldEin(input.ein);
  const faults: FieldFault[] = [];
  const rule = einFault(ein);
  if (rule !== null) faults.push({ path: "ein", message: messages[rule], rule });
  if (!/^\d{5}$/.test(input.pin) || input.pin === "00000")
    faults.push({ path: "pin", message: "must have five digits and not be 00000", rule: "R0000-031" });
  if (faults.length > 0) throw validationError(faults);
  return { ein, pin: input.pin };
}

async function sealNumbers(
  em: EntityManager,
  ctx: HvutContext,
  filer: FilerEntity,
  { ein, pin }: Numbers,
): Promise<void> {
  const { keyRing } = ctx.ports;
  await refreshBlindIndexes(em, {
    indexes: keyRing.blindIndexes(einIndex, ein),
    ownerId: filer.ownerId,
    columns: [{ table: "hvut_filers", column: "ein_fingerprint" }],
  });
  filer.einSealed = keyRing.seal(ein, einPlace(filer.id));
  filer.einFingerprint = keyRing.blindIndex(einIndex, ein);
  filer.einLast4 = ein.slice(5);
  filer.pinSealed = keyRing.seal(pin, pinPlace(filer.id));
  filer.entryHash = null;
  filer.entryExpiresAt = null;
  filer.version += 1;
  filer.updatedAt = ctx.clock.now();
  await em.flush().catch((error: unknown) => {
    if (sqlState(error) !== uniqueViolation) throw error;
    throw new DomainError(
      "DUPLICATE",
      "Another filer of this account has this EIN. Archive it, or check the EIN.",
    );
  });
}

function keyedHashes({ ports: { keyRing } }: HvutContext, { ein, pin }: Numbers): BlindIndexes {
  return keyRing.blindIndexes("hvut.numbers", `${ein} ${pin}`);
}
