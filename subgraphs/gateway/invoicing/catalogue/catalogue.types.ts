import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

export const CatalogueStatus = { active: "active", archived: "archived" } as const;
export type CatalogueStatus = keyof typeof CatalogueStatus;
registerEnumType(CatalogueStatus, {
  name: "CatalogueStatus",
  description: "What is archived is not put on new documents; documents keep it.",
});

@ObjectType({ description: "A tax rate of the account. Its percentage never changes." })
export class TaxRate {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => Float, { description: "9.975 is 9.975 %." })
  ratePercent: number;
  @Field(() => String, { nullable: true })
  region: string | null;
  @Field(() => Boolean, { description: "True for the rate of new lines that name none." })
  isDefault: boolean;
  @Field(() => CatalogueStatus)
  status: CatalogueStatus;
  @Field(() => Date)
  createdAt: Date;
}

@ObjectType({ description: "The account's tax rates." })
export class TaxRateList {
  @Field(() => [TaxRate])
  taxRates: TaxRate[];
}

@InputType({ description: "A tax rate." })
export class CreateTaxRateInput {
  @Field(() => String)
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => Float, { description: "9.975 is 9.975 %; at most 4 decimals." })
  @Min(0)
  @Max(100)
  ratePercent: number;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(100)
  region?: string | null;
}

@InputType({ description: "The rate of new lines that name none; null for no such rate." })
export class SetDefaultTaxRateInput {
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  taxRateId?: string | null;
}

@ArgsType()
export class TaxRatesArgs {
  @Field(() => CatalogueStatus, { nullable: true, description: "Active ones when left out." })
  status?: CatalogueStatus | null;
}

@ObjectType({ description: "A product or a service of the account, to be put on invoices." })
export class CatalogueItem {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { nullable: true, description: "What its lines say; the name without it." })
  description: string | null;
  @Field(() => MoneyScalar)
  unitPrice: number;
  @Field(() => String)
  currency: string;
  @Field(() => String, { nullable: true, description: "Such as hour or piece." })
  unit: string | null;
  @Field(() => String, { nullable: true, description: "Unique among the account's active items." })
  sku: string | null;
  @Field(() => ID, { nullable: true })
  taxRateId: string | null;
  @Field(() => CatalogueStatus)
  status: CatalogueStatus;
  @Field(() => Int, { description: "Raised by every change." })
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of items, newest first." })
export class CatalogueItemPage extends countedPageOf(CatalogueItem, "items") {}

/** What may be said of an item besides its name and price. */
@InputType()
abstract class ItemDetailsInput {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(500)
  description?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(30)
  unit?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  sku?: string | null;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  taxRateId?: string | null;
}

@InputType({ description: "A product or a service." })
export class CreateItemInput extends ItemDetailsInput {
  @Field(() => String)
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => MoneyScalar)
  unitPrice: number;
  @Field(() => String, { nullable: true, description: "USD (the default), CAD, EUR or GBP." })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
}

@InputType({
  description: "What to change; what is left out stays. Lines of documents keep their copied price.",
})
export class UpdateItemInput extends ItemDetailsInput {
  @Field(() => ID)
  @MaxLength(64)
  itemId: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => MoneyScalar, { nullable: true })
  unitPrice?: number | null;
  @Field(() => CatalogueStatus, { nullable: true })
  status?: CatalogueStatus | null;
  @Field(() => Int, { nullable: true, description: "The version that the change is based on." })
  version?: number | null;
}

@ArgsType()
export class CatalogueItemArgs {
  @Field(() => ID)
  @MaxLength(64)
  itemId: string;
}

@ArgsType()
export class CatalogueItemsArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: "What the name or the SKU begins with." })
  @IsOptional()
  @MaxLength(200)
  query?: string | null;
  @Field(() => CatalogueStatus, { nullable: true, description: "Active ones when left out." })
  status?: CatalogueStatus | null;
}
