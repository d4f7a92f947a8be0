import { Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { TaxAddress } from "../businesses/business.types.ts";

@ObjectType({ description: "Recipient of the payment. The tax number is always masked." })
export class TaxRecipient {
  @Field(() => ID, { description: "Unique ID of the recipient." })
  recipientId: string;
  @Field(() => String, { description: "Full name of the person or business." })
  name: string;
  @Field(() => String, { description: "Type of the tax number: `SSN`, `EIN`, `ITIN` or `ATIN`." })
  tinType: string;
  @Field(() => String, { description: "Tax number with only the last four digits visible." })
  tinMasked: string;
  @Field(() => String, { nullable: true, description: "E-mail address of the recipient; null when unknown." })
  email: string | null;
  @Field(() => TaxAddress, { description: "Postal address of the recipient." })
  address: TaxAddress;
}

@ObjectType({ description: "State income and withholding: boxes 5 to 7 for one state." })
export class TaxStateShare {
  @Field(() => String, { description: "State as two letters." })
  state: string;
  @Field(() => String, { nullable: true, description: "Payer's state tax number (box 6); null without one." })
  payerStateNo: string | null;
  @Field(() => MoneyScalar, { description: "State income in dollars (box 7)." })
  stateIncome: number;
  @Field(() => MoneyScalar, { description: "State tax withheld in dollars (box 5)." })
  stateTaxWithheld: number;
}

@ObjectType({ description: "Delivery of a tax form." })
export class TaxDelivery {
  @Field(() => Boolean, { description: "Whether the form is filed with the IRS." })
  federal: boolean;
  @Field(() => Boolean, { description: "Whether the form is filed with the states." })
  state: boolean;
  @Field(() => Boolean, { description: "Whether a paper copy is mailed to the recipient." })
  postal: boolean;
  @Field(() => Boolean, { description: "Whether a copy is delivered online to the recipient." })
  online: boolean;
}

@ObjectType({ description: "Warning about a form, or a reason for its rejection." })
export class TaxFormNotice {
  @Field(() => String, { description: "Code of the warning or error, for example `LATE_FILING`." })
  code: string;
  @Field(() => String, {
    nullable: true,
    description: "Field concerned; null when it concerns the whole form.",
  })
  field: string | null;
  @Field(() => String, { description: "Description of the problem." })
  message: string;
}

@ObjectType({ description: "Form 1099-NEC. Amounts are in dollars." })
export class TaxForm {
  @Field(() => ID, { description: "Unique ID of the form." })
  formId: string;
  @Field(() => String, { description: "Type of the form, always `1099-NEC`." })
  formType: string;
  @Field(() => String, { description: "Kind: `original`, `correction` or `void`." })
  kind: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the form that this one corrects or voids; null for an original.",
  })
  originalFormId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "The provider's ID of the submission; null before it is submitted.",
  })
  submissionId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "The provider's ID of the form; null before it is submitted.",
  })
  recordId: string | null;
  @Field(() => String, {
    description:
      "Status: `draft`, `submitted`, `transmitted`, `accepted`, `rejected`, `corrected` or `voided`.",
  })
  status: string;
  @Field(() => Int, { description: "Tax year of the payment." })
  taxYear: number;
  @Field(() => ID, { description: "ID of the business that paid." })
  businessId: string;
  @Field(() => TaxRecipient, { description: "Recipient of the payment." })
  recipient: TaxRecipient;
  @Field(() => MoneyScalar, { description: "Nonemployee compensation in dollars (box 1)." })
  nonEmployeeCompensation: number;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Cash tips in dollars (box 1b); null without tips.",
  })
  cashTips: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Code of the tipped occupation (box 1c); null without tips.",
  })
  tippedOccupationCode: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Overtime compensation in dollars (box 1d); null without overtime.",
  })
  overtimeCompensation: number | null;
  @Field(() => Boolean, {
    description: "Whether the payer made direct sales of 5,000 dollars or more (box 2).",
  })
  directSales: boolean;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Excess golden parachute payments in dollars (box 3); null without any.",
  })
  excessGoldenParachutePayments: number | null;
  @Field(() => MoneyScalar, { description: "Federal income tax withheld in dollars (box 4)." })
  federalTaxWithheld: number;
  @Field(() => [TaxStateShare], { description: "State income and withholding, for at most 2 states." })
  states: TaxStateShare[];
  @Field(() => String, {
    nullable: true,
    description: "Payer's account number for the recipient; null without one.",
  })
  accountNumber: string | null;
  @Field(() => Boolean, {
    description: "Whether the IRS notified the payer twice of an incorrect tax number.",
  })
  secondTinNotice: boolean;
  @Field(() => TaxDelivery, { description: "Delivery of the form." })
  delivery: TaxDelivery;
  @Field(() => ID, { nullable: true, description: "Your own ID for the form; null without one." })
  referenceId: string | null;
  @Field(() => String, { description: "IRS filing system: `IRIS`, or `ANY` when the provider chooses." })
  channel: string;
  @Field(() => DateScalar, { description: "Date when the form must be filed, as YYYY-MM-DD." })
  dueDate: string;
  @Field(() => [TaxFormNotice], { description: "Warnings that do not prevent filing." })
  warnings: TaxFormNotice[];
  @Field(() => [TaxFormNotice], { description: "Reasons for the last rejection; empty otherwise." })
  errors: TaxFormNotice[];
  @Field(() => Date, { description: "Time when the form was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the form." })
  updatedAt: Date;
  @Field(() => Date, {
    nullable: true,
    description: "Time when the form was submitted to the provider; null before that.",
  })
  submittedAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time when the form was accepted or rejected; null before that.",
  })
  decidedAt: Date | null;
}

@ObjectType({ description: "One page of tax forms, newest first." })
export class TaxFormPage {
  @Field(() => [TaxForm], { description: "Tax forms on this page, newest first." })
  forms: TaxForm[];
  @Field(() => Int, { description: "Number of matching forms on all pages." })
  total: number;
}

@ObjectType({ description: "Copy B of a tax form for its recipient, as a PDF." })
export class TaxFormPdf {
  @Field(() => ID, { description: "ID of the tax form." })
  formId: string;
  @Field(() => String, { description: "Suggested file name of the PDF." })
  filename: string;
  @Field(() => String, { description: "Media type, always `application/pdf`." })
  contentType: string;
  @Field(() => String, { description: "Encoding of `content`, always `base64`." })
  encoding: string;
  @Field(() => String, { description: "Bytes of the PDF in base64." })
  content: string;
  @Field(() => Int, { description: "Size of the PDF in bytes." })
  size: number;
  @Field(() => String, { description: "SHA-256 checksum of the PDF, in hexadecimal." })
  sha256: string;
}
