/** The return URL, with the outcome of the authorization in its query and no other parameters of it. */
export function withOutcome(
  returnUrl: string,
  outcome: { status: string; provider: string; connectionId: string | null },
): string {
  const url = new URL(returnUrl);
  url.searchParams.set("status", outcome.status);
  url.searchParams.set("provider", outcome.provider);
  if (outcome.connectionId === null) url.searchParams.delete("connectionId");
  else url.searchParams.set("connectionId", outcome.connectionId);
  return url.href;
}
