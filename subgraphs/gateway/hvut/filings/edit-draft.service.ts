import type { HvutContext } from "../hvut.context.ts";
import { applyChanges, changeDraft, readLine, refuseAmended } from "./draft.service.ts";
import type { UpdateFilingVehicleInput } from "./edit-draft.types.ts";
import type * as inputs from "./filing-input.types.ts";
import type * as types from "./filing.types.ts";
import { duplicateVehicle } from "../hvut.errors.ts";
import { foldVin } from "../vehicles/vin.ts";
import { isTaxableCategory } from "../vehicles/weight-category.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** Updates a return that is not submitted. Throws NOT_FOUND, INVALID_STATE, VALIDATION_ERROR. */
export function updateDraft(ctx: HvutContext, input: inputs.UpdateDraftInput): Promise<types.Filing> {
  return changeDraft(ctx, { operation: "update2290Draft", input }, (em, filing) =>
    applyChanges(em, ctx, filing, input),
  );
}

/** Adds a vehicle to a return. Throws like the others, and DUPLICATE when it is already on it. */
export function addFilingVehicle(
  ctx: HvutContext,
  input: inputs.AddFilingVehicleInput,
): Promise<types.Filing> {
  return changeDraft(ctx, { operation: "addFilingVehicle", input }, async (em, filing) => {
    refuseAmended(filing);
    const line = await readLine(em, ctx, filing, input);
    if (filing.lines.some(({ vin }) => vin === line.vin)) throw duplicateVehicle(line.vin, filing.id);
    filing.lines = [...filing.lines, line];
  });
}

/** Changes the line of a vehicle on a return. Throws NOT_FOUND when it is not on it. */
export function updateFilingVehicle(
  ctx: HvutContext,
  input: UpdateFilingVehicleInput,
): Promise<types.Filing> {
  const { category, logging, suspended } = input;
  return changeDraft(ctx, { operation: "updateFilingVehicle", input }, (_em, filing) => {
    refuseAmended(filing);
    const vin = foldVin(input.vin);
    if (!filing.lines.some((line) => line.vin === vin)) throw notFound("vehicle");
    filing.lines = filing.lines.map((line) =>
      line.vin === vin
        ? {
            ...line,
            category: category && isTaxableCategory(category) ? category : line.category,
            logging: logging ?? line.logging,
            suspended: suspended === undefined ? line.suspended : suspended,
          }
        : line,
    );
  });
}

/** Removes a vehicle from a return. Throws NOT_FOUND when it is not on it. */
export function removeFilingVehicle(
  ctx: HvutContext,
  input: inputs.RemoveFilingVehicleInput,
): Promise<types.Filing> {
  return changeDraft(ctx, { operation: "removeFilingVehicle", input }, (_em, filing) => {
    refuseAmended(filing);
    const vin = foldVin(input.vin);
    if (!filing.lines.some((line) => line.vin === vin)) throw notFound("vehicle");
    filing.lines = filing.lines.filter((line) => line.vin !== vin);
  });
}

export function setPayment(ctx: HvutContext, input: inputs.SetPaymentInput): Promise<types.Filing> {
  const { method, token } = input;
  return changeDraft(ctx, { operation: "setIrsPaymentMethod", input }, (em, filing) =>
    applyChanges(em, ctx, filing, { payment: { method, token } }),
  );
}
