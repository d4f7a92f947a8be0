import { Directive, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, DateTimeScalar, JSONObjectScalar } from "../../../src/graphql/scalars.ts";

@InputType({ description: "Position behind a fact. Internal to the platform." })
@Directive("@inaccessible")
export class LedgerFactPositionInput {
  @Field(() => DateScalar, { description: "Day of the fact." })
  date: string;
  @Field(() => String, { description: "Kind of the fact." })
  kind: string;
  @Field(() => ID, { description: "ID of the fact's record." })
  id: string;
}

@InputType({ description: "Facts of an app to read. Internal to the platform." })
@Directive("@inaccessible")
export class LedgerFactsInput {
  @Field(() => ID, { description: "ID of the app." })
  appId: string;
  @Field(() => DateScalar, { nullable: true, description: "First day; null for no bound." })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Last day; null for no bound." })
  to?: string | null;
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: "Only records added or changed since then; null for all.",
  })
  changedSince?: Date | null;
  @Field(() => LedgerFactPositionInput, {
    nullable: true,
    description: "Last fact of the page before; null for the first page.",
  })
  after?: LedgerFactPositionInput | null;
  @Field(() => Int, { description: "Maximum number of facts." })
  limit: number;
}

@ObjectType({ description: "Thing that happened in an app and belongs into the books." })
@Directive("@inaccessible")
export class LedgerFactRecord {
  @Field(() => String, { description: "Kind of the record, such as `invoice`." })
  kind: string;
  @Field(() => ID, { description: "ID of the record." })
  id: string;
  @Field(() => DateScalar, { description: "Day on which it counts." })
  date: string;
  @Field(() => String, { description: "Currency of the amounts." })
  currency: string;
  @Field(() => String, { description: "What it is, in words." })
  memo: string;
  @Field(() => String, { nullable: true, description: "Client or agency; null without one." })
  party: string | null;
  @Field(() => String, { nullable: true, description: "Category as entered; null without one." })
  category: string | null;
  @Field(() => JSONObjectScalar, { description: "Minor units by name." })
  amounts: Readonly<Record<string, number>>;
  @Field(() => ID, { nullable: true, description: "Invoice whose open amount it changes; null for others." })
  item: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Day on which the item is due; null without one." })
  dueOn: string | null;
}

@InputType({ description: "Open items of an app to read. Internal to the platform." })
@Directive("@inaccessible")
export class LedgerOpenItemsInput {
  @Field(() => ID, { description: "ID of the app." })
  appId: string;
  @Field(() => DateScalar, { description: "Day at whose end they are open." })
  asOf: string;
  @Field(() => String, { description: "Currency of the items." })
  currency: string;
  @Field(() => Int, { description: "Maximum number of items." })
  limit: number;
}

@ObjectType({ description: "What is open on one record of an app." })
@Directive("@inaccessible")
export class LedgerOpenItem {
  @Field(() => String, { description: "Control account that it belongs to." })
  control: string;
  @Field(() => ID, { description: "ID of the record." })
  id: string;
  @Field(() => String, { description: "Number or name of the record." })
  label: string;
  @Field(() => String, { nullable: true, description: "Client or agency; null without one." })
  party: string | null;
  @Field(() => Float, { description: "Open amount in minor units." })
  openMinor: number;
}
