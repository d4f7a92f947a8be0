import { type RuleMap } from "../../../../src/access/rules.ts";
import { inBooking } from "../booking-access.ts";

export const intakeFormsRules: RuleMap = {
  Query: {
    listIntakeForms: inBooking("read:bookings"),
    getIntakeAnswers: inBooking("read:bookings"),
  },
  Mutation: {
    createIntakeForm: inBooking("write:bookings"),
    updateIntakeForm: inBooking("write:bookings"),
  },
};
