export const filingStatuses = ["draft", "ready", "signed", "submitted", "accepted", "rejected"] as const;
export type FilingStatus = (typeof filingStatuses)[number];

export const filingKinds = ["original", "weight_increase", "mileage_exceeded", "vin_correction"] as const;
export type FilingKind = (typeof filingKinds)[number];

/** Statuses that allow each step. */
const allowedIn = {
  edit: ["draft", "ready", "signed"],
  sign: ["ready"],
  submit: ["signed"],
  reopen: ["rejected"],
  amend: ["accepted"],
  // A rejected return is filed again; its tax stays due.
  pay: ["submitted", "accepted", "rejected"],
} as const satisfies Record<string, readonly FilingStatus[]>;

export type FilingStep = keyof typeof allowedIn;

/** Statuses that allow a step. */
export function statesFor(step: FilingStep): readonly FilingStatus[] {
  return allowedIn[step];
}
