import { and, hasScope, isCaller, onApp, type RuleMap } from "../../../../src/access/rules.ts";

export const agendaRules: RuleMap = {
  Query: { bookingAgenda: and(isCaller, hasScope("read:bookings"), onApp("event-manager")) },
};
