import { IsOptional, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { enumOf } from "../accounts/account.types.ts";
import { alertChannels, alertKinds, type AlertChannel, type AlertKind } from "../wealth-tables.ts";

const FinanceAlertKind = enumOf(alertKinds);
registerEnumType(FinanceAlertKind, {
  name: "FinanceAlertKind",
  description: "What an alert watches.",
  valuesConfig: {
    low_balance: { description: "The balance of an account falls below a threshold." },
    large_transaction: { description: "A new transaction has at least a given amount, in or out." },
    over_budget: { description: "A category of a budget has spent more than it has in this month." },
    bill_due: { description: "An unpaid bill is due within a number of days." },
  },
});
const FinanceAlertChannel = enumOf(alertChannels);
registerEnumType(FinanceAlertChannel, {
  name: "FinanceAlertChannel",
  description: "How an alert is sent.",
  valuesConfig: {
    mail: { description: "E-mail to the verified address of the account." },
    webhook: { description: "Event `finance.alert.fired` to the webhook endpoints of the account." },
  },
});

@InputType({ description: "Parameters of an alert; which are needed depends on its kind." })
export class AlertParamsInput {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the account. Required for low_balance, optional for large_transaction.",
  })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description:
      "Balance or amount in the currency of the account, else of the oldest account. Required for low_balance and large_transaction.",
  })
  threshold?: number | null;
  @Field(() => ID, { nullable: true, description: "ID of the budget. Required for over_budget." })
  @IsOptional()
  @MaxLength(64)
  budgetId?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of a category of the budget. Default for over_budget: all categories.",
  })
  @IsOptional()
  @MaxLength(64)
  categoryId?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Days before the due date, 0 to 30. Only for bill_due. Default: 3.",
  })
  @IsOptional()
  @Min(0)
  @Max(30)
  daysBefore?: number | null;
}

@InputType({ description: "Alert to create." })
export class CreateAlertInput {
  @Field(() => FinanceAlertKind, { description: "What the alert watches." })
  kind: AlertKind;
  @Field(() => AlertParamsInput, { description: "Parameters of the alert." })
  @ValidateNested()
  params: AlertParamsInput;
  @Field(() => FinanceAlertChannel, { description: "How the alert is sent." })
  channel: AlertChannel;
}

@InputType({ description: "Alert to delete." })
export class AlertIdInput {
  @Field(() => ID, { description: "ID of the alert." })
  @MaxLength(64)
  alertId: string;
}

@ArgsType()
export class AlertEventsArgs extends PageArgs {
  @Field(() => DateScalar, {
    nullable: true,
    description: "First day of the events (YYYY-MM-DD, UTC). Default: all events.",
  })
  from?: string | null;
}

@ObjectType({ description: "Parameters of an alert." })
export class FinanceAlertParams {
  @Field(() => ID, { nullable: true, description: "ID of the account; null for all." })
  accountId: string | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Balance or amount; null for other kinds." })
  threshold: number | null;
  @Field(() => String, { nullable: true, description: "Currency of the threshold; null without one." })
  currency: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the budget; null for other kinds." })
  budgetId: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the category; null for all." })
  categoryId: string | null;
  @Field(() => Int, { nullable: true, description: "Days before the due date; null for other kinds." })
  daysBefore: number | null;
}

@ObjectType({ description: "Alert on accounts, transactions, budgets or bills." })
export class FinanceAlert {
  @Field(() => ID, { description: "Unique ID of the alert." })
  id: string;
  @Field(() => FinanceAlertKind, { description: "What the alert watches." })
  kind: AlertKind;
  @Field(() => FinanceAlertParams, { description: "Parameters of the alert." })
  params: FinanceAlertParams;
  @Field(() => FinanceAlertChannel, { description: "How the alert is sent." })
  channel: AlertChannel;
  @Field(() => Date, { description: "Time when the alert was created (UTC)." })
  createdAt: Date;
}

@ObjectType({ description: "Alerts of the account." })
export class FinanceAlertList {
  @Field(() => [FinanceAlert], { description: "Alerts, newest first; at most 100." })
  alerts: FinanceAlert[];
}

@ObjectType({ description: "Result of deleting an alert." })
export class DeletedAlert {
  @Field(() => Boolean, { description: "Always true: the alert was deleted. Its events are kept." })
  deleted: true;
}

@ObjectType({ description: "Alert that fired." })
export class FinanceAlertEvent {
  @Field(() => ID, { description: "Unique ID of the event." })
  id: string;
  @Field(() => ID, { description: "ID of the alert, which may be deleted." })
  alertId: string;
  @Field(() => FinanceAlertKind, { description: "What the alert watches." })
  kind: AlertKind;
  @Field(() => FinanceAlertChannel, { description: "How the alert was sent." })
  channel: AlertChannel;
  @Field(() => ID, { description: "ID of the account, transaction, category or bill concerned." })
  subjectId: string;
  @Field(() => String, { description: "Text of the alert." })
  message: string;
  @Field(() => MoneyScalar, { description: "Balance, amount, overspending or amount due." })
  amount: number;
  @Field(() => String, { description: "Currency of the amount, as an ISO 4217 code." })
  currency: string;
  @Field(() => DateScalar, { description: "Day of the balance, transaction or month; due date of a bill." })
  date: string;
  @Field(() => Date, { description: "Time when the alert fired (UTC)." })
  createdAt: Date;
}

@ObjectType({ description: "Page of fired alerts, newest first." })
export class FinanceAlertEventPage extends countedPageOf(FinanceAlertEvent, "events") {}
