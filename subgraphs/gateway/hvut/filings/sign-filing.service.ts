import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError } from "../../../../src/errors.ts";
import type { HvutContext } from "../hvut.context.ts";
import { judge, lockFiling, saveFiling } from "./draft.service.ts";
import { findFiler } from "../filers/filers.service.ts";
import type { FilingEntity } from "./filing.entity.ts";
import { statesFor } from "./filing-states.ts";
import type { SignInput } from "./filing-input.types.ts";
import type { Filing } from "./filing.types.ts";
import { ruleBroken, wrongState } from "../hvut.errors.ts";
import { presentFiling } from "./present-filing.ts";

/**
 * Signs a valid return with the PIN that the signatory entered. Throws NOT_FOUND, INVALID_STATE, BUSINESS_RULE with all
 * broken rules, and VALIDATION_ERROR for another name or a missing agreement.
 */
export function signFiling(ctx: HvutContext, input: SignInput): Promise<Filing> {
  return exactlyOnce(ctx, { operation: "sign2290", input }, async (em) => {
    const filing = await lockFiling(em, ctx, input.filingId, "edit");
    const { signatory } = await findFiler(em, ctx, filing.filerId);
    const isTheirs = signatory.name.trim().toLowerCase() === input.signatoryName.trim().toLowerCase();
    if (!isTheirs)
      throw validationError([
        { path: "signatoryName", message: "must match the name of the filer's signatory", rule: "signatory" },
      ]);
    await sign(em, ctx, filing, input.agreeToJurat);
    return presentFiling(filing);
  });
}

/** Signs a locked return. Throws BUSINESS_RULE, INVALID_STATE, and VALIDATION_ERROR without the agreement. */
export async function sign(
  em: EntityManager,
  ctx: HvutContext,
  filing: FilingEntity,
  agreeToJurat: boolean,
): Promise<void> {
  if (!agreeToJurat)
    throw validationError([
      { path: "agreeToJurat", message: "must be true to sign the return", rule: "required" },
    ]);
  // EIN and PIN may have been entered since the last validation.
  const { errors } = await judge(em, ctx, filing);
  if (errors.length > 0) throw ruleBroken(errors);
  if (filing.status === "draft") filing.status = "ready";
  if (!statesFor("sign").includes(filing.status)) throw wrongState(filing.status, "sign");
  const { signatory } = await findFiler(em, ctx, filing.filerId);
  const at = ctx.clock.now().toISOString();
  filing.signature = { ...signatory, at };
  filing.status = "signed";
  filing.events = [...filing.events, { type: "signed", at }];
  await saveFiling(em, ctx, filing);
}
