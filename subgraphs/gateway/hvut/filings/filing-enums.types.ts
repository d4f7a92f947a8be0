import { registerEnumType } from "type-graphql";
import { filingKinds, filingStatuses } from "./filing-states.ts";

const enumOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as { [Key in Name]: Key };

export const FilingStatusEnum = enumOf(filingStatuses);
registerEnumType(FilingStatusEnum, {
  name: "FilingStatus",
  description: "Status of a Form 2290 return.",
  valuesConfig: {
    draft: { description: "In progress. Some filing rules are still broken." },
    ready: { description: "Passes validation and can be signed." },
    signed: { description: "Signed and ready to file." },
    submitted: { description: "Filed. The e-file service has not decided yet." },
    accepted: { description: "Accepted. The stamped Schedule 1 is available." },
    rejected: { description: "Rejected. Fix the errors and resubmit." },
  },
});
export const FilingKindEnum = enumOf(filingKinds);
registerEnumType(FilingKindEnum, {
  name: "FilingKind",
  description: "Kind of return: original, or the reason for an amendment.",
  valuesConfig: {
    original: { description: "First return for its vehicles in the period." },
    weight_increase: { description: "Amendment: a vehicle moved to a heavier category." },
    mileage_exceeded: { description: "Amendment: a suspended vehicle exceeded the mileage limit." },
    vin_correction: { description: "Correction of a wrong VIN." },
  },
});
export const SuspensionEnum = enumOf(["low_mileage", "agricultural"] as const);
registerEnumType(SuspensionEnum, {
  name: "Suspension",
  description: "Reason why the tax of a vehicle is suspended.",
  valuesConfig: {
    low_mileage: { description: "Expected use of at most 5,000 miles in the period." },
    agricultural: {
      description: "Agricultural vehicle with expected use of at most 7,500 miles in the period.",
    },
  },
});
export const PaymentMethodEnum = enumOf(["direct_debit", "eftps", "card", "check"] as const);
export type PaymentMethod = keyof typeof PaymentMethodEnum;
registerEnumType(PaymentMethodEnum, {
  name: "IrsPaymentMethod",
  description: "Payment method for the balance due to the IRS.",
  valuesConfig: {
    direct_debit: { description: "Direct debit from a bank account. Needs a bank token." },
    eftps: { description: "Electronic Federal Tax Payment System (EFTPS)." },
    card: { description: "Credit or debit card." },
    check: { description: "Check or money order." },
  },
});
export const CreditReasonEnum = enumOf(["sold", "destroyed", "stolen", "low_mileage"] as const);
registerEnumType(CreditReasonEnum, {
  name: "VehicleCreditReason",
  description: "Reason for a credit of vehicle tax.",
  valuesConfig: {
    sold: { description: "Vehicle was sold during the period." },
    destroyed: { description: "Vehicle was destroyed during the period." },
    stolen: { description: "Vehicle was stolen during the period." },
    low_mileage: { description: "Vehicle stayed within the mileage limit of an earlier period." },
  },
});
