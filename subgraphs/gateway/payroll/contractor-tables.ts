import type { Changing, Kept } from "./kept-row.ts";

export interface Form1099Row extends Kept {
  contractorId: string;
  year: number;
  revision: number;
  box1Cents: number;
  box4Cents: number;
}

export interface ContractorRow extends Changing {
  name: string;
  email: string;
  kind: "individual" | "business";
  rateCents: number | null;
  backupWithholding: boolean;
  tinSecretId: string | null;
  tinLast4: string | null;
  bankSecretId: string | null;
  bankLast4: string | null;
  status: "active" | "archived";
}

export interface ContractorPaymentRow extends Kept {
  contractorId: string;
  amountCents: number;
  reimbursementCents: number;
  withheldCents: number;
  netCents: number;
  description: string;
  payDate: string;
  status: "scheduled" | "processing" | "awaiting_payment" | "paid" | "failed" | "cancelled";
  cancelReason: string | null;
  /** When the ACH file that pays it was first written. It is in no other file. */
  achFileAt: string | null;
  paidAt: string | null;
  /** Who marked the payment as paid. */
  paidBy: string | null;
  updatedAt: string;
}
