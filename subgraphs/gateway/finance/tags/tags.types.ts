import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsOptional, Matches, MaxLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { notBlank } from "../accounts/account.types.ts";

@ObjectType({
  description: "Income and spending with a tag in one currency. Transfers and trades do not count.",
})
export class TagTotal {
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Sum of money in." })
  inflow: number;
  @Field(() => MoneyScalar, { description: "Sum of money out, as a positive amount." })
  outflow: number;
}

@ObjectType({ description: "Tag of transactions, such as a trip or a project." })
export class FinanceTag {
  @Field(() => ID, { description: "Unique ID of the tag." })
  id: string;
  @Field(() => String, { description: "Name of the tag, as transactions show it." })
  name: string;
  @Field(() => String, { nullable: true, description: "Color as #rrggbb. Null when not set." })
  color: string | null;
  @Field(() => Int, { description: "Number of transactions with the tag." })
  transactionCount: number;
  @Field(() => [TagTotal], { description: "Totals of all time, one entry per currency." })
  totals: TagTotal[];
}

@ObjectType({ description: "Tags of transactions, by name." })
export class FinanceTagList {
  @Field(() => [FinanceTag], { description: "Tags by name, at most 1,000." })
  tags: FinanceTag[];
}

@InputType({ description: "Tag to create." })
export class CreateTagInput {
  @Field(() => String, { description: "Name of the tag, up to 50 characters; must be unique." })
  @Matches(/\S/, notBlank)
  @MaxLength(50)
  name: string;
  @Field(() => String, { nullable: true, description: "Color as #rrggbb. Default: none." })
  @IsOptional()
  @MaxLength(7)
  @Matches(/^#[0-9a-fA-F]{6}$/, { message: "must be a color such as #0b5394" })
  color?: string | null;
}

@InputType({ description: "Tags to add to transactions and to remove from them. At least one is required." })
export class TagTransactionsInput {
  @Field(() => [ID], { description: "IDs of the transactions, 1 to 500." })
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @ArrayUnique()
  @MaxLength(64, { each: true })
  transactionIds: string[];
  @Field(() => [String], {
    nullable: true,
    description: "Tags to add, at most 20 of up to 50 characters. Unknown tags are created.",
  })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(50, { each: true })
  add?: string[] | null;
  @Field(() => [String], {
    nullable: true,
    description: "Tags to remove, at most 20 of up to 50 characters.",
  })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(50, { each: true })
  remove?: string[] | null;
}

@InputType({ description: "Tag to delete." })
export class DeleteTagInput {
  @Field(() => ID, { description: "ID of the tag to delete." })
  @MaxLength(64)
  tagId: string;
}

@ObjectType({ description: "Result of deleting a tag." })
export class DeletedTag {
  @Field(() => Boolean, { description: "Always true: the tag was deleted." })
  deleted: true;
  @Field(() => Int, { description: "Number of transactions that had the tag." })
  untagged: number;
}
