import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { HasFormat } from "../../../../src/graphql/validators.ts";

export const RoundingMode = { half_up: "half_up", half_even: "half_even" } as const;
export type RoundingMode = keyof typeof RoundingMode;
registerEnumType(RoundingMode, {
  name: "RoundingMode",
  description: "`half_up` rounds half away from zero, `half_even` to the even neighbour.",
});

export const TaxRoundingLevel = { invoice: "invoice", line: "line" } as const;
export type TaxRoundingLevel = keyof typeof TaxRoundingLevel;
registerEnumType(TaxRoundingLevel, {
  name: "TaxRoundingLevel",
  description: "Whether tax is rounded once a rate, on the sum of the lines, or for each line.",
});

@ObjectType({ description: "How the account invoices." })
export class InvoicingSettings {
  @Field(() => String, {
    description: "IANA name of the timezone in which the account's days begin and end.",
  })
  timezone: string;
  @Field(() => String, { description: "What numbers of invoices begin with that are given at issue." })
  numberPrefix: string;
  @Field(() => Int, { description: "The number that the next invoice of this series gets." })
  nextNumber: number;
  @Field(() => Int, {
    nullable: true,
    description: "Days from issue to the due date of an invoice that names none; null when it has none.",
  })
  defaultTermsDays: number | null;
  @Field(() => RoundingMode)
  roundingMode: RoundingMode;
  @Field(() => TaxRoundingLevel)
  taxRoundingLevel: TaxRoundingLevel;
  @Field(() => String, { nullable: true, description: "At the end of documents." })
  footer: string | null;
  @Field(() => ID, { nullable: true, description: "The tax rate of new lines that name none." })
  defaultTaxRateId: string | null;
}

@InputType({ description: "What to change; what is left out stays." })
export class UpdateInvoiceSettingsInput {
  @Field(() => String, { nullable: true, description: "IANA name, such as Europe/Berlin." })
  @IsOptional()
  @MaxLength(64)
  @HasFormat("time-zone")
  timezone?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Capitals and digits, ending in a dash, such as INV-.",
  })
  @IsOptional()
  @MaxLength(16)
  @Matches(/^(?!QUO|CN-)[A-Z0-9]+(-[A-Z0-9]+)*-$/, {
    message: "must be capitals and digits, end in a dash and not be that of another kind of document",
  })
  numberPrefix?: string | null;
  @Field(() => Int, { nullable: true, description: "May only grow: a number is never given twice." })
  @IsOptional()
  @Min(1)
  @Max(2_000_000_000)
  nextNumber?: number | null;
  @Field(() => Int, { nullable: true, description: "Null takes the terms away." })
  @IsOptional()
  @Min(0)
  @Max(365)
  defaultTermsDays?: number | null;
  @Field(() => RoundingMode, { nullable: true })
  roundingMode?: RoundingMode | null;
  @Field(() => TaxRoundingLevel, { nullable: true })
  taxRoundingLevel?: TaxRoundingLevel | null;
  @Field(() => String, { nullable: true, description: "Null takes the footer away." })
  @IsOptional()
  @MaxLength(1000)
  footer?: string | null;
}
