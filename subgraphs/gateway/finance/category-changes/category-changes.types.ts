import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { notBlank } from "../accounts/account.types.ts";
import type { CategoryKind } from "../finance-tables.ts";
import { FinanceCategoryGroup, FinanceCategoryKind } from "../transactions/category.types.ts";

@InputType({ description: "Changes to a category. Omitted fields keep their value." })
export class UpdateCategoryInput {
  @Field(() => ID, { description: "ID of the category to update." })
  @MaxLength(64)
  categoryId: string;
  @Field(() => String, {
    nullable: true,
    description: "New name, up to 100 characters; must be unique.",
  })
  @IsOptional()
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the new group. Null removes it from its group." })
  @IsOptional()
  @MaxLength(64)
  groupId?: string | null;
  @Field(() => FinanceCategoryKind, {
    nullable: true,
    description: "New kind. Categories of a budget stay expenses.",
  })
  kind?: CategoryKind | null;
  @Field(() => String, {
    nullable: true,
    description: "New line of a tax return, up to 100 characters. Null removes it.",
  })
  @IsOptional()
  @MaxLength(100)
  taxLine?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Version number that was read. Returns a conflict when the category has changed since.",
  })
  version?: number | null;
}

@InputType({ description: "Category to archive." })
export class ArchiveCategoryInput {
  @Field(() => ID, { description: "ID of the category to archive." })
  @MaxLength(64)
  categoryId: string;
  @Field(() => ID, {
    nullable: true,
    description:
      "ID of the category of the same kind that takes over transactions, budgets and rules. Default: they stay.",
  })
  @IsOptional()
  @MaxLength(64)
  moveTo?: string | null;
}

@InputType({ description: "Categories to merge." })
export class MergeCategoriesInput {
  @Field(() => ID, { description: "ID of the category that is merged into the other and archived." })
  @MaxLength(64)
  sourceId: string;
  @Field(() => ID, { description: "ID of the active category of the same kind that remains." })
  @MaxLength(64)
  targetId: string;
}

@InputType({ description: "Changes to a group of categories. Omitted fields keep their value." })
export class UpdateCategoryGroupInput {
  @Field(() => ID, { description: "ID of the group to update." })
  @MaxLength(64)
  groupId: string;
  @Field(() => String, { nullable: true, description: "New name, up to 100 characters; must be unique." })
  @IsOptional()
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "New position in lists, 0 to 1,000,000; lowest first.",
  })
  @IsOptional()
  @Min(0)
  @Max(1_000_000)
  order?: number | null;
}

@ObjectType({ description: "Groups of categories in their order." })
export class FinanceCategoryGroupList {
  @Field(() => [FinanceCategoryGroup], { description: "Groups with their active categories." })
  groups: FinanceCategoryGroup[];
}
