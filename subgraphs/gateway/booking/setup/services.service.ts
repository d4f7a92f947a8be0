import { LockMode, type FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { fallsWithTime } from "../bookings/cancellation-fee.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { readPage } from "../../base/read-page.service.ts";
import { BookingServiceEntity } from "./booking-service.entity.ts";
import type { SetServiceProvidersInput } from "./service-providers.types.ts";
import type { BookingServicesArgs } from "./service-args.types.ts";
import type * as types from "./setup.types.ts";
import { notFound, versionConflict } from "../../base/gateway.errors.ts";

type Service = types.BookingService;

/** Creates a service without providers. Throws VALIDATION_ERROR and AMOUNT_PRECISION. */
export function createService(ctx: GatewayContext, input: types.CreateServiceInput): Promise<Service> {
  return exactlyOnce(ctx, { operation: "createService", input }, async (em) => {
    const { name, durationMin } = input;
    const currency = input.currency ?? "USD";
    const now = ctx.clock.now();
    const service = Object.assign(new BookingServiceEntity(), {
      id: newId("svc"),
      ownerId: ownerOf(ctx),
      name,
      durationMin,
      priceMinor: toMinor(input.price ?? 0, currencyDecimals(currency)),
      currency,
      bufferBeforeMin: input.bufferBeforeMin ?? 0,
      bufferAfterMin: input.bufferAfterMin ?? 0,
      slotStepMin: input.slotStepMin ?? durationMin,
      minNoticeMin: input.minNoticeMin ?? 0,
      maxAdvanceDays: input.maxAdvanceDays ?? 90,
      capacity: input.capacity ?? 1,
      depositPercent: input.depositPercent ?? 0,
      requiresApproval: input.requiresApproval ?? false,
      assignment: input.assignment ?? "least_busy",
      videoCalls: input.videoCalls ?? "none",
      timezone: checkedZone(input.timezone),
      category: input.category ?? null,
      policy: null,
      status: "active",
      version: 1,
      createdAt: now,
      updatedAt: now,
    } satisfies BookingServiceEntity);
    await em.persist(service).flush();
    return presentService(service, []);
  });
}

/** Updates a service for future bookings. Throws NOT_FOUND, VERSION_CONFLICT and VALIDATION_ERROR. */
export function updateService(ctx: GatewayContext, input: types.UpdateServiceInput): Promise<Service> {
  const { version, ...details } = input;
  return changeService(ctx, "updateService", input, async (em, service) => {
    if (typeof version === "number" && version !== service.version) throw versionConflict(service.version);
    const { serviceId, price, timezone, category, ...rest } = details;
    if (rest.assignment === "round_robin" && service.assignment !== "round_robin")
      await executeSql(em, "UPDATE booking_service_providers SET turns = 0 WHERE service_id = $1", [
        serviceId,
      ]);
    if (typeof price === "number") service.priceMinor = toMinor(price, currencyDecimals(service.currency));
    if (timezone !== undefined) service.timezone = checkedZone(timezone);
    if (category !== undefined) service.category = category;
    // These fields cannot be empty: null leaves them unchanged.
    const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null);
    Object.assign(service, Object.fromEntries(given));
  });
}

/**
 * Replaces the providers of a service and their weights. New ones join the turns where the others are. Throws NOT_FOUND for the
 * service or a provider, and VALIDATION_ERROR for the weight of somebody else.
 */
export function setServiceProviders(ctx: GatewayContext, input: SetServiceProvidersInput): Promise<Service> {
  return changeService(ctx, "setServiceProviders", input, async (em, service) => {
    const ids = [...new Set(input.providerIds)];
    const found = await executeSql(
      em,
      "SELECT 1 FROM booking_providers WHERE owner_id = $1 AND id = ANY ($2) AND status = 'active'",
      [service.ownerId, ids],
    );
    if (found.length !== ids.length) throw notFound("provider");
    const weights = new Map((input.weights ?? []).map(({ providerId, weight }) => [providerId, weight]));
    const other = [...weights.keys()].findIndex((id) => !ids.includes(id));
    if (other >= 0) {
      const path = `weights.${other}.providerId`;
      throw validationError([{ path, message: "must be one of providerIds", rule: "one_of" }]);
    }
    const removing =
      "DELETE FROM booking_service_providers WHERE service_id = $1 AND provider_id <> ALL ($2)";
    await executeSql(em, removing, [service.id, ids]);
    await executeSql(
      em,
      `INSERT INTO booking_service_providers (service_id, provider_id, owner_id, weight, turns)
       SELECT $1, one.id, $4, one.weight,
         coalesce((SELECT min(turns) FROM booking_service_providers WHERE service_id = $1), 0)
       FROM unnest($2::text[], $3::integer[]) AS one(id, weight)
       ON CONFLICT (service_id, provider_id) DO UPDATE SET weight = EXCLUDED.weight`,
      [service.id, ids, ids.map((id) => weights.get(id) ?? 1), service.ownerId],
    );
  });
}

