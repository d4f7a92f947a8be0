import { and, isPublic, limitedAs, type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const calendarFeedRules: RuleMap = {
  Query: {
    getCalendarFeedUrl: inBooking("read:bookings"),
    // The token is the authorization.
    calendarFeed: and(isPublic, limitedAs("booking-read")),
  },
  Mutation: { rotateCalendarFeedToken: inBooking("write:bookings") },
};
