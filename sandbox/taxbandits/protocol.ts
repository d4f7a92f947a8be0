import { z } from "zod";

/** The stand-in's input, by the nodes of the vendor's SDKs for API 2.0.0. Amounts are numbers of dollars. */

const text = (max: number) => z.string().min(1).max(max);
const optional = (max: number) => z.string().max(max).nullish();
const amount = z.number().min(0).max(99_999_999.99);

const address = z.object({
  Address1: text(46),
  Address2: optional(46),
  City: text(60),
  ProvinceOrState: text(60),
  ZipCd: text(16),
  Country: z.string().length(2),
});
const tinDetails = z.object({
  Format: z.literal("PLAIN_TIN"),
  TINType: z.enum(["EIN", "SSN", "ITIN", "ATIN"]),
  TIN: z.string().regex(/^\d{9}$/),
});

export const businessesSchema = z.object({
  Businesses: z
    .array(
      z.object({
        SequenceId: text(20),
        BusinessId: optional(64),
        PayerRef: text(50),
        TINDetails: tinDetails,
        BusinessNm: text(75),
        Address: address,
        ContactDetails: z.object({ FirstNm: text(60), LastNm: text(60), Phone: text(40), Email: text(254) }),
      }),
    )
    .length(1),
});

const recordSchema = z.object({
  SequenceId: text(20),
  ReturnManifest: z.object({ IsFederal: z.boolean(), IsState: z.boolean(), IsPostal: z.boolean() }),
  Recipient: z
    .object({
      PayeeRef: text(50),
      TINDetails: tinDetails,
      BusinessNm: optional(75),
      IndividualNm: z.object({ FirstNm: text(60), LastNm: text(60) }).optional(),
      Address: address,
    })
    .refine(({ BusinessNm, IndividualNm }) => BusinessNm || IndividualNm, { path: ["BusinessNm"] }),
  NECFormData: z.object({
    NEC: amount,
    CashTips: amount,
    OvertimeComp: amount,
    EPP: amount,
    FedTaxWH: amount,
    States: z.array(z.object({ StateCd: z.string().length(2), StateWH: amount, StateIncome: amount })).max(2),
  }),
});
export type AskedRecord = z.output<typeof recordSchema>;

export const submissionSchema = z.object({
  SubmissionManifest: z.object({ TaxYear: z.string().regex(/^20\d\d$/), IsScheduleFiling: z.literal(false) }),
  ReturnHeader: z.object({ Business: z.object({ BusinessId: text(64) }) }),
  ReturnData: z.array(recordSchema).min(1).max(250),
});

export const transmitSchema = z.object({ SubmissionId: text(64), RecordIds: z.array(text(64)).min(1) });
export const listSchema = z.object({
  FormTypes: z.array(z.string()),
  Recipient: z.object({ PayeeRef: text(50) }),
  Page: z.int().min(1),
  PageSize: z.int().min(1).max(100),
});

export type RecordStatus = "CREATED" | "TRANSMITTED" | "SENT_TO_AGENCY" | "ACCEPTED" | "REJECTED";

export interface Fault {
  Id: string;
  Name: string;
  Message: string;
}

/** A record as it is kept; of the taxpayer number only the last digits. */
export interface StoredRecord {
  submissionId: string;
  recordId: string;
  recipientId: string;
  payeeRef: string;
  businessId: string;
  tinLast4: string;
  status: RecordStatus;
  errors: Fault[];
  /** The error of an automatic rejection. */
  fate: Fault | null;
  /** Times that the record was transmitted. */
  transmissions: number;
}

/** The stand-in's own codes: the vendor publishes none of its own. */
export const fault = (code: number, name: string, message: string): Fault => ({
  Id: `S00-${String(code).padStart(6, "0")}`,
  Name: name,
  Message: message,
});

/** Numbers that were never issued: printed in wallets in 1938, and in a pamphlet of 1940. */
export const unissuedTins: Readonly<Record<string, Fault>> = {
  "078051120": fault(1, "Recipient.TINDetails.TIN", "TIN and name do not match."),
  "219099999": fault(2, "Recipient.TINDetails.TIN", "The TIN was never issued."),
};
