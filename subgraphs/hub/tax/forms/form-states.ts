/** How far a form is. */
export const formStatuses = [
  "draft",
  "submitted",
  "transmitted",
  "accepted",
  "rejected",
  "corrected",
  "voided",
  "deleted",
] as const;
export type FormStatus = (typeof formStatuses)[number];

/** Every step that a form can take; there is no other. */
export const formSteps: Readonly<Record<FormStatus, readonly FormStatus[]>> = {
  draft: ["submitted", "deleted"],
  submitted: ["transmitted"],
  transmitted: ["accepted", "rejected"],
  rejected: ["submitted"],
  accepted: ["corrected", "voided"],
  corrected: [],
  voided: [],
  deleted: [],
};

export function canStep(from: FormStatus, to: FormStatus): boolean {
  return formSteps[from].includes(to);
}

/** Statuses that the filing provider may report. */
export type FiledStatus = Extract<FormStatus, "submitted" | "transmitted" | "accepted" | "rejected">;

/**
 * The transitions from the stored status to the reported one: late or missed webhooks skip none. Empty for an old
 * status. Only its owner sends a rejected form again.
 */
export function stepsTo(from: FormStatus, reported: FiledStatus): FormStatus[] {
  if (from === "draft") return ["submitted", ...stepsTo("submitted", reported)];
  if (from === "submitted" && reported !== "submitted")
    return ["transmitted", ...stepsTo("transmitted", reported)];
  return from === "transmitted" && canStep(from, reported) ? [reported] : [];
}
