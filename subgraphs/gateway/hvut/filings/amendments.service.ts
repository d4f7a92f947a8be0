import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError } from "../../../../src/errors.ts";
import type { HvutContext } from "../hvut.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { standingOf } from "./amendment-chain.service.ts";
import type * as types from "./amendment.types.ts";
import { lockFiling, readLine, settleDraft, startDraft } from "./draft.service.ts";
import { sendReturns } from "./file-return.service.ts";
import { FilingEntity, type FilingLine } from "./filing.entity.ts";
import type { FiledReturns, Filing } from "./filing.types.ts";
import { amendedAlready, ruleBroken } from "../hvut.errors.ts";
import { presentFiling } from "./present-filing.ts";
import { sign } from "./sign-filing.service.ts";
import { periodOf } from "../tax/tax-period.ts";
import { checkVin, foldVin } from "../vehicles/vin.ts";
import { categoryOfWeight } from "../vehicles/weight-category.ts";
import { notFound } from "../../base/gateway.errors.ts";

const broken = (rule: string, path: string, message: string) => ruleBroken([{ rule, path, message }]);

/** A draft for the extra tax of a heavier vehicle. Throws NOT_FOUND, VALIDATION_ERROR, DUPLICATE, BUSINESS_RULE for no increase. */
export function reportWeightIncrease(ctx: HvutContext, input: types.WeightIncreaseInput): Promise<Filing> {
  return draftOf(ctx, { operation: "reportWeightIncrease", input }, async (em) =>
    weightIncrease(em, ctx, await acceptedReturn(em, ctx, input), input),
  );
}

/** A draft for a suspended vehicle that exceeded the limit. Throws NOT_FOUND, and BUSINESS_RULE when not suspended. */
export function reportMileageExceeded(ctx: HvutContext, input: types.MileageExceededInput): Promise<Filing> {
  return draftOf(ctx, { operation: "reportMileageExceeded", input }, async (em) =>
    mileageExceeded(em, ctx, await acceptedReturn(em, ctx, input), input),
  );
}

/** A draft that corrects a number; accepted, it voids the Schedule 1 and takes its place. Throws as the others. */
export function correctVin(ctx: HvutContext, input: types.CorrectVinInput): Promise<Filing> {
  return draftOf(ctx, { operation: "correctVin", input }, async (em) =>
    vinCorrection(em, ctx, await lockFiling(em, ctx, input.filingId, "amend"), input),
  );
}

/** Makes, signs and sends the amendment of an accepted return. Throws as the drafts and `fileReturn`. */
export function amendFiling(ctx: HvutContext, input: types.AmendFilingInput): Promise<FiledReturns> {
  return sendReturns(ctx, { operation: "amendFiling", input }, async (em) => {
    const parent = await lockFiling(em, ctx, input.filingId, "amend");
    const filing = await makeAmendment(em, ctx, parent, input);
    const { payment, acknowledgeVin } = input;
    if (payment) filing.payment = { method: payment.method, token: payment.token ?? null };
    if (acknowledgeVin) filing.acknowledgeVin = true;
    await settleDraft(em, ctx, filing);
    await sign(em, ctx, filing, input.agreeToJurat);
    return [filing];
  });
}

function makeAmendment(
  em: EntityManager,
  ctx: HvutContext,
  parent: FilingEntity,
  { change, details }: types.AmendFilingInput,
): Promise<FilingEntity> {
  const { vin, wrongVin, month, newWeight, reason } = details;
  const needed = <T>(value: T | null | undefined, path: string): T => {
    if (value !== null && value !== undefined && value !== "") return value;
    throw validationError([
      { path: `details.${path}`, message: `is required for ${change}`, rule: "required" },
    ]);
  };
  const of = needed(vin, "vin");
  switch (change) {
    case "weight_increase": {
      const asked = { vin: of, month: needed(month, "month"), newWeight: needed(newWeight, "newWeight") };
      return weightIncrease(em, ctx, parent, asked);
    }
    case "mileage_exceeded":
      return mileageExceeded(em, ctx, parent, { vin: of, month: month ?? null });
    case "vin_correction": {
      const rest = { wrongVin: needed(wrongVin, "wrongVin"), reason: needed(reason, "reason") };
      return vinCorrection(em, ctx, parent, { rightVin: of, ...rest });
    }
    case "add_vehicle":
      return addedVehicle(em, ctx, parent, { vin: of, month: month ?? parent.firstUseMonth, newWeight });
  }
}

async function weightIncrease(
  em: EntityManager,
  ctx: HvutContext,
  parent: FilingEntity,
  { vin, month, newWeight }: Pick<types.WeightIncreaseInput, "vin" | "month" | "newWeight">,
): Promise<FilingEntity> {
  const { filing: basis, line } = await standingOf(em, parent, vin);
  const category = categoryOfWeight(newWeight)!;
  if (line.suspended !== null)
    throw broken("SUSPENDED", "vin", "The vehicle's tax is suspended. Use report_mileage_exceeded instead.");
  if (category <= line.category)
    throw broken(
      "NO_INCREASE",
      "newWeight",
      "The new weight is not in a heavier category than the reported one. Check newWeight.",
    );
  if (month < basis.firstUseMonth)
    throw broken(
      "FIRST_USE_MONTH",
      "month",
      "The month of the increase is before the month of first use. Check month.",
    );
  const lines = [{ ...plain(line), category, previousCategory: line.category }];
  return begin(em, ctx, basis, { kind: "weight_increase", firstUseMonth: month, changeMonth: month, lines });
}

