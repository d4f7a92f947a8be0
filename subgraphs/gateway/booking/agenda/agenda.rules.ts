import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const agendaRules: RuleMap = {
  Query: { bookingAgenda: inBooking("read:bookings") },
};
