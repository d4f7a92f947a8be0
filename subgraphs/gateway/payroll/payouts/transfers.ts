import type { TransferNews } from "./payouts.port.ts";
import type { TransferRow } from "./transfers.rows.ts";

/** How far a transfer is; what the provider reports later never takes it back. */
const ranks: Record<TransferRow["status"], number> = {
  planned: 0,
  authorized: 1,
  pending: 2,
  posted: 3,
  settled: 4,
  funds_available: 5,
  declined: 6,
  failed: 6,
  cancelled: 6,
  returned: 7,
  paid_by_hand: 8,
};

/** Status after some news, which may come twice or late. */
export function statusAfter(status: TransferRow["status"], next: TransferNews): TransferRow["status"] {
  return ranks[next] > ranks[status] ? next : status;
}

const underWay: readonly TransferRow["status"][] = ["planned", "authorized", "pending", "posted"];
const arrived: readonly TransferRow["status"][] = ["settled", "funds_available", "paid_by_hand"];

/** True until the provider says how it ended. */
export const isUnderWay = ({ status }: Pick<TransferRow, "status">): boolean => underWay.includes(status);
export const hasArrived = ({ status }: Pick<TransferRow, "status">): boolean => arrived.includes(status);

type Counted = Pick<TransferRow, "kind" | "payslipId" | "part" | "attempt" | "status" | "amountCents">;

/** The last attempt of each payment. */
export function latestOf<Row extends Counted>(transfers: readonly Row[]): Row[] {
  const latest = new Map<string, Row>();
  for (const one of transfers) {
    const key = `${one.kind} ${one.payslipId} ${one.part}`;
    const known = latest.get(key);
    if (!known || known.attempt < one.attempt) latest.set(key, one);
  }
  return [...latest.values()];
}

/** Cents of the employer's that the provider has and has not given back. */
export function fundedCents(transfers: readonly Counted[]): number {
  const debits = transfers.filter((one) => one.kind === "debit" && one.status === "funds_available");
  return debits.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Cents that arrived at employees or are on their way there. */
export function spentCents(transfers: readonly Counted[]): number {
  const credits = transfers.filter(
    (one) =>
      one.kind === "credit" &&
      one.status !== "paid_by_hand" &&
      (hasArrived(one) || (isUnderWay(one) && one.status !== "planned")),
  );
  return credits.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Cents that employees got and the employer did not pay, after a debit that came back late. 0 while one is on its way. */
export function owedCents(transfers: readonly Counted[]): number {
  const isOpen = transfers.some(
    (one) => one.kind === "debit" && (isUnderWay(one) || one.status === "settled"),
  );
  return isOpen ? 0 : Math.max(spentCents(transfers) - fundedCents(transfers), 0);
}

/**
 * Status of a run by its transfers: `processing` while one is under way, `paid` when each employee has the money, otherwise
 * `partially_paid` or `failed`. `isSomebodyLeft`: the run has employees without a bank account.
 */
export function runStatusBy(
  transfers: readonly Counted[],
  isSomebodyLeft: boolean,
): "processing" | "paid" | "partially_paid" | "failed" {
  const latest = latestOf(transfers);
  const credits = latest.filter(({ kind }) => kind === "credit");
  const paid = credits.filter(hasArrived).length;
  // A debit that is repeated after everybody was paid changes nothing for them.
  if (paid === credits.length && paid > 0 && !isSomebodyLeft) return "paid";
  if (latest.some(isUnderWay)) return "processing";
  if (paid === credits.length && !isSomebodyLeft) return "paid";
  return paid > 0 ? "partially_paid" : "failed";
}
