import { IsOptional, Matches, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { LateFeeInput, LateFeeSettings } from "../late-fees/late-fee.types.ts";
import { HasFormat } from "../../../../src/graphql/validators.ts";

export const RoundingMode = { half_up: "half_up", half_even: "half_even" } as const;
export type RoundingMode = keyof typeof RoundingMode;
registerEnumType(RoundingMode, {
  name: "RoundingMode",
  description: "Rule for rounding an amount that lies exactly halfway.",
  valuesConfig: {
    half_up: { description: "Rounds half away from zero: 0.125 becomes 0.13." },
    half_even: { description: "Rounds half to the even neighbour: 0.125 becomes 0.12." },
  },
});

export const TaxRoundingLevel = { invoice: "invoice", line: "line" } as const;
export type TaxRoundingLevel = keyof typeof TaxRoundingLevel;
registerEnumType(TaxRoundingLevel, {
  name: "TaxRoundingLevel",
  description: "Level at which tax amounts are rounded.",
  valuesConfig: {
    invoice: { description: "Rounds once per tax rate, on the sum of its lines." },
    line: { description: "Rounds the tax of each line, then adds up." },
  },
});

@ObjectType({ description: "Invoicing settings of the account: numbering, terms, rounding and defaults." })
export class InvoicingSettings {
  @Field(() => String, {
    description: "IANA time zone in which the account's days begin and end, such as Europe/Berlin.",
  })
  timezone: string;
  @Field(() => String, { description: "Prefix of invoice numbers assigned at issue, such as INV-." })
  numberPrefix: string;
  @Field(() => Int, { description: "Number that the next invoice with this prefix gets." })
  nextNumber: number;
  @Field(() => Int, {
    nullable: true,
    description:
      "Default payment terms in days from issue to due date. Null when invoices have no default due date.",
  })
  defaultTermsDays: number | null;
  @Field(() => RoundingMode, { description: "Rounding mode for amounts of new invoices." })
  roundingMode: RoundingMode;
  @Field(() => TaxRoundingLevel, { description: "Level at which taxes of new invoices are rounded." })
  taxRoundingLevel: TaxRoundingLevel;
  @Field(() => String, {
    nullable: true,
    description: "Footer text printed at the end of documents. Null without a footer.",
  })
  footer: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the tax rate for new lines that specify none. Null when there is no default.",
  })
  defaultTaxRateId: string | null;
  @Field(() => LateFeeSettings, {
    nullable: true,
    description: "Late fees that stages of reminder rules charge. Null when nothing is charged.",
  })
  lateFee: LateFeeSettings | null;
}

@InputType({
  description: "Settings to change; omitted fields keep their value. Existing documents keep their rounding.",
})
export class UpdateInvoiceSettingsInput {
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone for the account's days, such as Europe/Berlin.",
  })
  @IsOptional()
  @MaxLength(64)
  @HasFormat("time-zone")
  timezone?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Prefix of new invoice numbers: capitals and digits, ending in a dash, such as INV-. QUO and CN- are reserved.",
  })
  @IsOptional()
  @MaxLength(16)
  @Matches(/^(?!QUO|CN-)[A-Z0-9]+(-[A-Z0-9]+)*-$/, {
    message: "must be capitals and digits ending in a dash, such as INV-; QUO and CN- are reserved",
  })
  numberPrefix?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Next invoice number to assign. It can only increase, because numbers are never reused.",
  })
  @IsOptional()
  @Min(1)
  @Max(2_000_000_000)
  nextNumber?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Default payment terms in days from issue, 0 to 365; null removes them.",
  })
  @IsOptional()
  @Min(0)
  @Max(365)
  defaultTermsDays?: number | null;
  @Field(() => RoundingMode, { nullable: true, description: "Rounding mode for amounts of new invoices." })
  roundingMode?: RoundingMode | null;
  @Field(() => TaxRoundingLevel, {
    nullable: true,
    description: "Level at which taxes of new invoices are rounded.",
  })
  taxRoundingLevel?: TaxRoundingLevel | null;
  @Field(() => String, {
    nullable: true,
    description: "Footer text for documents, up to 1,000 characters; null removes it.",
  })
  @IsOptional()
  @MaxLength(1000)
  footer?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of an uploaded PNG or JPEG for the logo. At most 256 KiB; null removes the logo.",
  })
  @IsOptional()
  @MaxLength(64)
  logoFileId?: string | null;
  @Field(() => LateFeeInput, {
    nullable: true,
    description: "Late fees at stages of reminder rules with `chargesLateFee`; null removes them.",
  })
  @IsOptional()
  @ValidateNested()
  lateFee?: LateFeeInput | null;
}
