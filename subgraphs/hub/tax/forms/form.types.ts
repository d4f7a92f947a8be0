import { Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { TaxAddress } from "../businesses/business.types.ts";

@ObjectType({ description: "Who is paid. The number is never shown whole." })
export class TaxRecipient {
  @Field(() => ID)
  recipientId: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  tinType: string;
  @Field(() => String)
  tinMasked: string;
  @Field(() => String, { nullable: true })
  email: string | null;
  @Field(() => TaxAddress)
  address: TaxAddress;
}

@ObjectType({ description: "Boxes 5 to 7 of one state." })
export class TaxStateShare {
  @Field(() => String)
  state: string;
  @Field(() => String, { nullable: true })
  payerStateNo: string | null;
  @Field(() => MoneyScalar)
  stateIncome: number;
  @Field(() => MoneyScalar)
  stateTaxWithheld: number;
}

@ObjectType({ description: "How a form is delivered." })
export class TaxDelivery {
  @Field(() => Boolean)
  federal: boolean;
  @Field(() => Boolean)
  state: boolean;
  @Field(() => Boolean)
  postal: boolean;
  @Field(() => Boolean)
  online: boolean;
}

@ObjectType({ description: "What a filer should know, or why a form was rejected." })
export class TaxFormNotice {
  @Field(() => String)
  code: string;
  @Field(() => String, { nullable: true })
  field: string | null;
  @Field(() => String)
  message: string;
}

@ObjectType({ description: "A Form 1099-NEC. Amounts are dollars." })
export class TaxForm {
  @Field(() => ID)
  formId: string;
  @Field(() => String)
  formType: string;
  @Field(() => String, { description: "`original`, `correction` or `void`." })
  kind: string;
  @Field(() => ID, { nullable: true, description: "The form that this one corrects or voids." })
  originalFormId: string | null;
  @Field(() => ID, { nullable: true })
  submissionId: string | null;
  @Field(() => ID, { nullable: true })
  recordId: string | null;
  @Field(() => String, {
    description: "`draft`, `submitted`, `transmitted`, `accepted`, `rejected`, `corrected` or `voided`.",
  })
  status: string;
  @Field(() => Int)
  taxYear: number;
  @Field(() => ID)
  businessId: string;
  @Field(() => TaxRecipient)
  recipient: TaxRecipient;
  @Field(() => MoneyScalar)
  nonEmployeeCompensation: number;
  @Field(() => MoneyScalar, { nullable: true })
  cashTips: number | null;
  @Field(() => String, { nullable: true })
  tippedOccupationCode: string | null;
  @Field(() => MoneyScalar, { nullable: true })
  overtimeCompensation: number | null;
  @Field(() => Boolean)
  directSales: boolean;
  @Field(() => MoneyScalar, { nullable: true })
  excessGoldenParachutePayments: number | null;
  @Field(() => MoneyScalar)
  federalTaxWithheld: number;
  @Field(() => [TaxStateShare])
  states: TaxStateShare[];
  @Field(() => String, { nullable: true })
  accountNumber: string | null;
  @Field(() => Boolean)
  secondTinNotice: boolean;
  @Field(() => TaxDelivery)
  delivery: TaxDelivery;
  @Field(() => ID, { nullable: true })
  referenceId: string | null;
  @Field(() => String, { description: "`IRIS`, or `ANY` where the provider chooses." })
  channel: string;
  @Field(() => DateScalar)
  dueDate: string;
  @Field(() => [TaxFormNotice])
  warnings: TaxFormNotice[];
  @Field(() => [TaxFormNotice])
  errors: TaxFormNotice[];
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
  @Field(() => Date, { nullable: true })
  submittedAt: Date | null;
  @Field(() => Date, { nullable: true, description: "When it was accepted or rejected." })
  decidedAt: Date | null;
}

@ObjectType({ description: "Forms of the caller's account, newest first." })
export class TaxFormPage {
  @Field(() => [TaxForm])
  forms: TaxForm[];
  @Field(() => Int)
  total: number;
}

@ObjectType({ description: "Copy B of a form, for its recipient, as a PDF." })
export class TaxFormPdf {
  @Field(() => ID)
  formId: string;
  @Field(() => String)
  filename: string;
  @Field(() => String, { description: "`application/pdf`." })
  contentType: string;
  @Field(() => String, { description: "`base64`." })
  encoding: string;
  @Field(() => String)
  content: string;
  @Field(() => Int, { description: "Bytes of the PDF." })
  size: number;
  @Field(() => String, { description: "Of the PDF, in hex." })
  sha256: string;
}
