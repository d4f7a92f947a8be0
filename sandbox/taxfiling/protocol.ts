import { z } from "zod";

/** The stand-in's input. Amounts are decimal texts of dollars. */

const text = (max: number) => z.string().min(1).max(max);
const optional = (max: number) => z.string().max(max).nullish();
const amount = z.string().regex(/^\d{1,8}\.\d\d$/);
const optionalAmount = amount.nullish();

const address = z.object({
  line1: text(100),
  line2: optional(100),
  city: text(60),
  state: optional(2),
  province: optional(60),
  postalCode: text(16),
  country: z.string().length(2),
});

export const businessSchema = z.object({
  name: text(75),
  dba: optional(75),
  ein: z.string().regex(/^\d{9}$/),
  address,
  contact: z.object({ name: text(75), phone: text(40), email: text(254) }),
});

const recordSchema = z.object({
  reference: text(100),
  kind: z.enum(["original", "correction", "void"]),
  originalRecordId: z.string().nullable(),
  recipient: z.object({
    tinType: z.enum(["SSN", "EIN", "ITIN", "ATIN"]),
    tin: z.string().regex(/^\d{9}$/),
    firstName: optional(60),
    lastName: optional(60),
    businessName: optional(75),
    address,
  }),
  nonEmployeeCompensation: amount,
  cashTips: optionalAmount,
  overtimeCompensation: optionalAmount,
  excessGoldenParachutePayments: optionalAmount,
  federalTaxWithheld: optionalAmount,
  states: z
    .array(z.object({ state: z.string().length(2), stateIncome: amount, stateTaxWithheld: amount }))
    .max(2),
  delivery: z.object({ federal: z.boolean(), state: z.boolean(), postal: z.boolean(), online: z.boolean() }),
});
export type AskedRecord = z.output<typeof recordSchema>;

/** Most records of one submission. */
const maxRecords = 250;

export const submissionSchema = z.object({
  business: text(100),
  formType: z.literal("1099-NEC"),
  taxYear: z.int().min(2020).max(2100),
  channel: z.enum(["IRIS", "ANY"]),
  records: z.array(recordSchema).min(1).max(maxRecords),
});
export type AskedSubmission = z.output<typeof submissionSchema>;

export type RecordStatus = "submitted" | "transmitted" | "accepted" | "rejected";

/** A record in its stored and returned form. Of the taxpayer number only its effect is stored. */
export interface StoredRecord {
  recordId: string;
  submissionId: string;
  reference: string;
  business: string;
  kind: AskedRecord["kind"];
  originalRecordId: string | null;
  tinLast4: string;
  status: RecordStatus;
  errors: { code: string; field: string | null }[];
  /** The error of an automatic rejection. */
  fate: string | null;
  createdAt: string;
}

/** Numbers that were never issued, and the stand-in's error for each. */
export const magicTins: Readonly<Record<string, string>> = {
  // Printed in wallets in 1938, and retired by the Social Security Administration.
  "078051120": "TIN_NAME_MISMATCH",
  // From a pamphlet of the Social Security Board of 1940.
  "219099999": "TIN_NOT_ISSUED",
};
