import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import type { TaxCategoryName } from "../taxes/line-taxes.ts";

export const CatalogueStatus = { active: "active", archived: "archived" } as const;
export type CatalogueStatus = keyof typeof CatalogueStatus;
registerEnumType(CatalogueStatus, {
  name: "CatalogueStatus",
  description: "Status of a catalogue item or tax rate. Existing documents keep archived entries.",
  valuesConfig: {
    active: { description: "Available for new documents." },
    archived: { description: "Not available for new documents." },
  },
});

export const TaxCategory = {
  standard: "standard",
  zero: "zero",
  exempt: "exempt",
  reverse_charge: "reverse_charge",
  intra_community: "intra_community",
  export: "export",
  outside_scope: "outside_scope",
} as const satisfies Record<TaxCategoryName, TaxCategoryName>;
export type TaxCategory = keyof typeof TaxCategory;
registerEnumType(TaxCategory, {
  name: "TaxCategory",
  description: "Treatment of a sale by the tax. All but `standard` have a rate of 0.",
  valuesConfig: {
    standard: { description: "Taxed at a rate above 0." },
    zero: { description: "Taxed at a rate of 0." },
    exempt: { description: "Exempt from the tax." },
    reverse_charge: { description: "The client owes the tax in place of the seller." },
    intra_community: { description: "Supply of goods to a business in another EU member state." },
    export: { description: "Export out of the EU." },
    outside_scope: { description: "Not subject to the tax." },
  },
});

@ObjectType({
  description: "A tax rate of the account. Its percentage and treatment never change.",
})
export class TaxRate {
  @Field(() => ID, { description: "Unique ID of the tax rate." })
  id: string;
  @Field(() => String, { description: "Name of the tax rate, such as VAT or GST." })
  name: string;
  @Field(() => Float, { description: "Tax rate in percent: 9.975 means 9.975 %." })
  ratePercent: number;
  @Field(() => String, {
    nullable: true,
    description: "Region where the tax applies, as entered. Null when none was given.",
  })
  region: string | null;
  @Field(() => Boolean, {
    description: "Whether the tax is calculated on the net amount with its other taxes.",
  })
  compound: boolean;
  @Field(() => Boolean, { description: "Whether prices of lines with this rate include the tax." })
  inclusive: boolean;
  @Field(() => Boolean, {
    description: "Whether the client withholds the tax, so that it lowers the total.",
  })
  withheld: boolean;
  @Field(() => TaxCategory, { description: "Treatment of what is sold with this rate." })
  category: TaxCategory;
  @Field(() => String, {
    nullable: true,
    description: "Reason printed where nothing is taxed. Null for the usual text of the category.",
  })
  exemptionReason: string | null;
  @Field(() => Boolean, {
    description: "Whether this is the account's default rate. New lines without a rate use it.",
  })
  isDefault: boolean;
  @Field(() => CatalogueStatus, { description: "Current status of the tax rate." })
  status: CatalogueStatus;
  @Field(() => Date, { description: "Time at which the tax rate was created." })
  createdAt: Date;
}

@ObjectType({ description: "Tax rates of the account." })
export class TaxRateList {
  @Field(() => [TaxRate], { description: "Tax rates that match the filter." })
  taxRates: TaxRate[];
}

@InputType({ description: "A tax rate to create." })
export class CreateTaxRateInput {
  @Field(() => String, { description: "Name of the tax rate, such as VAT, up to 100 characters." })
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => Float, {
    description: "Tax rate in percent, 0 to 100, at most 4 decimals: 9.975 means 9.975 %.",
  })
  @Min(0)
  @Max(100)
  ratePercent: number;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to calculate the tax on the net amount with its other taxes. Default false.",
  })
  compound?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether prices of lines with this rate include the tax. Default false.",
  })
  inclusive?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the client withholds the tax and pays it to the tax office. Default false.",
  })
  withheld?: boolean | null;
  @Field(() => TaxCategory, {
    nullable: true,
    description: "Treatment of what is sold. Default: `standard`, or `zero` for a rate of 0.",
  })
  category?: TaxCategory | null;
  @Field(() => String, {
    nullable: true,
    description: "Reason to print where nothing is taxed, up to 300 characters.",
  })
  @IsOptional()
  @MaxLength(300)
  exemptionReason?: string | null;
  @Field(() => String, { nullable: true, description: "Region where the tax applies, up to 100 characters." })
  @IsOptional()
  @MaxLength(100)
  region?: string | null;
}

@InputType({ description: "The tax rate for new lines that specify none." })
export class SetDefaultTaxRateInput {
  @Field(() => ID, {
    nullable: true,
    description: "ID of an active tax rate. Null or omitted removes the default.",
  })
  @IsOptional()
  @MaxLength(64)
  taxRateId?: string | null;
}

@InputType({ description: "The tax rate to act on." })
export class TaxRateIdInput {
  @Field(() => ID, { description: "ID of the tax rate." })
  @MaxLength(64)
  taxRateId: string;
}

@InputType({ description: "A new name for a tax rate. For another percentage create a new rate." })
export class UpdateTaxRateInput extends TaxRateIdInput {
  @Field(() => String, { description: "New name of the tax rate, up to 100 characters." })
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
}

@ArgsType()
export class TaxRatesArgs {
  @Field(() => CatalogueStatus, {
    nullable: true,
    description: "Returns only tax rates in this status. Default: active tax rates.",
  })
  status?: CatalogueStatus | null;
}
