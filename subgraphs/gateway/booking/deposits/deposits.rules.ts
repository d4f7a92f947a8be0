import { and, commitsMoney, movesMoney, type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const depositsRules: RuleMap = {
  Query: { listDeposits: inBooking("read:bookings") },
  Mutation: {
    recordDeposit: and(inBooking("write:bookings"), commitsMoney),
    refundDeposit: and(inBooking("write:bookings"), movesMoney),
  },
};
