import { graphObject, nullable, number, ownObject, text, type EventFamily } from "./event-family.ts";

export const payrollRunEvents: EventFamily = {
  name: "payroll_run",
  object: graphObject("PayrollRun"),
  example: {
    id: "run_01m853j85mqsazhj33f9m7ax3a",
    type: "regular",
    scheduleId: "psc_01m853a8z2m3cdpbg41echqwyn",
    periodStart: "2026-11-09",
    periodEnd: "2026-11-22",
    payDate: "2026-11-27",
    status: "pending",
    employeeCount: 2,
    gross: 4000,
    employeeTaxes: 612.3,
    employerTaxes: 306,
    deductions: 160,
    net: 3227.7,
    cashRequired: 4306,
    taxTableVersion: "us-2026.2",
    calcHash: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
    approvedBy: "usr_01m853a96pw0fpw3sfdjfh09za",
    cancelReason: null,
    achFileAt: null,
    paidAt: null,
    paidBy: null,
    version: 2,
    createdAt: "2026-11-23T09:30:00.000Z",
    updatedAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    approved: { description: "A payroll run was approved. Its numbers are final." },
    processing: {
      description: "Payment of a payroll run begins, or failed transfers are sent again.",
      example: { status: "processing" },
    },
    awaiting_payment: {
      description: "A payroll run is to be paid at your bank, and then marked as paid.",
      example: { status: "awaiting_payment", version: 3 },
    },
    paid: {
      description:
        "A payroll run was paid: transfers arrived at all employees, or a person marked it as paid.",
      example: { status: "paid", paidAt: "2026-11-27T15:00:00.000Z", paidBy: "provider", version: 4 },
    },
    partially_paid: {
      description: "Some payments of a payroll run did not arrive, or came back later.",
      example: { status: "partially_paid", version: 4 },
    },
    failed: {
      description: "No payment of a payroll run arrived.",
      example: { status: "failed", version: 4 },
    },
    cancelled: {
      description: "A payroll run was cancelled. Its payslips are reversed.",
      example: { status: "cancelled", cancelReason: "Wrong period", version: 3 },
    },
    reopened: {
      description: "An approved payroll run is a draft again. Its payslips are reversed.",
      example: { status: "draft", calcHash: null, approvedBy: null, version: 3 },
    },
  },
};

export const payslipEvents: EventFamily = {
  name: "payslip",
  object: ownObject("PayslipNotice", "A payslip that was made. Its amounts are read with `payslip`.", {
    payslipId: text("ID of the payslip."),
    runId: text("ID of the payroll run."),
    employeeId: text("ID of the employee."),
    payDate: text("Day on which the employee is paid."),
    reversalOf: nullable(text("ID of the payslip that it takes back. Null for any other payslip.")),
  }),
  example: {
    payslipId: "pay_01m853j85mqsazhj33f9m7ax3a",
    runId: "run_01m853j85mqsazhj33f9m7ax3a",
    employeeId: "emp_01m853a8z2m3cdpbg41echqwyn",
    payDate: "2026-11-27",
    reversalOf: null,
  },
  events: {
    issued: { description: "A payslip was made, by approving or running a payroll." },
    reversed: {
      description: "A payslip was taken back by another one with its amounts negated.",
      example: {
        payslipId: "pay_01m853c1v5mq8zhj33f9m7ax3a",
        reversalOf: "pay_01m853j85mqsazhj33f9m7ax3a",
      },
    },
  },
};

export const truckTaxFilingEvents: EventFamily = {
  name: "truck_tax_filing",
  object: ownObject("TruckTaxFilingNotice", "A Form 2290 return whose filing moved on.", {
    filingId: text("ID of the return."),
    filerId: text("ID of the filer."),
    period: number("Year in which the tax period begins."),
    kind: text("Kind of return: `original`, or an amendment."),
    status: text("Status of the return."),
    submissionId: nullable(text("Submission ID of the e-file service.")),
    errors: {
      type: "array",
      items: { type: "string" },
      description: "Codes of the e-file service, for a rejected return.",
    },
  }),
  example: {
    filingId: "flg_01m853j85mqsazhj33f9m7ax3a",
    filerId: "flr_01m853a8z2m3cdpbg41echqwyn",
    period: 2026,
    kind: "original",
    status: "submitted",
    submissionId: null,
    errors: [],
  },
  events: {
    submitted: { description: "A return was submitted to the e-file service." },
    accepted: {
      description: "A return was accepted. Its stamped Schedule 1 is available.",
      example: { status: "accepted", submissionId: "sub_2b7f41" },
    },
    rejected: {
      description: "A return was rejected. It can be corrected and submitted again.",
      example: { status: "rejected", submissionId: "sub_2b7f41", errors: ["F2290-004-01"] },
    },
  },
};
