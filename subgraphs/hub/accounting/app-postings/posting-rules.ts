import type { LedgerSlotName } from "./ledger-slots.ts";
import type { LedgerFact } from "./ledger-source.port.ts";

/** One amount of a fact: debited to one place and credited to another. */
type Movement = readonly [amount: string, debit: LedgerSlotName, credit: LedgerSlotName];

const invoice: readonly Movement[] = [
  ["net", "receivables", "sales"],
  ["tax", "receivables", "sales_tax_payable"],
];
const creditNote: readonly Movement[] = [
  ["net", "sales_returns", "customer_credits"],
  ["tax", "sales_tax_payable", "customer_credits"],
];
const use: readonly Movement[] = [["amount", "customer_credits", "receivables"]];
const payslips: readonly Movement[] = [
  ["gross", "wages", "wages_payable"],
  ["reimbursements", "reimbursements", "wages_payable"],
  ["employeeTaxes", "wages_payable", "payroll_taxes_payable"],
  ["deductions", "wages_payable", "payroll_deductions_payable"],
  ["employerTaxes", "payroll_tax_expense", "payroll_taxes_payable"],
  ["employerMatch", "payroll_benefits_expense", "payroll_deductions_payable"],
];

/**
 * What each kind of fact means in the books. Every amount moves from one place to another, so an entry cannot fail to
 * balance. An advance, an overpayment and a credit note are a liability until an invoice uses them.
 */
const rules = {
  invoice,
  invoice_void: invoice,
  payment: [
    ["applied", "payments_received", "receivables"],
    ["unapplied", "payments_received", "customer_credits"],
  ],
  payment_allocation: use,
  payment_void: [["amount", "customer_credits", "payments_received"]],
  payment_refund: [["amount", "customer_credits", "client_refunds"]],
  credit_note: creditNote,
  credit_note_void: creditNote,
  credit_application: use,
  credit_note_refund: [["amount", "customer_credits", "client_refunds"]],
  write_off: [["amount", "bad_debts", "receivables"]],
  expense: [
    ["net", "expenses", "expense_payments"],
    ["tax", "expense_tax", "expense_payments"],
  ],
  booking_deposit: [["amount", "payments_received", "booking_deposits"]],
  booking_deposit_kept: [["amount", "booking_deposits", "sales"]],
  booking_deposit_refund: [
    ["open", "booking_deposits", "client_refunds"],
    ["earned", "sales_returns", "client_refunds"],
  ],
  payroll_run: payslips,
  payslip_reversal: payslips,
  payroll_payment: [["net", "wages_payable", "payroll_payments"]],
  tax_deposit: [["amount", "payroll_taxes_payable", "payroll_payments"]],
  contractor_payment: [
    ["amount", "contractors", "payroll_payments"],
    ["reimbursement", "reimbursements", "payroll_payments"],
    ["withheld", "payroll_payments", "payroll_taxes_payable"],
  ],
  credit_purchase: [["amount", "prepaid_credits", "credit_payments"]],
  credit_purchase_refund: [["amount", "credit_payments", "prepaid_credits"]],
  credits_used: [["amount", "credits_used", "prepaid_credits"]],
} as const satisfies Record<string, readonly Movement[]>;

/** A debit or credit of a place, in minor units. */
export interface SlotLine {
  slot: LedgerSlotName;
  debit: number;
  credit: number;
}

/** Debits and credits of a fact by place, of which none is zero; an empty list when nothing moves. Throws for an unknown kind. */
export function slotLinesOf({ kind, amounts }: Pick<LedgerFact, "kind" | "amounts">): SlotLine[] {
  if (!Object.hasOwn(rules, kind)) throw new Error(`No posting rule for ${kind}.`);
  const sums = new Map<LedgerSlotName, number>();
  const add = (slot: LedgerSlotName, amount: number) => sums.set(slot, (sums.get(slot) ?? 0) + amount);
  for (const [name, debit, credit] of rules[kind as keyof typeof rules] as readonly Movement[]) {
    const amount = amounts[name] ?? 0;
    add(debit, amount);
    add(credit, -amount);
  }
  return [...sums]
    .filter(([, amount]) => amount !== 0)
    .map(([slot, amount]) => ({ slot, debit: Math.max(amount, 0), credit: Math.max(-amount, 0) }));
}
