import type { EntityManager } from "@mikro-orm/postgresql";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { validationError } from "../../../../src/errors.ts";
import type { HvutContext } from "../hvut.context.ts";
import { applyChanges, lockFiling, settleDraft, startDraft } from "./draft.service.ts";
import { lockFiler } from "../filers/filers.service.ts";
import type { FilingEntity } from "./filing.entity.ts";
import type * as inputs from "./filing-input.types.ts";
import type * as types from "./filing.types.ts";
import { presentFiling } from "./present-filing.ts";
import { sign } from "./sign-filing.service.ts";
import { applyReply, claimSubmission, transmit, type Transmission } from "./submit-filing.service.ts";

/**
 * Sends a signed return, or makes, signs and sends one for each month of first use. Throws NOT_FOUND, VALIDATION_ERROR,
 * BUSINESS_RULE, INVALID_STATE, and DUPLICATE for a vehicle on another return of the period. Works while the e-file
 * service is unavailable: submitted returns are sent later by a job.
 */
export function fileReturn(ctx: HvutContext, input: inputs.FileReturnInput): Promise<types.FiledReturns> {
  return sendReturns(ctx, { operation: "file2290", input }, async (em) => {
    const filings = input.filingId
      ? [await openReturn(em, ctx, input.filingId, input)]
      : await makeReturns(em, ctx, input);
    for (const filing of filings)
      if (filing.status !== "signed") await sign(em, ctx, filing, input.agreeToJurat === true);
    return filings;
  });
}

/** Fixes a rejected return, signs it again and files it as a new submission. Throws like `fileReturn`. */
export function resubmitReturn(ctx: HvutContext, input: inputs.ResubmitInput): Promise<types.FiledReturns> {
  return sendReturns(ctx, { operation: "resubmitFiling", input }, async (em) => {
    const filing = await lockFiling(em, ctx, input.filingId, "reopen");
    filing.status = "draft";
    filing.submissionId = null;
    filing.events = [...filing.events, { type: "reopened", at: ctx.clock.now().toISOString() }];
    if (input.fixes) await applyChanges(em, ctx, filing, input.fixes);
    await settleDraft(em, ctx, filing);
    await sign(em, ctx, filing, input.agreeToJurat);
    return [filing];
  });
}

/** Records the returns of `make` as submitted, transmits them, and stores the response of the service. */
export function sendReturns(
  ctx: HvutContext,
  call: { operation: string; input: unknown },
  make: (em: EntityManager) => Promise<FilingEntity[]>,
): Promise<types.FiledReturns> {
  return onceOutside(ctx, call, {
    record: async (em) => {
      const filings = await make(em);
      for (const filing of filings) await claimSubmission(em, ctx, filing);
      return { filingIds: filings.map(({ id }) => id) };
    },
    act: async ({ filingIds }, effectKey) => {
      const replies: Transmission[] = [];
      for (const id of filingIds) replies.push(await transmit(ctx, id, `${effectKey}:${replies.length}`));
      return replies;
    },
    settle: async (em, _intent, replies) => {
      const filings: types.Filing[] = [];
      for (const reply of replies) filings.push(presentFiling(await applyReply(em, ctx, reply)));
      const [first] = filings;
      const { filingId, status, submissionId } = first!;
      return { filingId, status, submissionId, filings };
    },
  });
}

async function openReturn(
  em: EntityManager,
  ctx: HvutContext,
  filingId: string,
  { payment, consent, acknowledgeVin }: inputs.FileReturnInput,
): Promise<FilingEntity> {
  const filing = await lockFiling(em, ctx, filingId, "edit");
  if (payment || typeof consent === "boolean" || typeof acknowledgeVin === "boolean") {
    await applyChanges(em, ctx, filing, { payment, consent, acknowledgeVin });
    await settleDraft(em, ctx, filing);
  }
  return filing;
}

async function makeReturns(
  em: EntityManager,
  ctx: HvutContext,
  input: inputs.FileReturnInput,
): Promise<FilingEntity[]> {
  const { filerId, period, vehicles, payment, consent, acknowledgeVin } = input;
  if (!filerId || typeof period !== "number" || !vehicles || vehicles.length === 0) {
    const message = "is required unless filerId, period and vehicles are set";
    throw validationError([{ path: "filingId", message, rule: "required" }]);
  }
  // One after the other, so that two calls do not add the same vehicle.
  await lockFiler(em, ctx, filerId);
  const filings: FilingEntity[] = [];
  for (const firstUseMonth of [...new Set(vehicles.map((vehicle) => vehicle.firstUseMonth))].sort()) {
    const kind = "original";
    const filing = await startDraft(em, ctx, { filerId, period, firstUseMonth, kind, parentId: null });
    const ofMonth = vehicles.filter((vehicle) => vehicle.firstUseMonth === firstUseMonth);
    await applyChanges(em, ctx, filing, { vehicles: ofMonth, payment, consent, acknowledgeVin });
    await settleDraft(em, ctx, filing);
    filings.push(filing);
  }
  return filings;
}
