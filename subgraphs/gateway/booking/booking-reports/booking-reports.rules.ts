import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const bookingReportRules: RuleMap = {
  Query: {
    utilizationReport: inBooking("read:bookings"),
    bookingReport: inBooking("read:bookings"),
  },
};
