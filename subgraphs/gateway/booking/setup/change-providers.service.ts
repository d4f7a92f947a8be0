import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, versionConflict } from "../../base/gateway.errors.ts";
import { BookingEntity } from "../bookings/booking.entity.ts";
import { applyChange } from "../bookings/change-booking.service.ts";
import { locationFor } from "../locations/locations.service.ts";
import { moveTo } from "../bookings/move-booking.service.ts";
import type { ArchivedBookingProvider, ArchiveProviderInput, UpdateProviderInput } from "./archive.types.ts";
import type { BookingProviderEntity } from "./booking-provider.entity.ts";
import type { BookingProvider } from "./provider.types.ts";
import { findProvider, presentProvider } from "./providers.service.ts";

/** The most bookings that one request reassigns. */
const maxReassigned = 200;

/**
 * Updates a provider. Throws NOT_FOUND, also for the location, VERSION_CONFLICT, VALIDATION_ERROR, INVALID_STATE for an
 * archived location, and BUSINESS_RULE for an unconfirmed change of the time zone while future bookings exist: their local
 * times would differ from the working hours.
 */
export function updateProvider(ctx: GatewayContext, input: UpdateProviderInput): Promise<BookingProvider> {
  return exactlyOnce(ctx, { operation: "updateProvider", input }, async (em) => {
    const provider = await findProvider(em, ctx, input.providerId, LockMode.PESSIMISTIC_WRITE);
    const { version, name, email } = input;
    if (typeof version === "number" && version !== provider.version) throw versionConflict(provider.version);
    const timezone = checkedZone(input.timezone) ?? provider.timezone;
    if (timezone !== provider.timezone && !input.confirmTimezoneChange) {
      const bookings = await futureBookings(em, ctx, provider);
      if (bookings.length > 0) throw timezoneWithBookings(bookings);
    }
    if (name) provider.name = name;
    if (email !== undefined) provider.email = email;
    if (input.locationId !== undefined) provider.locationId = await locationFor(em, ctx, input.locationId);
    Object.assign(provider, { timezone, version: provider.version + 1, updatedAt: ctx.clock.now() });
    await em.flush();
    return presentProvider(provider);
  });
}

/**
 * Archives a provider without future bookings, or after another provider has taken all of them at the same times. The
 * lock waits for bookings that are being made. An archived provider stays as it is. Throws NOT_FOUND,
 * VALIDATION_ERROR, and BUSINESS_RULE with the bookings that remain.
 */
export function archiveProvider(
  ctx: GatewayContext,
  input: ArchiveProviderInput,
): Promise<ArchivedBookingProvider> {
  const { providerId, reassignTo = null } = input;
  if (reassignTo === providerId)
    throw validationError([{ path: "reassignTo", message: "must be another provider", rule: "other" }]);
  return exactlyOnce(ctx, { operation: "archiveProvider", input }, async (em) => {
    const provider = await findProvider(em, ctx, providerId, LockMode.PESSIMISTIC_WRITE);
    if (reassignTo !== null) await findProvider(em, ctx, reassignTo);
    if (provider.status === "archived") return withReassigned(provider, 0);
    const bookings = await futureBookings(em, ctx, provider);
    if (bookings.length > 0) {
      if (reassignTo === null) throw bookingsRemain(bookings);
      await reassignAll(em, ctx, bookings, reassignTo);
    }
    Object.assign(provider, {
      status: "archived",
      version: provider.version + 1,
      updatedAt: ctx.clock.now(),
    } satisfies Partial<BookingProviderEntity>);
    await em.flush();
    return withReassigned(provider, bookings.length);
  });
}

function withReassigned(
  provider: BookingProviderEntity,
  reassignedBookings: number,
): ArchivedBookingProvider {
  return Object.assign(presentProvider(provider), { reassignedBookings });
}

/** Bookings of the provider that will take place, locked, by start. */
function futureBookings(
  em: EntityManager,
  ctx: GatewayContext,
  { id: providerId }: BookingProviderEntity,
): Promise<BookingEntity[]> {
  const now = ctx.clock.now();
  return em.find(
    BookingEntity,
    {
      ownerId: ownerOf(ctx),
      providerId,
      startsAt: { $gt: now },
      $or: [{ status: "confirmed" }, { status: "pending", lapsesAt: { $gt: now } }],
    },
    { orderBy: { startsAt: 1, id: 1 }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
}

/** Gives all bookings to a provider, or throws with those that the provider cannot take. */
async function reassignAll(
  em: EntityManager,
  ctx: GatewayContext,
  bookings: readonly BookingEntity[],
  providerId: string,
): Promise<void> {
  if (bookings.length > maxReassigned) throw bookingsRemain(bookings);
  const conflicts: { bookingId: string; code: string }[] = [];
  for (const booking of bookings) {
    const move = applyChange(em, ctx, booking, async (change) => {
      await moveTo(ctx, change, providerId, async () => booking.startsAt.getTime());
      return "rescheduled";
    });
    await move.catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      conflicts.push({ bookingId: booking.id, code: error.code });
    });
  }
  if (conflicts.length > 0)
    throw businessRule(
      "reassign_conflicts",
      `The provider in reassignTo cannot take ${conflicts.length} of the bookings. Reassign or cancel these first.`,
      { conflicts },
    );
}

const idsOf = (bookings: readonly BookingEntity[]) => bookings.slice(0, maxReassigned).map(({ id }) => id);

function bookingsRemain(bookings: readonly BookingEntity[]): DomainError {
  return businessRule(
    "future_bookings",
    `The provider has ${bookings.length} future bookings. Cancel them, or set reassignTo for up to ${maxReassigned}.`,
    { count: bookings.length, bookingIds: idsOf(bookings) },
  );
}

function timezoneWithBookings(bookings: readonly BookingEntity[]): DomainError {
  return businessRule(
    "timezone_with_bookings",
    `The provider has ${bookings.length} future bookings. Set confirmTimezoneChange to change the time zone anyway.`,
    { count: bookings.length, bookingIds: idsOf(bookings) },
  );
}
