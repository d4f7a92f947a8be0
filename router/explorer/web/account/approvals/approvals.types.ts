/** A rule as `ApprovalRules` returns it. */
export interface ApprovalRule {
  kind: string;
  required: boolean;
  minimumAmountMinor: number | null;
  currency: string | null;
}

/** A request as `ApprovalRequests` returns it. */
export interface ApprovalRequest {
  id: string;
  kind: string;
  operation: string;
  status: string;
  requestedBy: string;
  input: Readonly<Record<string, unknown>>;
  amountMinor: number | null;
  currency: string | null;
  reason: string | null;
  failure: { code: string; message: string } | null;
  canDecide: boolean;
  createdAt: string;
  expiresAt: string;
}

export const kindWords = (kind: string): string => kind.replaceAll("_", " ");

/** An amount of minor units in its currency. */
export function amountWords(minor: number | null, currency: string | null): string {
  if (minor === null || currency === null) return "";
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
