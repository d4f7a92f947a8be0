import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, notFound, versionConflict } from "../../base/gateway.errors.ts";
import { locationFor } from "../locations/locations.service.ts";
import { peakUse } from "./resource-use.service.ts";
import type * as types from "./resources.types.ts";

interface ResourceRow {
  id: string;
  ownerId: string;
  name: string;
  locationId: string | null;
  quantity: number;
  status: "active" | "archived";
  version: number;
  createdAt: string;
  updatedAt: string;
}

const { findOwn, insertAll, updateRow, pageRows } = plainRows<{ booking_resources: ResourceRow }>();

/** Adds a resource. Throws NOT_FOUND for the location or a service, and INVALID_STATE for an archived location. */
export function createResource(
  ctx: GatewayContext,
  input: types.CreateResourceInput,
): Promise<types.BookingResource> {
  return exactlyOnce(ctx, { operation: "createResource", input }, async (em) => {
    const now = ctx.clock.now().toISOString();
    const row: ResourceRow = {
      id: newId("rsc"),
      ownerId: ownerOf(ctx),
      name: input.name.trim(),
      locationId: await locationFor(em, ctx, input.locationId),
      quantity: input.quantity,
      status: "active",
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await insertAll(em, "booking_resources", [row]);
    await setServices(em, row, input.serviceIds);
    return presentOne(em, row);
  });
}

/** The account's active resources, newest first. Throws INVALID_CURSOR. */
export function listResources(
  ctx: GatewayContext,
  { locationId = null, limit, after }: types.BookingResourcesArgs,
): Promise<types.BookingResourcePage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "booking_resources", {
      where: "status = 'active' AND ($2::text IS NULL OR location_id = $2)",
      values: [locationId],
      list: ["booking resources", locationId],
      limit,
      after,
    });
    return { resources: await presentAll(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Updates a resource. The lock waits for bookings that are being made. Throws NOT_FOUND, VERSION_CONFLICT, INVALID_STATE for
 * an archived location, and BUSINESS_RULE for fewer units than future bookings use at the same time.
 */
export function updateResource(
  ctx: GatewayContext,
  input: types.UpdateResourceInput,
): Promise<types.BookingResource> {
  return exactlyOnce(ctx, { operation: "updateResource", input }, async (em) => {
    const row = await lockResource(em, ctx, input.resourceId);
    const { version, name, locationId, serviceIds } = input;
    if (typeof version === "number" && version !== row.version) throw versionConflict(row.version);
    const quantity = input.quantity ?? row.quantity;
    if (quantity < row.quantity) await requireUnits(em, ctx, row.id, quantity);
    if (serviceIds) await setServices(em, row, serviceIds);
    return change(em, ctx, row, {
      name: name?.trim() ?? row.name,
      locationId: locationId === undefined ? row.locationId : await locationFor(em, ctx, locationId),
      quantity,
    });
  });
}

/**
 * Archives a resource that no active service needs; bookings keep it. An archived resource stays as it is. Throws
 * NOT_FOUND, and BUSINESS_RULE with the services that need it.
 */
export function archiveResource(
  ctx: GatewayContext,
  input: types.ResourceIdInput,
): Promise<types.BookingResource> {
  return exactlyOnce(ctx, { operation: "archiveResource", input }, async (em) => {
    const row = await lockResource(em, ctx, input.resourceId);
    if (row.status === "archived") return presentOne(em, row);
    const services = await executeSql<{ id: string }>(
      em,
      `SELECT s.id FROM booking_service_resources sr JOIN booking_services s ON s.id = sr.service_id
       WHERE sr.resource_id = $1 AND s.status = 'active' ORDER BY s.id`,
      [row.id],
    );
    if (services.length > 0)
      throw businessRule(
        "needed_by_services",
        `${services.length} services need this resource. Remove them from serviceIds of the resource first.`,
        { serviceIds: services.map(({ id }) => id) },
      );
    await setServices(em, row, []);
    return change(em, ctx, row, { status: "archived" });
  });
}

async function lockResource(em: EntityManager, ctx: GatewayContext, id: string): Promise<ResourceRow> {
  const row = await findOwn(em, "booking_resources", { ownerId: ownerOf(ctx), id, lock: true });
  if (!row) throw notFound("resource");
  return row;
}

/** Throws BUSINESS_RULE when future bookings use more units at the same time. */
async function requireUnits(
  em: EntityManager,
  ctx: GatewayContext,
  id: string,
  quantity: number,
): Promise<void> {
  const now = ctx.clock.now();
  const used = await peakUse(em, { ownerId: ownerOf(ctx), id, from: now, now });
  if (used > quantity)
    throw businessRule(
      "quantity_below_use",
      `Future bookings use ${used} units at the same time. Choose a quantity of at least ${used}.`,
      { used },
    );
}

/** Replaces the services that need a resource. Throws NOT_FOUND for a service. */
async function setServices(
  em: EntityManager,
  { id, ownerId }: ResourceRow,
  serviceIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(serviceIds)];
  const known = "SELECT 1 FROM booking_services WHERE owner_id = $1 AND id = ANY ($2)";
  const found = await executeSql(em, known, [ownerId, ids]);
  if (found.length !== ids.length) throw notFound("service");
  await executeSql(em, "DELETE FROM booking_service_resources WHERE resource_id = $1", [id]);
  await executeSql(
    em,
    `INSERT INTO booking_service_resources (service_id, resource_id, owner_id)
     SELECT unnest($2::text[]), $1, $3`,
    [id, ids, ownerId],
  );
}

async function change(
  em: EntityManager,
  ctx: GatewayContext,
  row: ResourceRow,
  fields: Partial<ResourceRow>,
): Promise<types.BookingResource> {
  const changes = { ...fields, version: row.version + 1, updatedAt: ctx.clock.now().toISOString() };
  await updateRow(em, "booking_resources", row.id, changes);
  return presentOne(em, { ...row, ...changes });
}

async function presentOne(em: EntityManager, row: ResourceRow): Promise<types.BookingResource> {
  return (await presentAll(em, [row]))[0]!;
}

async function presentAll(em: EntityManager, rows: readonly ResourceRow[]): Promise<types.BookingResource[]> {
  const links = await executeSql<{ serviceId: string; resourceId: string }>(
    em,
    `SELECT service_id AS "serviceId", resource_id AS "resourceId" FROM booking_service_resources
     WHERE resource_id = ANY ($1) ORDER BY service_id`,
    [rows.map(({ id }) => id)],
  );
  const byResource = Map.groupBy(links, ({ resourceId }) => resourceId);
  return rows.map(({ ownerId: _, createdAt, updatedAt, ...row }) => ({
    ...row,
    serviceIds: (byResource.get(row.id) ?? []).map(({ serviceId }) => serviceId),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }));
}
