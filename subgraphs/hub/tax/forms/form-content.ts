import type { FieldFault } from "../../../../src/errors.ts";

/** Content of a 1099-NEC besides payer and recipient. Amounts in cents. */
export interface FormContent {
  nonEmployeeCompensation: number;
  cashTips: number | null;
  tippedOccupationCode: string | null;
  overtimeCompensation: number | null;
  directSales: boolean;
  excessGoldenParachutePayments: number | null;
  federalTaxWithheld: number;
  states: StateShare[];
  accountNumber: string | null;
  secondTinNotice: boolean;
  delivery: Delivery;
}

/** Boxes 5 to 7 for one state. */
export interface StateShare {
  state: string;
  payerStateNo: string | null;
  stateIncome: number;
  stateTaxWithheld: number;
}

export interface Delivery {
  federal: boolean;
  state: boolean;
  postal: boolean;
  online: boolean;
}

/** The same as input: amounts in dollars, all optional. */
export interface AskedContent {
  nonEmployeeCompensation: number;
  cashTips?: number | null;
  tippedOccupationCode?: string | null;
  overtimeCompensation?: number | null;
  directSales?: boolean | null;
  excessGoldenParachutePayments?: number | null;
  federalTaxWithheld?: number | null;
  states?: readonly AskedState[] | null;
  accountNumber?: string | null;
  secondTinNotice?: boolean | null;
  delivery?: Partial<Record<keyof Delivery, boolean | null>> | null;
}

export interface AskedState {
  state: string;
  payerStateNo?: string | null;
  stateIncome?: number | null;
  stateTaxWithheld?: number | null;
}

/** Faults of input, by field; messages never contain the input. */
export class Faults {
  readonly list: FieldFault[] = [];

  add(path: string, message: string, rule: string): void {
    this.list.push({ path, message, rule });
  }
}
