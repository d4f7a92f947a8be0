import { LockMode } from "@mikro-orm/core";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError } from "../../../../src/errors.ts";
import type { HvutContext } from "../hvut.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { mileageLimit, mileageStatus } from "./mileage.ts";
import type * as types from "./mileage.types.ts";
import { periodOf } from "../tax/tax-period.ts";
import { VehicleEntity } from "./vehicle.entity.ts";
import { notFound } from "../../base/gateway.errors.ts";

const refuse = (path: string, message: string, rule: string) => validationError([{ path, message, rule }]);

/**
 * Records the miles of a vehicle since its period began. A second entry of the same day replaces the first. Throws
 * NOT_FOUND, and VALIDATION_ERROR for a day outside the period or in the future, and for miles that contradict other
 * days.
 */
export function recordMileage(ctx: HvutContext, input: types.RecordMileageInput): Promise<types.Mileage> {
  return exactlyOnce(ctx, { operation: "recordMileage", input }, async (em) => {
    const { vehicleId, period, miles, asOf } = input;
    const now = ctx.clock.now();
    const where = { id: vehicleId, ownerId: ownerOf(ctx) };
    const vehicle = await em.findOne(VehicleEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!vehicle) throw notFound("vehicle");
    if (periodOf(asOf.slice(0, 7)) !== period)
      throw refuse("asOf", "must be in the period, July to June", "period");
    if (asOf > now.toISOString().slice(0, 10)) throw refuse("asOf", "must not be in the future", "maximum");
    const others = `SELECT max(miles) FILTER (WHERE as_of < $3) AS before, min(miles) FILTER (WHERE as_of > $3) AS after
      FROM hvut_mileages WHERE vehicle_id = $1 AND period = $2`;
    const [known] = await executeSql<{ before: number | null; after: number | null }>(em, others, [
      vehicleId,
      period,
      asOf,
    ]);
    if (miles < (known?.before ?? 0))
      throw refuse("miles", "must not be less than the mileage of an earlier day", "minimum");
    if (miles > (known?.after ?? Infinity))
      throw refuse("miles", "must not be more than the mileage of a later day", "maximum");
    await executeSql(
      em,
      `INSERT INTO hvut_mileages (owner_id, vehicle_id, period, as_of, miles, recorded_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (vehicle_id, period, as_of) DO UPDATE SET miles = excluded.miles, recorded_at = excluded.recorded_at`,
      [vehicle.ownerId, vehicleId, period, asOf, miles, now],
    );
    const limit = mileageLimit(vehicle.agricultural);
    const status = mileageStatus(miles, vehicle.agricultural);
    const remaining = Math.max(limit - miles, 0);
    return {
      vehicleId,
      vin: vehicle.vin,
      period,
      miles,
      asOf,
      limit,
      remaining,
      status,
      advice: advice[status],
    };
  });
}

const advice = {
  within: null,
  near: "The vehicle is near its mileage limit. Beyond it, tax is due for the whole period.",
  exceeded:
    "The mileage limit is exceeded. If the tax is suspended, file an amended return with report_mileage_exceeded.",
};
