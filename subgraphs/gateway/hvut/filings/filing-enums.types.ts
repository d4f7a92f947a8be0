import { registerEnumType } from "type-graphql";
import { filingKinds, filingStatuses } from "./filing-states.ts";

const enumOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as { [Key in Name]: Key };

export const FilingStatusEnum = enumOf(filingStatuses);
registerEnumType(FilingStatusEnum, { name: "FilingStatus", description: "Where a return stands." });
export const FilingKindEnum = enumOf(filingKinds);
registerEnumType(FilingKindEnum, {
  name: "FilingKind",
  description: "An original return, or why it is amended.",
});
export const SuspensionEnum = enumOf(["low_mileage", "agricultural"] as const);
registerEnumType(SuspensionEnum, {
  name: "Suspension",
  description: "Expected use of at most 5,000 miles in the period, 7,500 for agricultural vehicles.",
});
export const PaymentMethodEnum = enumOf(["direct_debit", "eftps", "card", "check"] as const);
export type PaymentMethod = keyof typeof PaymentMethodEnum;
registerEnumType(PaymentMethodEnum, { name: "IrsPaymentMethod", description: "How the balance is paid." });
export const CreditReasonEnum = enumOf(["sold", "destroyed", "stolen", "low_mileage"] as const);
registerEnumType(CreditReasonEnum, { name: "VehicleCreditReason", description: "Why tax is given back." });
