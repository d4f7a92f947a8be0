import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { BusinessOnPage } from "../../base/business-on-page.types.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { EventPage, ManagedRegistration } from "../event-pages/event-pages.types.ts";
import { ManagedBooking } from "./managed-booking.types.ts";
import { businessOf } from "./page-business.service.ts";
import { PublicBookingPage, PublicBookingResult } from "./public-booking.types.ts";

const described = { description: "Business that the page is of, by its seller profile." };

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