/** Sets the cancellation policy for bookings created from now on. Throws NOT_FOUND and VALIDATION_ERROR. */
export function setCancellationPolicy(
  ctx: GatewayContext,
  input: types.SetCancellationPolicyInput,
): Promise<Service> {
  const tiers = [...input.tiers]
    .map(({ hoursBefore, feePercent }) => ({ hoursBefore, feePercent }))
    .sort((a, b) => a.hoursBefore - b.hoursBefore);
  if (!fallsWithTime(tiers)) {
    const message = "must have lower fees for more hours before the start";
    throw validationError([{ path: "tiers", message, rule: "falls_with_time" }]);
  }
  return changeService(ctx, "setCancellationPolicy", input, async (_em, service) => {
    service.policy = { tiers, noShowFeePercent: input.noShowFeePercent };
  });
}

/** One of the caller's services. Throws NOT_FOUND. */
export function readService(ctx: GatewayContext, serviceId: string): Promise<Service> {
  const read = async (em: EntityManager) => {
    const row = await em.findOne(BookingServiceEntity, { id: serviceId, ownerId: ownerOf(ctx) });
    if (!row) throw notFound("service");
    return presentWithProviders(em, row);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The caller's services, newest first. */
export function listServices(
  ctx: GatewayContext,
  args: BookingServicesArgs,
): Promise<types.BookingServicePage> {
  const { limit, after, category } = args;
  const status = args.status ?? "active";
  const read = async (em: EntityManager) => {
    const filter = {
      ownerId: ownerOf(ctx),
      status,
      ...(category ? { category } : {}),
    } as FilterQuery<BookingServiceEntity>;
    const list = ["booking services", status, category] as const;
    const { rows, ...page } = await readPage(em, ctx, BookingServiceEntity, { filter, list, limit, after });
    const links = await linksOf(
      em,
      rows.map(({ id }) => id),
    );
    return { services: rows.map((row) => presentService(row, links)), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function changeService(
  ctx: GatewayContext,
  operation: string,
  input: { serviceId: string },
  change: (em: EntityManager, service: BookingServiceEntity) => Promise<void>,
): Promise<Service> {
  return exactlyOnce(ctx, { operation, input }, async (em) => {
    const service = await lockService(em, ctx, input.serviceId);
    await change(em, service);
    service.version += 1;
    service.updatedAt = ctx.clock.now();
    await em.flush();
    return presentWithProviders(em, service);
  });
}

/** A service of the caller, locked until the transaction ends. Throws NOT_FOUND. */
export async function lockService(
  em: EntityManager,
  ctx: GatewayContext,
  id: string,
): Promise<BookingServiceEntity> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
  const service = await em.findOne(BookingServiceEntity, { id, ownerId: ownerOf(ctx) }, lock);
  if (!service) throw notFound("service");
  return service;
}

/** A service as the graph shows it. */
export async function presentWithProviders(
  em: EntityManager,
  service: BookingServiceEntity,
): Promise<Service> {
  return presentService(service, await linksOf(em, [service.id]));
}

/** An active provider who gives a service, or a resource that it needs. */
type Link = { serviceId: string; kind: "provider" | "resource"; id: string; weight: number };

function linksOf(em: EntityManager, serviceIds: readonly string[]): Promise<Link[]> {
  return executeSql<Link>(
    em,
    `SELECT sp.service_id AS "serviceId", 'provider' AS kind, sp.provider_id AS id, sp.weight FROM booking_service_providers sp
     JOIN booking_providers p ON p.id = sp.provider_id AND p.status = 'active'
     WHERE sp.service_id = ANY ($1)
     UNION ALL
     SELECT service_id, 'resource', resource_id, 1 FROM booking_service_resources WHERE service_id = ANY ($1)
     ORDER BY id`,
    [serviceIds],
  );
}

function presentService(row: BookingServiceEntity, links: readonly Link[]): Service {
  const { ownerId: _, priceMinor, ...shown } = row;
  const own = links.filter(({ serviceId }) => serviceId === row.id);
  const providers = own.filter(({ kind }) => kind === "provider");
  const resources = own.filter(({ kind }) => kind === "resource");
  return {
    ...shown,
    price: toMajor(priceMinor, currencyDecimals(row.currency)),
    providerIds: providers.map(({ id }) => id),
    providerWeights: providers.map(({ id: providerId, weight }) => ({ providerId, weight })),
    resourceIds: resources.map(({ id }) => id),
  };
}
