import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { EntityManager } from "@mikro-orm/postgresql";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import type { ArchivedBookingService, ServiceIdInput } from "./archive.types.ts";
import { BookingServiceEntity } from "./booking-service.entity.ts";
import { lockService, presentWithProviders } from "./services.service.ts";
import type { BookingPolicy, BookingService, BookingSetupStatus } from "./setup.types.ts";

/**
 * Stops new bookings of a service and counts the future ones, which stay. The lock waits for bookings that are being
 * made. An archived service stays as it is. Throws NOT_FOUND.
 */
export function archiveService(ctx: GatewayContext, input: ServiceIdInput): Promise<ArchivedBookingService> {
  return exactlyOnce(ctx, { operation: "archiveService", input }, async (em) => {
    const service = await setStatus(em, ctx, input.serviceId, "archived");
    const [counted] = await executeSql<{ n: number }>(
      em,
      `SELECT count(*)::int AS n FROM bookings WHERE owner_id = $1 AND service_id = $2 AND starts_at > $3
       AND (status = 'confirmed' OR (status = 'pending' AND lapses_at > $3))`,
      [ownerOf(ctx), service.id, ctx.clock.now()],
    );
    return Object.assign(service, { futureBookings: counted!.n });
  });
}

/** Opens an archived service for new bookings. An active one stays as it is. Throws NOT_FOUND. */
export function restoreService(ctx: GatewayContext, input: ServiceIdInput): Promise<BookingService> {
  return exactlyOnce(ctx, { operation: "restoreService", input }, (em) =>
    setStatus(em, ctx, input.serviceId, "active"),
  );
}

/** The fees of a service; without a policy there are none. Throws NOT_FOUND. */
export function readCancellationPolicy(ctx: GatewayContext, serviceId: string): Promise<BookingPolicy> {
  const read = async (em: EntityManager) => {
    const service = await em.findOne(BookingServiceEntity, { id: serviceId, ownerId: ownerOf(ctx) });
    if (!service) throw notFound("service");
    return service.policy ?? { tiers: [], noShowFeePercent: 0 };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function setStatus(
  em: EntityManager,
  ctx: GatewayContext,
  serviceId: string,
  status: BookingSetupStatus,
): Promise<BookingService> {
  const service = await lockService(em, ctx, serviceId);
  if (service.status !== status) {
    Object.assign(service, { status, version: service.version + 1, updatedAt: ctx.clock.now() });
    await em.flush();
  }
  return presentWithProviders(em, service);
}
