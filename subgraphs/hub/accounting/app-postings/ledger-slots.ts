import type { AccountType } from "../accounts/account-categories.ts";

/** A place that postings of apps need an account for. */
export interface LedgerSlot {
  /** What is booked there, in words. */
  description: string;
  /** Account of the standard chart that is used unless another one is chosen. */
  defaultCode: string;
  /** Types of account that may be chosen. */
  types: readonly AccountType[];
}

const [asset, liability, income, expense] = (["asset", "liability", "income", "expense"] as const).map(
  (type) => [type] as const,
) as [readonly ["asset"], readonly ["liability"], readonly ["income"], readonly ["expense"]];
const money = ["asset", "liability"] as const;

/** Every place, in the order in which it is listed. */
export const ledgerSlots = {
  receivables: { description: "What clients owe on invoices.", defaultCode: "1100", types: asset },
  sales: { description: "Invoices without tax.", defaultCode: "4000", types: income },
  sales_returns: { description: "Credit notes without tax.", defaultCode: "4900", types: income },
  sales_tax_payable: { description: "Tax on invoices and credit notes.", defaultCode: "2200", types: money },
  payments_received: {
    description: "Payments of clients until they are in the bank.",
    defaultCode: "1050",
    types: asset,
  },
  client_refunds: {
    description: "Where refunds to clients are paid from.",
    defaultCode: "1010",
    types: money,
  },
  customer_credits: {
    description: "Money and credit of clients that no invoice has used yet.",
    defaultCode: "2400",
    types: liability,
  },
  booking_deposits: {
    description: "Deposits for bookings that are ahead.",
    defaultCode: "2410",
    types: liability,
  },
  bad_debts: { description: "Invoices that were written off.", defaultCode: "6900", types: expense },
  expenses: {
    description: "Expenses whose category is no account of the chart.",
    defaultCode: "8100",
    types: expense,
  },
  expense_tax: { description: "Tax in expenses that is reclaimed.", defaultCode: "2200", types: money },
  expense_payments: { description: "Where expenses are paid from.", defaultCode: "1010", types: money },
  wages: { description: "Gross pay.", defaultCode: "6300", types: expense },
  payroll_tax_expense: { description: "Payroll taxes of the employer.", defaultCode: "6310", types: expense },
  payroll_benefits_expense: {
    description: "Contributions of the employer to deductions.",
    defaultCode: "6320",
    types: expense,
  },
  reimbursements: {
    description: "Costs that are paid back to staff and contractors.",
    defaultCode: "8100",
    types: expense,
  },
  wages_payable: { description: "Net pay until it is paid.", defaultCode: "2320", types: liability },
  payroll_taxes_payable: {
    description: "Withheld taxes and those of the employer until their deposit.",
    defaultCode: "2310",
    types: liability,
  },
  payroll_deductions_payable: {
    description: "Deductions, contributions of the employer and garnishments until they are handed over.",
    defaultCode: "2300",
    types: liability,
  },
  contractors: { description: "Pay of contractors.", defaultCode: "5100", types: expense },
  payroll_payments: {
    description: "Where pay and tax deposits are paid from.",
    defaultCode: "1010",
    types: money,
  },
  prepaid_credits: {
    description: "Credits that were bought and not used.",
    defaultCode: "1300",
    types: asset,
  },
  credits_used: { description: "Credits that were used or expired.", defaultCode: "6500", types: expense },
  credit_payments: { description: "Where credits are paid from.", defaultCode: "1010", types: money },
} as const satisfies Record<string, LedgerSlot>;

export type LedgerSlotName = keyof typeof ledgerSlots;

export const ledgerSlotNames = Object.keys(ledgerSlots) as LedgerSlotName[];