/** The whole tax from the month of first use is due (26 CFR 41.4483-3). */
async function mileageExceeded(
  em: EntityManager,
  ctx: HvutContext,
  parent: FilingEntity,
  { vin, month }: { vin: string; month: string | null },
): Promise<FilingEntity> {
  const { filing: basis, line } = await standingOf(em, parent, vin);
  if (line.suspended === null)
    throw broken(
      "NOT_SUSPENDED",
      "vin",
      "The vehicle's tax is not suspended, so the mileage limit does not apply. Check vin.",
    );
  const { firstUseMonth, period } = basis;
  const now = ctx.clock.now().toISOString().slice(0, 7);
  const changeMonth = month ?? (periodOf(now) === period && now > firstUseMonth ? now : firstUseMonth);
  if (periodOf(changeMonth) !== period || changeMonth < firstUseMonth)
    throw broken(
      "FIRST_USE_MONTH",
      "month",
      "The month must be in the period, and not before the month of first use.",
    );
  const lines = [{ ...plain(line), suspended: null }];
  return begin(em, ctx, basis, { kind: "mileage_exceeded", firstUseMonth, changeMonth, lines });
}

async function vinCorrection(
  em: EntityManager,
  ctx: HvutContext,
  parent: FilingEntity,
  { wrongVin, rightVin, reason }: Pick<types.CorrectVinInput, "wrongVin" | "rightVin" | "reason">,
): Promise<FilingEntity> {
  const { filing: basis, line } = await standingOf(em, parent, wrongVin);
  if (line.vin !== foldVin(wrongVin)) throw amendedAlready(foldVin(wrongVin), basis.id);
  const { vin, formatOk } = checkVin(rightVin);
  if (!formatOk)
    throw validationError([
      { path: "rightVin", message: "must have 17 characters without I, O and Q", rule: "vin" },
    ]);
  if (basis.lines.some((one) => one.vin === vin))
    throw broken("F2290-017", "rightVin", "The return already has a vehicle with this VIN. Check rightVin.");
  const { firstUseMonth } = basis;
  const lines = [{ ...plain(line), vin, previousVin: line.vin }];
  return begin(em, ctx, basis, { kind: "vin_correction", firstUseMonth, changeMonth: null, lines, reason });
}

/** A further vehicle is an original return of its own, beside the one that it is added to. */
async function addedVehicle(
  em: EntityManager,
  ctx: HvutContext,
  parent: FilingEntity,
  { vin, month, newWeight }: { vin: string; month: string; newWeight?: number | null | undefined },
): Promise<FilingEntity> {
  const { filerId, period, id: parentId } = parent;
  const filing = await startDraft(em, ctx, {
    filerId,
    period,
    firstUseMonth: month,
    kind: "original",
    parentId,
  });
  const category = typeof newWeight === "number" ? categoryOfWeight(newWeight) : null;
  filing.lines = [await readLine(em, ctx, filing, { vin, category })];
  return filing;
}

interface Amendment {
  kind: FilingEntity["kind"];
  firstUseMonth: string;
  changeMonth: string | null;
  lines: FilingLine[];
  reason?: string;
}

async function begin(
  em: EntityManager,
  ctx: HvutContext,
  { id: parentId, filerId, period, payment }: FilingEntity,
  { lines, ...head }: Amendment,
): Promise<FilingEntity> {
  const filing = await startDraft(em, ctx, { filerId, period, parentId, ...head });
  filing.lines = lines;
  filing.payment = payment;
  return filing;
}

function draftOf(
  ctx: HvutContext,
  call: { operation: string; input: unknown },
  make: (em: EntityManager) => Promise<FilingEntity>,
): Promise<Filing> {
  return exactlyOnce(ctx, call, async (em) => {
    const filing = await make(em);
    await settleDraft(em, ctx, filing);
    return presentFiling(filing);
  });
}

/** The newest accepted return that has the vehicle in the period; its amendments are followed from there. */
async function acceptedReturn(
  em: EntityManager,
  ctx: HvutContext,
  { vin, period }: { vin: string; period: number },
): Promise<FilingEntity> {
  const where = { ownerId: ownerOf(ctx), period, status: "accepted" } as const;
  const filings = await em.find(FilingEntity, where, { orderBy: { createdAt: "desc", id: "desc" } });
  const found = filings.find(({ lines }) => lines.some((line) => line.vin === foldVin(vin)));
  if (!found) throw notFound("filing");
  return found;
}

/** The line without earlier amendment data. */
function plain(line: FilingLine): FilingLine {
  return { ...line, previousCategory: null, previousVin: null };
}
