import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const bulkMoveRules: RuleMap = {
  Mutation: { bulkRescheduleBookings: inBooking("write:bookings") },
};
