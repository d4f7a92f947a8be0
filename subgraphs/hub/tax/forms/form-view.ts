import { toMajor } from "../../../../src/money.ts";
import type { Form } from "./form.rows.ts";
import type { TaxForm } from "./form.types.ts";
import { channelOf } from "./form-years.ts";
import { nameOf } from "./recipient-profile.ts";
import { maskTin } from "./tin.ts";

/** A form as its owner sees it; of the number the last four digits. */
export function showForm(form: Form): TaxForm {
  const { id: formId, content, profile, tinType, tinLast4, ownerId: _, ...facts } = form;
  const dollars = (cents: number | null) => (cents === null ? null : toMajor(cents, 2));
  return {
    formId,
    formType: facts.formType,
    kind: facts.kind,
    originalFormId: facts.originalFormId,
    submissionId: facts.submissionId,
    recordId: facts.recordId,
    status: facts.status,
    taxYear: facts.taxYear,
    businessId: facts.businessId,
    recipient: {
      recipientId: facts.recipientId,
      name: nameOf(profile),
      tinType,
      tinMasked: maskTin(tinType, tinLast4),
      email: profile.email,
      address: profile.address,
    },
    nonEmployeeCompensation: toMajor(content.nonEmployeeCompensation, 2),
    cashTips: dollars(content.cashTips),
    tippedOccupationCode: content.tippedOccupationCode,
    overtimeCompensation: dollars(content.overtimeCompensation),
    directSales: content.directSales,
    excessGoldenParachutePayments: dollars(content.excessGoldenParachutePayments),
    federalTaxWithheld: toMajor(content.federalTaxWithheld, 2),
    states: content.states.map((share) => ({
      ...share,
      stateIncome: toMajor(share.stateIncome, 2),
      stateTaxWithheld: toMajor(share.stateTaxWithheld, 2),
    })),
    accountNumber: content.accountNumber,
    secondTinNotice: content.secondTinNotice,
    delivery: content.delivery,
    referenceId: facts.referenceId,
    channel: channelOf(facts.taxYear),
    dueDate: facts.dueDate,
    warnings: facts.warnings,
    errors: facts.errors,
    createdAt: facts.createdAt,
    updatedAt: facts.updatedAt,
    submittedAt: facts.submittedAt,
    decidedAt: facts.decidedAt,
  };
}
