import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { invalidState, notFound, versionConflict } from "../../base/gateway.errors.ts";
import type * as types from "./locations.types.ts";

interface LocationRow {
  id: string;
  ownerId: string;
  name: string;
  address: string | null;
  timezone: string;
  status: "active" | "archived";
  version: number;
  createdAt: string;
  updatedAt: string;
}

const { findOwn, insertAll, updateRow, pageRows } = plainRows<{ booking_locations: LocationRow }>();

/** Adds a location. Throws VALIDATION_ERROR for the time zone. */
export function createLocation(
  ctx: GatewayContext,
  input: types.CreateLocationInput,
): Promise<types.BookingLocation> {
  return exactlyOnce(ctx, { operation: "createLocation", input }, async (em) => {
    const now = ctx.clock.now().toISOString();
    const row: LocationRow = {
      id: newId("loc"),
      ownerId: ownerOf(ctx),
      name: input.name.trim(),
      address: input.address?.trim() ?? null,
      timezone: checkedZone(input.timezone)!,
      status: "active",
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await insertAll(em, "booking_locations", [row]);
    return presentLocation(row);
  });
}

/** The account's active locations, newest first. Throws INVALID_CURSOR. */
export function listLocations(
  ctx: GatewayContext,
  { limit, after }: types.BookingLocationsArgs,
): Promise<types.BookingLocationPage> {
  const read = async (em: EntityManager) => {
    const list = ["booking locations"] as const;
    const query = { where: "status = 'active'", values: [], list, limit, after };
    const { rows, ...page } = await pageRows(em, ctx, "booking_locations", query);
    return { locations: rows.map(presentLocation), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Updates a location. Throws NOT_FOUND, VERSION_CONFLICT and VALIDATION_ERROR. */
export function updateLocation(
  ctx: GatewayContext,
  input: types.UpdateLocationInput,
): Promise<types.BookingLocation> {
  return exactlyOnce(ctx, { operation: "updateLocation", input }, async (em) => {
    const row = await lockLocation(em, ctx, input.locationId);
    const { version, name, address, timezone } = input;
    if (typeof version === "number" && version !== row.version) throw versionConflict(row.version);
    return change(em, ctx, row, {
      name: name?.trim() ?? row.name,
      address: address === undefined ? row.address : (address?.trim() ?? null),
      timezone: checkedZone(timezone) ?? row.timezone,
    });
  });
}

/**
 * Archives a location: it is no longer listed, and neither providers nor events can be assigned to it. Those that are
 * stay. An archived location stays as it is. Throws NOT_FOUND.
 */
export function archiveLocation(
  ctx: GatewayContext,
  input: types.LocationIdInput,
): Promise<types.BookingLocation> {
  return exactlyOnce(ctx, { operation: "archiveLocation", input }, async (em) => {
    const row = await lockLocation(em, ctx, input.locationId);
    return row.status === "archived" ? presentLocation(row) : change(em, ctx, row, { status: "archived" });
  });
}

/**
 * The location that something is assigned to, or null. It cannot be archived until the transaction ends. Throws
 * NOT_FOUND, and INVALID_STATE for an archived one.
 */
export async function locationFor(
  em: EntityManager,
  ctx: GatewayContext,
  locationId: string | null | undefined,
): Promise<string | null> {
  if (locationId === null || locationId === undefined) return null;
  const [row] = await executeSql<Pick<LocationRow, "status">>(
    em,
    "SELECT status FROM booking_locations WHERE owner_id = $1 AND id = $2 FOR KEY SHARE",
    [ownerOf(ctx), locationId],
  );
  if (!row) throw notFound("location");
  if (row.status !== "active") throw invalidState("location", row.status, ["active"]);
  return locationId;
}

async function lockLocation(em: EntityManager, ctx: GatewayContext, id: string): Promise<LocationRow> {
  const row = await findOwn(em, "booking_locations", { ownerId: ownerOf(ctx), id, lock: true });
  if (!row) throw notFound("location");
  return row;
}

async function change(
  em: EntityManager,
  ctx: GatewayContext,
  row: LocationRow,
  fields: Partial<LocationRow>,
): Promise<types.BookingLocation> {
  const changes = { ...fields, version: row.version + 1, updatedAt: ctx.clock.now().toISOString() };
  await updateRow(em, "booking_locations", row.id, changes);
  return presentLocation({ ...row, ...changes });
}

function presentLocation({ ownerId: _, createdAt, updatedAt, ...row }: LocationRow): types.BookingLocation {
  return { ...row, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
}
