import { z } from "zod";

/** Errors of Google APIs: `error.errors[].reason`, and `error.details[].reason` in newer ones. */
const errorSchema = z.object({
  error: z.object({
    errors: z.array(z.object({ reason: z.string() })).default([]),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});
const scopeReasons = new Set(["insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"]);
const limitReasons = new Set(["rateLimitExceeded", "userRateLimitExceeded", "dailyLimitExceeded"]);

/** Reasons that an error's body names; none for a body of another form. */
export function googleReasons(text: string): string[] {
  try {
    const { error } = errorSchema.parse(JSON.parse(text));
    return [
      ...error.errors.map(({ reason }) => reason),
      ...error.details.flatMap(({ reason }) => reason ?? []),
    ];
  } catch {
    return [];
  }
}

/** Whether a 403 says that the grant lacks a scope. */
export function isGoogleScope(reasons: readonly string[]): boolean {
  return reasons.some((reason) => scopeReasons.has(reason));
}

/** Whether a 403 says that a limit is reached. */
export function isGoogleLimit(reasons: readonly string[]): boolean {
  return reasons.some((reason) => limitReasons.has(reason));
}
