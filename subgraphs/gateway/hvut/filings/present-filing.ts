import { toMajor } from "../../../../src/money.ts";
import type { FilingEntity } from "./filing.entity.ts";
import type { Filing } from "./filing.types.ts";
import { balanceOf } from "../tax/return-arithmetic.ts";
import { dueDateOf } from "../tax/tax-period.ts";

/** Presents a return: amounts in dollars, and only the existence of a bank token. */
export function presentFiling(row: FilingEntity): Filing {
  const { id, filerId, period, kind, firstUseMonth, status, payment, signature, consent, acknowledgeVin } =
    row;
  const { submissionId, parentId, reason, submittedAt, version, createdAt, updatedAt } = row;
  return {
    filingId: id,
    filerId,
    period,
    kind,
    firstUseMonth,
    status,
    consent,
    acknowledgeVin,
    dueDate: dueDateOf(row.changeMonth ?? firstUseMonth).dueDate,
    vehicles: row.lines.map(({ amountCents, ...line }) => ({
      ...line,
      category: line.suspended === null ? line.category : "W",
      amount: toMajor(amountCents, 2),
    })),
    credits: row.credits.map(({ amountCents, paidElsewhere, ...credit }) => ({
      ...credit,
      amount: toMajor(amountCents, 2),
      paidElsewhere: paidElsewhere
        ? { taxPaid: toMajor(paidElsewhere.taxCents, 2), firstUseMonth: paidElsewhere.firstUseMonth }
        : null,
    })),
    line2: toMajor(row.line2Cents, 2),
    line3: toMajor(row.line3Cents, 2),
    line5Credits: toMajor(row.line5Cents, 2),
    balanceDue: toMajor(balanceOf(row), 2),
    currency: "USD",
    payment: payment && { method: payment.method, hasToken: payment.token !== null },
    signature: signature && { ...signature, at: new Date(signature.at) },
    acks: row.acks.map((ack) => ({ ...ack, at: new Date(ack.at) })),
    submissionId,
    parentId,
    reason,
    submittedAt,
    version,
    createdAt,
    updatedAt,
  };
}
