import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { DomainError } from "../../../../src/errors.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { notFound, versionConflict } from "../../base/gateway.errors.ts";
import { lockFiler } from "../filers/filers.service.ts";
import { settleDraft } from "../filings/draft.service.ts";
import { FilingEntity } from "../filings/filing.entity.ts";
import { statesFor } from "../filings/filing-states.ts";
import type { HvutContext } from "../hvut.context.ts";
import { duplicateVehicle } from "../hvut.errors.ts";
import { VehicleEntity } from "./vehicle.entity.ts";
import type * as types from "./vehicle.types.ts";
import {
  isFiled,
  lockVehicle,
  presentVehicle,
  readVin,
  readWeight,
  reportedPeriods,
} from "./vehicles.service.ts";
import { categoryOfWeight } from "./weight-category.ts";

/**
 * Updates a vehicle. A new VIN replaces the old one on returns that are not filed, which removes their signatures; a
 * filed VIN is frozen. Returns keep the category of their lines. Throws NOT_FOUND, VALIDATION_ERROR, VERSION_CONFLICT,
 * HAS_DOCUMENTS for the VIN of a filed return, and DUPLICATE for a VIN that the filer has.
 */
export function updateVehicle(ctx: HvutContext, input: types.UpdateVehicleInput): Promise<types.Vehicle> {
  const vin = input.vin ? readVin(input.vin) : null;
  return exactlyOnce(ctx, { operation: "updateVehicle", input }, async (em) => {
    const where = { id: input.vehicleId, ownerId: ownerOf(ctx) };
    const known = await em.findOne(VehicleEntity, where, { disableIdentityMap: true });
    if (!known) throw notFound("vehicle");
    // Returns are locked before filers and vehicles, as in their own changes.
    const drafts = vin === null ? [] : await lockDrafts(em, known.filerId);
    if (vin !== null) await lockFiler(em, ctx, known.filerId);
    const vehicle = await lockVehicle(em, ctx, input.vehicleId);
    const { version } = input;
    if (typeof version === "number" && version !== vehicle.version) throw versionConflict(vehicle.version);
    if (vin !== null && vin !== vehicle.vin) {
      await refuseFrozen(em, vehicle, vin);
      const from = vehicle.vin;
      vehicle.vin = vin;
      // Credits of the drafts are validated against the stored vehicle.
      await em.flush();
      await renameOnDrafts(em, ctx, drafts, { from, to: vin });
    }
    applyFacts(vehicle, input);
    vehicle.version += 1;
    vehicle.updatedAt = ctx.clock.now();
    await em.flush();
    return presentVehicle(vehicle, await reportedPeriods(em, [vehicle]));
  });
}

function applyFacts(vehicle: VehicleEntity, input: types.UpdateVehicleInput): void {
  const { category, logging, agricultural, unitNumber } = input;
  if (category || typeof input.taxableGrossWeight === "number") {
    const kept = vehicle.taxableGrossWeight;
    // A category of its own drops a weight that contradicts it.
    const isKept = kept !== null && categoryOfWeight(kept) === category;
    Object.assign(
      vehicle,
      readWeight({ category, taxableGrossWeight: input.taxableGrossWeight ?? (isKept ? kept : null) }),
    );
  }
  if (typeof logging === "boolean") vehicle.logging = logging;
  if (typeof agricultural === "boolean") vehicle.agricultural = agricultural;
  if (unitNumber !== undefined) vehicle.unitNumber = unitNumber || null;
}

async function lockDrafts(em: EntityManager, filerId: string): Promise<FilingEntity[]> {
  const where = { filerId, kind: "original", status: { $in: [...statesFor("edit")] } } as const;
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: "asc" } } as const;
  return em.find(FilingEntity, where, lock);
}

async function refuseFrozen(em: EntityManager, vehicle: VehicleEntity, vin: string): Promise<void> {
  if (await isFiled(em, vehicle))
    throw new DomainError(
      "HAS_DOCUMENTS",
      "The VIN is on a filed return and cannot be changed. Correct that return with correct_vin.",
    );
  if (await em.findOne(VehicleEntity, { filerId: vehicle.filerId, vin })) throw duplicateVehicle(vin, null);
}

async function renameOnDrafts(
  em: EntityManager,
  ctx: HvutContext,
  drafts: readonly FilingEntity[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  const renamed = <Row extends { vin: string }>(rows: readonly Row[]): Row[] =>
    rows.map((row) => (row.vin === from ? { ...row, vin: to } : row));
  const names = ({ lines, credits }: FilingEntity) => [...lines, ...credits].some(({ vin }) => vin === from);
  for (const draft of drafts.filter(names)) {
    draft.lines = renamed(draft.lines);
    draft.credits = renamed(draft.credits);
    await settleDraft(em, ctx, draft);
  }
}
