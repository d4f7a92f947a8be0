/** Page that sells a tier. `integration` is a plan of the invoicing app. */
export function planPage(requiredTier: unknown): string {
  return requiredTier === "integration" ? "/settings#invoicer-plan" : "/settings";
}
