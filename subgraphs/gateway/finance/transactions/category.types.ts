import { IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { enumOf, notBlank } from "../accounts/account.types.ts";
import type { CategoryKind } from "../finance-tables.ts";

export const FinanceCategoryKind = enumOf(["income", "expense"]);
registerEnumType(FinanceCategoryKind, {
  name: "FinanceCategoryKind",
  description: "Whether money comes in or goes out.",
});

const FinanceCategoryStatus = enumOf(["active", "archived"]);
registerEnumType(FinanceCategoryStatus, {
  name: "FinanceCategoryStatus",
  description: "Whether it is in use.",
});

@InputType({ description: "What money comes from or goes to." })
export class CreateCategoryInput {
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name: string;
  @Field(() => ID, { nullable: true, description: "Its group; none when left out." })
  @IsOptional()
  @MaxLength(64)
  groupId?: string | null;
  @Field(() => FinanceCategoryKind)
  kind: CategoryKind;
  @Field(() => String, { nullable: true, description: "The line of a tax return that it counts for." })
  @IsOptional()
  @MaxLength(100)
  taxLine?: string | null;
}

@InputType({ description: "A group of categories." })
export class CreateCategoryGroupInput {
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name: string;
  @Field(() => Int, { nullable: true, description: "Its place among the groups; 0 when left out." })
  order?: number | null;
}

@ArgsType()
export class FinanceCategoriesArgs {
  @Field(() => FinanceCategoryKind, { nullable: true })
  kind?: CategoryKind | null;
  @Field(() => FinanceCategoryStatus, { nullable: true })
  status?: "active" | "archived" | null;
}

@ObjectType({ description: "What money comes from or goes to." })
export class FinanceCategory {
  @Field(() => ID)
  id: string;
  @Field(() => ID, { nullable: true })
  groupId: string | null;
  @Field(() => String)
  name: string;
  @Field(() => FinanceCategoryKind)
  kind: CategoryKind;
  @Field(() => String, { nullable: true })
  taxLine: string | null;
  @Field(() => FinanceCategoryStatus)
  status: "active" | "archived";
  @Field(() => Int)
  version: number;
}

@ObjectType({ description: "A group of categories." })
export class FinanceCategoryGroup {
  @Field(() => ID, { nullable: true, description: "Null for categories that are in no group." })
  id: string | null;
  @Field(() => String)
  name: string;
  @Field(() => [FinanceCategory])
  categories: FinanceCategory[];
}

@ObjectType({ description: "Categories by their groups." })
export class FinanceCategoryTree {
  @Field(() => [FinanceCategoryGroup])
  groups: FinanceCategoryGroup[];
}
