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

/** What the filing provider may say of a form that it has. */
export type FiledStatus = Extract<FormStatus, "submitted" | "transmitted" | "accepted" | "rejected">;

/**
 * The steps from what we know to what the provider says, each one of the table: news that come late or were missed leave
 * none out. Empty for old news, which change nothing. A rejected form is sent again by its owner alone.
 */
export function stepsTo(from: FormStatus, reported: FiledStatus): FormStatus[] {
  if (from === "draft") return ["submitted", ...stepsTo("submitted", reported)];
  if (from === "submitted" && reported !== "submitted")
    return ["transmitted", ...stepsTo("transmitted", reported)];
  return from === "transmitted" && canStep(from, reported) ? [reported] : [];
}
