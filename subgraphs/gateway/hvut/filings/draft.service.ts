import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toMinor } from "../../../../src/money.ts";
import type { HvutContext } from "../hvut.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { creditSources } from "../tax/credit-sources.service.ts";
import { findFiler, lockFiler } from "../filers/filers.service.ts";
import { FilingEntity, type FilingLine } from "./filing.entity.ts";
import { statesFor, type FilingKind, type FilingStep } from "./filing-states.ts";
import type { DiscardDraftInput } from "./edit-draft.types.ts";
import type * as inputs from "./filing-input.types.ts";
import type * as types from "./filing.types.ts";
import { ruleBroken, wrongState } from "../hvut.errors.ts";
import { presentFiling } from "./present-filing.ts";
import { taxLine, totalsOf } from "../tax/return-arithmetic.ts";
import { validateReturn, type ReturnVerdict } from "../tax/return-rules.ts";
import { periodOf } from "../tax/tax-period.ts";
import { VehicleEntity } from "../vehicles/vehicle.entity.ts";
import { newVehicle } from "../vehicles/vehicles.service.ts";
import { foldVin } from "../vehicles/vin.ts";
import { isTaxableCategory } from "../vehicles/weight-category.ts";
import { notFound } from "../../base/gateway.errors.ts";

const refuse = (path: string, message: string, rule: string) => validationError([{ path, message, rule }]);

/** Creates a return for one month of first use. Throws NOT_FOUND for the filer, VALIDATION_ERROR for the month. */
export function createDraft(ctx: HvutContext, input: inputs.CreateDraftInput): Promise<types.Filing> {
  return exactlyOnce(ctx, { operation: "create2290Draft", input }, async (em) => {
    const { filerId, period, firstUseMonth, kind } = input;
    if (kind && kind !== "original")
      throw refuse("kind", "must be original; create an amendment with amend_filing", "kind");
    await findFiler(em, ctx, filerId);
    const filing = await startDraft(em, ctx, {
      filerId,
      period,
      firstUseMonth,
      kind: "original",
      parentId: null,
    });
    return presentFiling(filing);
  });
}

export interface NewDraft {
  filerId: string;
  period: number;
  firstUseMonth: string;
  kind: FilingKind;
  parentId: string | null;
  changeMonth?: string | null;
  reason?: string | null;
}

/** A new return without vehicles, in the open transaction. Throws VALIDATION_ERROR for a month of another period. */
export async function startDraft(
  em: EntityManager,
  ctx: HvutContext,
  draft: NewDraft,
): Promise<FilingEntity> {
  const { filerId, period, firstUseMonth, kind, parentId } = draft;
  if (periodOf(firstUseMonth) !== period)
    throw refuse("firstUseMonth", "must be in the period, July to June", "period");
  const now = ctx.clock.now();
  const filing = Object.assign(new FilingEntity(), {
    id: newId("fil"),
    ownerId: ownerOf(ctx),
    filerId,
    period,
    kind,
    firstUseMonth,
    lines: [],
    credits: [],
    line2Cents: 0,
    line3Cents: 0,
    line5Cents: 0,
    payment: null,
    signature: null,
    consent: false,
    acknowledgeVin: false,
    reason: draft.reason ?? null,
    status: "draft",
    attempt: 0,
    submissionId: null,
    acks: [],
    events: [{ type: "created", at: now.toISOString() }],
    submittedAt: null,
    askAt: null,
    changeMonth: draft.changeMonth ?? null,
    parentId,
    version: 1,
    createdAt: now,
    updatedAt: now,
  } satisfies FilingEntity);
  await em.persist(filing).flush();
  return filing;
}

/** Deletes a return that was never filed. Throws NOT_FOUND, and INVALID_STATE for a filed one. */
export function discardDraft(ctx: HvutContext, input: DiscardDraftInput): Promise<types.DiscardedFiling> {
  return exactlyOnce(ctx, { operation: "discard2290Draft", input }, async (em) => {
    em.remove(await lockFiling(em, ctx, input.filingId, "edit"));
    await em.flush();
    return { discarded: true as const };
  });
}

/** Changes a return that is not submitted and removes its signature. Throws NOT_FOUND, INVALID_STATE, and errors of `change`. */
export function changeDraft(
  ctx: HvutContext,
  call: { operation: string; input: { filingId: string } },
  change: (em: EntityManager, filing: FilingEntity) => Promise<void> | void,
): Promise<types.Filing> {
  return exactlyOnce(ctx, call, async (em) => {
    const filing = await lockFiling(em, ctx, call.input.filingId, "edit");
    await change(em, filing);
    await settleDraft(em, ctx, filing);
    return presentFiling(filing);
  });
}

