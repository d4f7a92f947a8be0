import { IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { enumOf, notBlank } from "../accounts/account.types.ts";
import type { CategoryKind } from "../finance-tables.ts";

export const FinanceCategoryKind = enumOf(["income", "expense"]);
registerEnumType(FinanceCategoryKind, {
  name: "FinanceCategoryKind",
  description: "Kinds of transaction categories.",
  valuesConfig: { income: { description: "Money received." }, expense: { description: "Money spent." } },
});

const FinanceCategoryStatus = enumOf(["active", "archived"]);
registerEnumType(FinanceCategoryStatus, {
  name: "FinanceCategoryStatus",
  description: "Statuses of a category.",
  valuesConfig: {
    active: { description: "Active; can be assigned to transactions." },
    archived: { description: "Archived; kept for past transactions only." },
  },
});

@InputType({ description: "Details of an income or spending category to create." })
export class CreateCategoryInput {
  @Field(() => String, { description: "Category name, up to 100 characters; must be unique." })
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the group the category belongs to. Default: no group.",
  })
  @IsOptional()
  @MaxLength(64)
  groupId?: string | null;
  @Field(() => FinanceCategoryKind, { description: "Whether the category is for income or spending." })
  kind: CategoryKind;
  @Field(() => String, {
    nullable: true,
    description: "Line of a tax return this category counts toward, up to 100 characters.",
  })
  @IsOptional()
  @MaxLength(100)
  taxLine?: string | null;
}

@InputType({ description: "Details of a category group to create." })
export class CreateCategoryGroupInput {
  @Field(() => String, { description: "Group name, up to 100 characters; must be unique." })
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name: string;
  @Field(() => Int, {
    nullable: true,
    description: "Position of the group in lists, lowest first. Default: 0.",
  })
  order?: number | null;
}

@ArgsType()
export class FinanceCategoriesArgs {
  @Field(() => FinanceCategoryKind, {
    nullable: true,
    description: "Filter by income or expense categories.",
  })
  kind?: CategoryKind | null;
  @Field(() => FinanceCategoryStatus, {
    nullable: true,
    description: "Filter by category status. Default: active.",
  })
  status?: "active" | "archived" | null;
}

@ObjectType({ description: "Category of income or spending." })
export class FinanceCategory {
  @Field(() => ID, { description: "Unique ID of the category." })
  id: string;
  @Field(() => ID, { nullable: true, description: "ID of the category's group. Null when it has none." })
  groupId: string | null;
  @Field(() => String, { description: "Category name shown in reports and budgets." })
  name: string;
  @Field(() => FinanceCategoryKind, { description: "Whether the category is for income or spending." })
  kind: CategoryKind;
  @Field(() => String, {
    nullable: true,
    description: "Line of a tax return this category counts toward. Null when not set.",
  })
  taxLine: string | null;
  @Field(() => FinanceCategoryStatus, { description: "Whether the category is active or archived." })
  status: "active" | "archived";
  @Field(() => Int, { description: "Version number of the category; increases with each change." })
  version: number;
}

@ObjectType({ description: "Group of categories." })
export class FinanceCategoryGroup {
  @Field(() => ID, {
    nullable: true,
    description: "Unique ID of the group. Null for the group of ungrouped categories.",
  })
  id: string | null;
  @Field(() => String, { description: 'Group name; "Other" for ungrouped categories.' })
  name: string;
  @Field(() => Int, {
    nullable: true,
    description: "Position in lists, lowest first. Null for the group of ungrouped categories.",
  })
  order: number | null;
  @Field(() => [FinanceCategory], { description: "Categories in the group, by name." })
  categories: FinanceCategory[];
}

@ObjectType({ description: "Categories arranged by group." })
export class FinanceCategoryTree {
  @Field(() => [FinanceCategoryGroup], {
    description: "Groups in their order; ungrouped categories come last.",
  })
  groups: FinanceCategoryGroup[];
}
