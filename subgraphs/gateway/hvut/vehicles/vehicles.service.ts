import { LockMode, type FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import type { HvutContext } from "../hvut.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { readPage } from "../../base/read-page.service.ts";
import { findFiler, lockFiler } from "../filers/filers.service.ts";
import { duplicateVehicle } from "../hvut.errors.ts";
import { VehicleEntity } from "./vehicle.entity.ts";
import type * as types from "./vehicle.types.ts";
import { checkVin, foldVin } from "./vin.ts";
import { categoryOfWeight, type TaxableCategory } from "./weight-category.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** The properties of a vehicle in a create request. */
export type VehicleFacts = Omit<types.AddVehicleInput, "filerId">;

/** Adds a vehicle. Throws VALIDATION_ERROR, NOT_FOUND for the filer, and DUPLICATE for a VIN that it has. */
export function addVehicle(ctx: HvutContext, input: types.AddVehicleInput): Promise<types.Vehicle> {
  return exactlyOnce(ctx, { operation: "addVehicle", input }, async (em) => {
    await lockFiler(em, ctx, input.filerId);
    const { vin } = checkVin(input.vin);
    if (await em.findOne(VehicleEntity, { filerId: input.filerId, vin })) throw duplicateVehicle(vin, null);
    const vehicle = newVehicle(ctx, input.filerId, input);
    await em.persist(vehicle).flush();
    return presentVehicle(vehicle, []);
  });
}

/** A vehicle that is not yet saved. Throws VALIDATION_ERROR. */
export function newVehicle(ctx: HvutContext, filerId: string, facts: VehicleFacts): VehicleEntity {
  const vin = readVin(facts.vin);
  const weight = readWeight(facts);
  const now = ctx.clock.now();
  return Object.assign(new VehicleEntity(), {
    id: newId("veh"),
    ownerId: ownerOf(ctx),
    filerId,
    vin,
    ...weight,
    logging: facts.logging ?? false,
    agricultural: facts.agricultural ?? false,
    unitNumber: facts.unitNumber ?? null,
    status: "active",
    disposal: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  } satisfies VehicleEntity);
}

const refuse = (path: string, message: string, rule: string) => validationError([{ path, message, rule }]);

/** The VIN as it is stored. Throws VALIDATION_ERROR for a wrong format. */
export function readVin(text: string): string {
  const { vin, formatOk } = checkVin(text);
  if (!formatOk) throw refuse("vin", "must have 17 characters without I, O and Q", "vin");
  return vin;
}

/** Weight and category of a request that has one of them or both. Throws VALIDATION_ERROR. */
export function readWeight(
  facts: Pick<VehicleFacts, "category" | "taxableGrossWeight">,
): Pick<VehicleEntity, "category" | "taxableGrossWeight"> {
  const weight = facts.taxableGrossWeight ?? null;
  const ofWeight = weight === null ? null : categoryOfWeight(weight);
  if (!facts.category && weight === null)
    throw refuse("category", "is required unless taxableGrossWeight is set", "required");
  if (weight !== null && ofWeight === null)
    throw refuse(
      "taxableGrossWeight",
      "must be at least 55,000 lb; lighter vehicles are not taxed",
      "minimum",
    );
  if (facts.category && ofWeight !== null && ofWeight !== facts.category)
    throw refuse("category", "must match taxableGrossWeight", "category");
  return { taxableGrossWeight: weight, category: (facts.category ?? ofWeight) as TaxableCategory };
}

/** One of the account's vehicles, by ID or VIN. Throws NOT_FOUND. */
export function readVehicle(ctx: HvutContext, vehicleId: string): Promise<types.Vehicle> {
  const read = async (em: EntityManager) => {
    const where = { ownerId: ownerOf(ctx), $or: [{ id: vehicleId }, { vin: foldVin(vehicleId) }] };
    const vehicle = await em.findOne(VehicleEntity, where, { orderBy: { createdAt: "desc" } });
    if (!vehicle) throw notFound("vehicle");
    return presentVehicle(vehicle, await reportedPeriods(em, [vehicle]));
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** A filer's vehicles, newest first. Throws NOT_FOUND for the filer. */
export function listVehicles(ctx: HvutContext, args: types.VehiclesArgs): Promise<types.VehiclePage> {
  const { filerId, status, period, filed, limit, after } = args;
  if (typeof filed === "boolean" && typeof period !== "number")
    throw validationError([{ path: "period", message: "is required when filed is set", rule: "required" }]);
  const read = async (em: EntityManager) => {
    await findFiler(em, ctx, filerId);
    const vins = typeof filed === "boolean" ? await reportedVins(em, filerId, period!) : [];
    const filter = {
      ownerId: ownerOf(ctx),
      filerId,
      ...(status ? { status } : {}),
      ...(typeof filed === "boolean" ? { vin: filed ? { $in: vins } : { $nin: vins } } : {}),
    } as FilterQuery<VehicleEntity>;
    const list = ["vehicles", filerId, status, period, filed] as const;
    const { rows, ...page } = await readPage(em, ctx, VehicleEntity, { filter, list, limit, after });
    const reported = await reportedPeriods(em, rows);
    return { vehicles: rows.map((row) => presentVehicle(row, reported)), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Records the disposal of a vehicle, the basis of a credit. Throws NOT_FOUND, VALIDATION_ERROR. */
export function recordDisposal(ctx: HvutContext, input: types.RecordDisposalInput): Promise<types.Vehicle> {
  return exactlyOnce(ctx, { operation: "recordVehicleDisposal", input }, async (em) => {
    const vehicle = await lockVehicle(em, ctx, input.vehicleId);
    const now = ctx.clock.now();
    if (input.date > now.toISOString().slice(0, 10))
      throw validationError([{ path: "date", message: "must not be in the future", rule: "maximum" }]);
    vehicle.status = "disposed";
    vehicle.disposal = { kind: input.kind, date: input.date, buyer: input.buyer ?? null };
    vehicle.version += 1;
    vehicle.updatedAt = now;
    await em.flush();
    return presentVehicle(vehicle, await reportedPeriods(em, [vehicle]));
  });
}

/** Removes a vehicle that is on no return. Throws NOT_FOUND, and HAS_DOCUMENTS when it is on one. */
export function removeVehicle(ctx: HvutContext, input: types.VehicleInput): Promise<types.RemovedVehicle> {
  return exactlyOnce(ctx, { operation: "removeVehicle", input }, async (em) => {
    const vehicle = await lockVehicle(em, ctx, input.vehicleId);
    if ((await reportedPeriods(em, [vehicle])).length > 0)
      throw new DomainError(
        "HAS_DOCUMENTS",
        "The vehicle is on a filed return and cannot be removed. Record its disposal instead.",
      );
    em.remove(vehicle);
    await em.flush();
    return { removed: true as const };
  });
}

interface ReportedPeriod {
  filerId: string;
  vin: string;
  period: number;
}

export async function reportedPeriods(
  em: EntityManager,
  vehicles: readonly VehicleEntity[],
): Promise<ReportedPeriod[]> {
  const sql = `SELECT filer_id AS "filerId", vin, period FROM hvut_reported_vehicles
    WHERE vin = ANY ($1) AND filer_id = ANY ($2) ORDER BY period`;
  return executeSql(em, sql, [vehicles.map(({ vin }) => vin), vehicles.map(({ filerId }) => filerId)]);
}

async function reportedVins(em: EntityManager, filerId: string, period: number): Promise<string[]> {
  const sql = "SELECT vin FROM hvut_reported_vehicles WHERE filer_id = $1 AND period = $2";
  return (await executeSql<{ vin: string }>(em, sql, [filerId, period])).map(({ vin }) => vin);
}

/** True when a filed return reports the VIN, or claims a credit for it. */
export async function isFiled(
  em: EntityManager,
  { filerId, vin }: Pick<VehicleEntity, "filerId" | "vin">,
): Promise<boolean> {
  const sql = `SELECT 1 FROM hvut_reported_vehicles WHERE filer_id = $1 AND vin = $2
    UNION ALL SELECT 1 FROM hvut_claimed_credits WHERE filer_id = $1 AND vin = $2 LIMIT 1`;
  return (await executeSql(em, sql, [filerId, vin])).length > 0;
}

export async function lockVehicle(em: EntityManager, ctx: HvutContext, id: string): Promise<VehicleEntity> {
  const where = { id, ownerId: ownerOf(ctx) };
  const vehicle = await em.findOne(VehicleEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!vehicle) throw notFound("vehicle");
  return vehicle;
}

export function presentVehicle(row: VehicleEntity, reported: readonly ReportedPeriod[]): types.Vehicle {
  const { id, filerId, vin, category, taxableGrossWeight, logging, agricultural, unitNumber } = row;
  const { status, disposal, version, createdAt, updatedAt } = row;
  const filedPeriods = reported
    .filter((one) => one.vin === vin && one.filerId === filerId)
    .map(({ period }) => period);
  const facts = { id, filerId, vin, vinStatus: checkVin(vin).status, category, taxableGrossWeight };
  const marks = { logging, agricultural, unitNumber, status, disposal, filedPeriods };
  return { ...facts, ...marks, version, createdAt, updatedAt };
}