/** Applies changes to a locked return without validating it. Throws VALIDATION_ERROR, NOT_FOUND for a vehicle. */
export async function applyChanges(
  em: EntityManager,
  ctx: HvutContext,
  filing: FilingEntity,
  changes: inputs.DraftChanges,
): Promise<void> {
  const { firstUseMonth, vehicles, credits, payment, consent, acknowledgeVin } = changes;
  if (firstUseMonth || vehicles) refuseAmended(filing);
  if (firstUseMonth) {
    if (periodOf(firstUseMonth) !== filing.period)
      throw refuse("firstUseMonth", "must be in the period, July to June", "period");
    filing.firstUseMonth = firstUseMonth;
  }
  if (vehicles) {
    filing.lines = [];
    for (const vehicle of vehicles)
      filing.lines = [...filing.lines, await readLine(em, ctx, filing, vehicle)];
  }
  if (credits)
    filing.credits = credits.map(({ vin, reason, amount, paidElsewhere }) => ({
      vin: foldVin(vin),
      reason,
      amountCents: toMinor(amount, 2),
      paidElsewhere: paidElsewhere
        ? { taxCents: toMinor(paidElsewhere.taxPaid, 2), firstUseMonth: paidElsewhere.firstUseMonth }
        : null,
    }));
  if (payment) filing.payment = { method: payment.method, token: payment.token ?? null };
  if (typeof consent === "boolean") filing.consent = consent;
  if (typeof acknowledgeVin === "boolean") filing.acknowledgeVin = acknowledgeVin;
}

/** Throws BUSINESS_RULE for an amendment, whose vehicles and month follow from its change. */
export function refuseAmended({ kind }: FilingEntity): void {
  if (kind === "original") return;
  const message = "Vehicles and month of an amendment cannot be changed. Create a new amendment.";
  throw ruleBroken([{ rule: "AMENDED_VEHICLE", path: "vehicles", message }]);
}

/** Recalculates a return, removes its signature and validates it: `ready` when valid, else `draft`. */
export async function settleDraft(
  em: EntityManager,
  ctx: HvutContext,
  filing: FilingEntity,
): Promise<ReturnVerdict> {
  filing.lines = filing.lines.map((line) => taxLine(line, filing.kind, filing.firstUseMonth));
  Object.assign(filing, totalsOf(filing.kind, filing.lines, filing.credits));
  filing.signature = null;
  const judgement = await judge(em, ctx, filing);
  filing.status = judgement.errors.length === 0 ? "ready" : "draft";
  await saveFiling(em, ctx, filing);
  return judgement;
}

export async function judge(
  em: EntityManager,
  ctx: HvutContext,
  filing: FilingEntity,
): Promise<ReturnVerdict> {
  const { einSealed, pinSealed } = await findFiler(em, ctx, filing.filerId);
  const { kind, period, firstUseMonth, lines, credits, payment, acknowledgeVin } = filing;
  const { line2Cents, line3Cents, line5Cents } = filing;
  const money = { credits, line2Cents, line3Cents, line5Cents, payment };
  const numbers = { hasEin: einSealed !== null, hasPin: pinSealed !== null };
  const sources = await creditSources(em, filing);
  return validateReturn({
    kind,
    period,
    firstUseMonth,
    lines,
    acknowledgeVin,
    sources,
    ...money,
    ...numbers,
  });
}

export async function saveFiling(em: EntityManager, ctx: HvutContext, filing: FilingEntity): Promise<void> {
  filing.version += 1;
  filing.updatedAt = ctx.clock.now();
  await em.flush();
}

/** The return, locked until the commit. Throws NOT_FOUND, and INVALID_STATE where the step is not allowed. */
export async function lockFiling(
  em: EntityManager,
  ctx: HvutContext,
  id: string,
  step: FilingStep,
): Promise<FilingEntity> {
  const where = { id, ownerId: ownerOf(ctx) };
  const filing = await em.findOne(FilingEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!filing) throw notFound("filing");
  if (!statesFor(step).includes(filing.status)) throw wrongState(filing.status, step);
  return filing;
}

/** A vehicle as a line. Adds a vehicle unknown to the filer. Throws VALIDATION_ERROR, NOT_FOUND. */
export async function readLine(
  em: EntityManager,
  ctx: HvutContext,
  filing: FilingEntity,
  asked: inputs.FilingVehicleInput,
): Promise<FilingLine> {
  if (!asked.vehicleId && !asked.vin) throw refuse("vin", "is required unless vehicleId is set", "required");
  const { filerId } = filing;
  const by = asked.vehicleId ? { id: asked.vehicleId } : { vin: foldVin(asked.vin!) };
  let vehicle = await em.findOne(VehicleEntity, { ...by, filerId, ownerId: ownerOf(ctx) });
  if (!vehicle && asked.vehicleId) throw notFound("vehicle");
  if (!vehicle) {
    await lockFiler(em, ctx, filerId);
    vehicle = await em.findOne(VehicleEntity, { ...by, filerId });
  }
  if (!vehicle) {
    const { category, logging } = asked;
    const agricultural = asked.suspended === "agricultural";
    vehicle = newVehicle(ctx, filerId, { vin: asked.vin!, category, logging, agricultural });
    await em.persist(vehicle).flush();
  }
  const category = asked.category && isTaxableCategory(asked.category) ? asked.category : vehicle.category;
  return {
    vin: vehicle.vin,
    category,
    logging: asked.logging ?? vehicle.logging,
    suspended: asked.suspended ?? null,
    amountCents: 0,
    previousCategory: null,
    previousVin: null,
  };
}
