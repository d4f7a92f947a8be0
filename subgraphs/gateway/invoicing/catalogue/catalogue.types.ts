import { IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { CatalogueStatus } from "./tax-rates.types.ts";

@InputType({ description: "The catalogue item to act on." })
export class ItemIdInput {
  @Field(() => ID, { description: "ID of the item." })
  @MaxLength(64)
  itemId: string;
}

@ObjectType({ description: "A product or service of the account, used to fill invoice lines." })
export class CatalogueItem {
  @Field(() => ID, { description: "Unique ID of the catalogue item." })
  id: string;
  @Field(() => String, { description: "Name of the product or service." })
  name: string;
  @Field(() => String, {
    nullable: true,
    description: "Text for invoice lines. Null means that lines show the name.",
  })
  description: string | null;
  @Field(() => MoneyScalar, { description: "Price per unit before tax, in the item's currency." })
  unitPrice: number;
  @Field(() => String, { description: "Currency of the price: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => String, {
    nullable: true,
    description: "Unit of measure, such as hour or piece. Null when none was given.",
  })
  unit: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Stock keeping unit (SKU), unique among active items. Null when none was given.",
  })
  sku: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the tax rate for lines of this item. Null means the account's default rate.",
  })
  taxRateId: string | null;
  @Field(() => CatalogueStatus, { description: "Current status of the item: `active` or `archived`." })
  status: CatalogueStatus;
  @Field(() => Int, {
    description: "Version number, increased by every change. Send it with an update to detect conflicts.",
  })
  version: number;
  @Field(() => Date, { description: "Time at which the item was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the item's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "Use of a catalogue item in invoices, drafts included." })
export class CatalogueItemUsage {
  @Field(() => Int, { description: "Number of invoices with a line copied from the item." })
  invoices: number;
  @Field(() => Int, { description: "Number of invoice lines copied from the item." })
  lines: number;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which the newest of these invoices was created. Null for an unused item.",
  })
  lastUsedAt: Date | null;
}

@ObjectType({ description: "A page of catalogue items, newest first." })
export class CatalogueItemPage extends countedPageOf(CatalogueItem, "items") {}

/** Optional item details. */
@InputType()
abstract class ItemDetailsInput {
  @Field(() => String, {
    nullable: true,
    description: "Text for invoice lines, up to 500 characters. Default: the name.",
  })
  @IsOptional()
  @MaxLength(500)
  description?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Unit of measure, such as hour or piece, up to 30 characters.",
  })
  @IsOptional()
  @MaxLength(30)
  unit?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Stock keeping unit (SKU), unique among active items, up to 64 characters.",
  })
  @IsOptional()
  @MaxLength(64)
  sku?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the tax rate for lines of this item. Default: the account's default rate.",
  })
  @IsOptional()
  @MaxLength(64)
  taxRateId?: string | null;
}

@InputType({ description: "A product or service to add to the catalogue." })
export class CreateItemInput extends ItemDetailsInput {
  @Field(() => String, { description: "Name of the product or service, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => MoneyScalar, { description: "Price per unit before tax, in the item's currency." })
  unitPrice: number;
  @Field(() => String, {
    nullable: true,
    description: "Currency of the price: USD, CAD, EUR or GBP. Default USD.",
  })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
}

@InputType({
  description:
    "Item fields to change; omitted fields keep their value. Existing document lines keep their price.",
})
export class UpdateItemInput extends ItemDetailsInput {
  @Field(() => ID, { description: "ID of the catalogue item to change." })
  @MaxLength(64)
  itemId: string;
  @Field(() => String, {
    nullable: true,
    description: "New name of the product or service, up to 200 characters.",
  })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "New price per unit before tax, for new documents.",
  })
  unitPrice?: number | null;
  @Field(() => CatalogueStatus, {
    nullable: true,
    description: "New status: `archived` removes the item from new documents, `active` restores it.",
  })
  status?: CatalogueStatus | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Version that the change is based on. A newer version on the server returns VERSION_CONFLICT.",
  })
  version?: number | null;
}

@ArgsType()
export class CatalogueItemArgs {
  @Field(() => ID, { description: "ID or SKU of the catalogue item." })
  @MaxLength(64)
  itemId: string;
}

@ArgsType()
export class CatalogueItemsArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: "Search text: the beginning of a name or an SKU." })
  @IsOptional()
  @MaxLength(200)
  query?: string | null;
  @Field(() => CatalogueStatus, {
    nullable: true,
    description: "Returns only items in this status. Default: active items.",
  })
  status?: CatalogueStatus | null;
}
