import type { FilterQuery, LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { readPage } from "../../base/read-page.service.ts";
import { locationFor } from "../locations/locations.service.ts";
import { BookingProviderEntity } from "./booking-provider.entity.ts";
import type * as types from "./provider.types.ts";
import { notFound } from "../../base/gateway.errors.ts";

/**
 * Adds a provider, without working hours at first. Throws VALIDATION_ERROR for the zone, NOT_FOUND for the location, and
 * INVALID_STATE when that is archived.
 */
export function createProvider(
  ctx: GatewayContext,
  input: types.CreateProviderInput,
): Promise<types.BookingProvider> {
  return exactlyOnce(ctx, { operation: "createProvider", input }, async (em) => {
    const now = ctx.clock.now();
    const provider = Object.assign(new BookingProviderEntity(), {
      id: newId("prv"),
      ownerId: ownerOf(ctx),
      name: input.name,
      email: input.email ?? null,
      timezone: checkedZone(input.timezone)!,
      locationId: await locationFor(em, ctx, input.locationId),
      status: "active",
      version: 1,
      createdAt: now,
      updatedAt: now,
    } satisfies BookingProviderEntity);
    await em.persist(provider).flush();
    return presentProvider(provider);
  });
}

/** One of the caller's providers. Throws NOT_FOUND. */
export function readProvider(ctx: GatewayContext, providerId: string): Promise<types.BookingProvider> {
  const read = async (em: EntityManager) => presentProvider(await findProvider(em, ctx, providerId));
  return inTransaction(ctx, read, { readOnly: true });
}

/** The caller's active providers, newest first. */
export function listProviders(
  ctx: GatewayContext,
  { limit, after, serviceId, locationId }: types.BookingProvidersArgs,
): Promise<types.BookingProviderPage> {
  const read = async (em: EntityManager) => {
    const ids = serviceId ? await providersOfService(em, ctx, serviceId) : null;
    const filter = {
      ownerId: ownerOf(ctx),
      status: "active",
      ...(ids ? { id: { $in: ids } } : {}),
      ...(locationId ? { locationId } : {}),
    } as FilterQuery<BookingProviderEntity>;
    const list = ["booking providers", serviceId, locationId] as const;
    const { rows, ...page } = await readPage(em, ctx, BookingProviderEntity, { filter, list, limit, after });
    return { providers: rows.map(presentProvider), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** A provider of the caller, in the open transaction, locked if wanted. Throws NOT_FOUND. */
export async function findProvider(
  em: EntityManager,
  ctx: GatewayContext,
  id: string,
  lockMode?: LockMode,
): Promise<BookingProviderEntity> {
  const lock = lockMode === undefined ? {} : { lockMode };
  const row = await em.findOne(BookingProviderEntity, { id, ownerId: ownerOf(ctx) }, lock);
  if (!row) throw notFound("provider");
  return row;
}

async function providersOfService(
  em: EntityManager,
  ctx: GatewayContext,
  serviceId: string,
): Promise<string[]> {
  const rows = await executeSql<{ id: string }>(
    em,
    "SELECT provider_id AS id FROM booking_service_providers WHERE owner_id = $1 AND service_id = $2",
    [ownerOf(ctx), serviceId],
  );
  return rows.map(({ id }) => id);
}

/** A stored provider as the graph shows it. */
export function presentProvider({ ownerId: _, ...shown }: BookingProviderEntity): types.BookingProvider {
  return shown;
}
