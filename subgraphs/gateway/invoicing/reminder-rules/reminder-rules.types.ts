import {
  ArrayMaxSize,
  ArrayMinSize,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { ReminderTemplate } from "../payment-reminders/reminders.types.ts";

export const ReminderBase = { due: "due" } as const;
export type ReminderBase = keyof typeof ReminderBase;
registerEnumType(ReminderBase, {
  name: "ReminderBase",
  description: "Day that a stage of a reminder rule counts from.",
  valuesConfig: { due: { description: "The due date of the invoice." } },
});

@ObjectType({ description: "A stage of a reminder rule: a day on which a reminder is sent." })
export class ReminderStage {
  @Field(() => Int, { description: "Days after the day that it counts from; below 0 before it." })
  days: number;
  @Field(() => ReminderBase, { description: "Day that it counts from: `due`." })
  relativeTo: ReminderBase;
  @Field(() => Boolean, {
    description: "Whether the stage charges the late fee of the settings, once per invoice.",
  })
  chargesLateFee: boolean;
}

@ObjectType({ description: "A rule that reminds clients of unpaid invoices on days around the due date." })
export class ReminderRule {
  @Field(() => ID, { description: "Unique ID of the rule." })
  id: string;
  @Field(() => String, { description: "Name of the rule." })
  name: string;
  @Field(() => [ReminderStage], { description: "Stages of the rule, in order of their days." })
  offsets: ReminderStage[];
  @Field(() => ReminderTemplate, { description: "Template of its reminders." })
  template: ReminderTemplate;
  @Field(() => Boolean, { description: "Whether the rule sends reminders." })
  isActive: boolean;
  @Field(() => Date, { description: "Time at which the rule was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the rule's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "All reminder rules of the account, oldest first." })
export class ReminderRuleList {
  @Field(() => [ReminderRule], { description: "Reminder rules, up to 100." })
  rules: ReminderRule[];
}

@InputType({ description: "A stage of a reminder rule." })
export class ReminderStageInput {
  @Field(() => Int, { description: "Days after the due date, -90 to 365; below 0 before it." })
  @Min(-90)
  @Max(365)
  days: number;
  @Field(() => ReminderBase, {
    nullable: true,
    description: "Day that it counts from. Default and only value: `due`.",
  })
  relativeTo?: ReminderBase | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to charge the late fee of the settings; only after the due date. Default false.",
  })
  chargesLateFee?: boolean | null;
}

@InputType({ description: "A reminder rule to create." })
export class CreateReminderRuleInput {
  @Field(() => String, { description: "Name of the rule, up to 100 characters." })
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => [ReminderStageInput], { description: "Stages of the rule, 1 to 10, on different days." })
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  offsets: ReminderStageInput[];
  @Field(() => ReminderTemplate, {
    nullable: true,
    description: "Template of its reminders. Default `standard`.",
  })
  template?: ReminderTemplate | null;
}

@InputType({ description: "The reminder rule to act on." })
export class ReminderRuleIdInput {
  @Field(() => ID, { description: "ID of the reminder rule." })
  @MaxLength(64)
  ruleId: string;
}

@InputType({ description: "Fields of a reminder rule to change; omitted fields keep their value." })
export class UpdateReminderRuleInput extends ReminderRuleIdInput {
  @Field(() => String, { nullable: true, description: "New name of the rule, up to 100 characters." })
  @IsOptional()
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => [ReminderStageInput], {
    nullable: true,
    description: "New stages that replace all existing ones, 1 to 10, on different days.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  offsets?: ReminderStageInput[] | null;
  @Field(() => ReminderTemplate, { nullable: true, description: "New template of its reminders." })
  template?: ReminderTemplate | null;
  @Field(() => Boolean, { nullable: true, description: "Whether the rule sends reminders." })
  isActive?: boolean | null;
}

@ObjectType({ description: "Confirmation that a reminder rule was deleted." })
export class DeletedReminderRule {
  @Field(() => ID, { description: "ID of the deleted rule." })
  id: string;
  @Field(() => Boolean, { description: "Always true: the rule no longer exists." })
  deleted: boolean;
}
