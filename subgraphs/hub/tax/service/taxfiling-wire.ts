import { z } from "zod";
import { toMajor } from "../../../../src/money.ts";
import type { FormContent } from "../forms/form-content.ts";
import type { FiledRecord, FilingRecord, RegisteredBusiness, Submission } from "../tax.port.ts";

const id = z.string().min(1).max(255);
const code = z.string().regex(/^[A-Z0-9_]{1,64}$/);
const problem = z.object({
  code,
  field: z
    .string()
    .max(100)
    .nullish()
    .transform((field) => field ?? null),
});

export const credentialsReply = z.object({ valid: z.boolean() });
export const refusalReply = z.object({ errors: z.array(problem).min(1) });
export const recordReply = z.object({
  reference: id,
  submissionId: id,
  recordId: id,
  status: z.enum(["submitted", "transmitted", "accepted", "rejected"]),
  errors: z.array(problem).default([]),
}) satisfies z.ZodType<FiledRecord>;
export const recordsReply = z.object({ records: z.array(recordReply) });

/** Bodies as the provider reads them: amounts are decimal texts of dollars. */
export function businessBody({ reference: _, ...business }: RegisteredBusiness): object {
  return business;
}

export function submissionBody({ businessReference, taxYear, channel, records }: Submission): object {
  return {
    business: businessReference,
    formType: "1099-NEC",
    taxYear,
    channel,
    records: records.map(recordBody),
  };
}

function recordBody({ content, ...record }: FilingRecord): object {
  return { ...record, ...contentBody(content) };
}

function contentBody({ states, ...content }: FormContent): object {
  const boxes = {
    nonEmployeeCompensation: dollars(content.nonEmployeeCompensation),
    cashTips: dollars(content.cashTips),
    overtimeCompensation: dollars(content.overtimeCompensation),
    excessGoldenParachutePayments: dollars(content.excessGoldenParachutePayments),
    federalTaxWithheld: dollars(content.federalTaxWithheld),
  };
  const shares = states.map((share) => ({
    ...share,
    stateIncome: dollars(share.stateIncome),
    stateTaxWithheld: dollars(share.stateTaxWithheld),
  }));
  return { ...content, ...boxes, states: shares };
}

function dollars(cents: number | null): string | null {
  return cents === null ? null : toMajor(cents, 2).toFixed(2);
}
