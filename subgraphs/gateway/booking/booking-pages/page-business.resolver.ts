import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { businessOnPage } from "../../base/business-card.rows.ts";
import { BusinessOnPage } from "../../base/business-on-page.types.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { EventPage, ManagedRegistration } from "../event-pages/event-pages.types.ts";
import { ManagedBooking } from "./managed-booking.types.ts";
import { PublicBookingPage, PublicBookingResult } from "./public-booking.types.ts";

const described = { description: "Business that the page is of, by its seller profile." };

const ownersOf = {
  page: "SELECT owner_id FROM booking_pages WHERE slug = $1",
  booking: "SELECT owner_id FROM bookings WHERE id = $1",
  registration: "SELECT owner_id FROM event_registrations WHERE id = $1",
};

/**
 * The business of the account whose page, booking or registration this is. It is read for each answer and not kept with the result of
 * a form. The address or link was checked before.
 */
function businessOf(
  ctx: GatewayContext,
  kind: keyof typeof ownersOf,
  { id, locale }: { id: string; locale: string },
): Promise<BusinessOnPage> {
  const read = async (em: GatewayContext["em"]) => {
    const [found] = await executeSql<{ owner_id: string }>(em, ownersOf[kind], [id]);
    return businessOnPage(em, found?.owner_id ?? "", locale);
  };
  return asSystem(ctx.em, read, { readOnly: true });
}

@Resolver(() => PublicBookingPage)
export class BookingPageBusinessResolver {
  @FieldResolver(() => BusinessOnPage, described)
  business(@Ctx() ctx: GatewayContext, @Root() { slug, locale }: PublicBookingPage): Promise<BusinessOnPage> {
    return businessOf(ctx, "page", { id: slug, locale });
  }
}

@Resolver(() => PublicBookingResult)
export class BookingResultBusinessResolver {
  @FieldResolver(() => BusinessOnPage, described)
  business(
    @Ctx() ctx: GatewayContext,
    @Root() { slug, locale }: PublicBookingResult,
  ): Promise<BusinessOnPage> {
    return businessOf(ctx, "page", { id: slug, locale });
  }
}

@Resolver(() => ManagedBooking)
export class ManagedBookingBusinessResolver {
  @FieldResolver(() => BusinessOnPage, described)
  business(
    @Ctx() ctx: GatewayContext,
    @Root() { bookingId, locale }: ManagedBooking,
  ): Promise<BusinessOnPage> {
    return businessOf(ctx, "booking", { id: bookingId, locale });
  }
}

@Resolver(() => EventPage)
export class EventPageBusinessResolver {
  @FieldResolver(() => BusinessOnPage, described)
  business(@Ctx() ctx: GatewayContext, @Root() { slug, locale }: EventPage): Promise<BusinessOnPage> {
    return businessOf(ctx, "page", { id: slug, locale });
  }
}

@Resolver(() => ManagedRegistration)
export class RegistrationBusinessResolver {
  @FieldResolver(() => BusinessOnPage, described)
  business(
    @Ctx() ctx: GatewayContext,
    @Root() { registrationId, locale }: ManagedRegistration,
  ): Promise<BusinessOnPage> {
    return businessOf(ctx, "registration", { id: registrationId, locale });
  }
}
