import type { Changing } from "./kept-row.ts";

export interface RunRow extends Changing {
  type: "regular" | "off_cycle" | "bonus" | "final";
  scheduleId: string | null;
  periodStart: string;
  periodEnd: string;
  payDate: string;
  status:
    | "draft"
    | "pending"
    | "processing"
    | "awaiting_payment"
    | "paid"
    | "partially_paid"
    | "failed"
    | "cancelled";
  employeeIds: string[] | null;
  employeeCount: number;
  grossCents: number;
  employeeTaxesCents: number;
  employerTaxesCents: number;
  deductionsCents: number;
  netCents: number;
  cashRequiredCents: number;
  taxTableVersion: string;
  calcHash: string | null;
  approvedBy: string | null;
  cancelReason: string | null;
  /** Increases when the run is reopened. */
  revision: number;
  /** When the ACH file of the run was first created; null before. */
  achFileAt: string | null;
  paidAt: string | null;
  /** Who marked the run as paid, or `provider`. */
  paidBy: string | null;
}
