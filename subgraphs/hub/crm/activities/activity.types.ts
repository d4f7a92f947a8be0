import { IsOptional, Matches, MaxLength, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { CrmPageArgs } from "../page.types.ts";

export const LoggedActivityKind = {
  note: "note",
  call: "call",
  email: "email",
  sms: "sms",
  meeting: "meeting",
} as const;
export type LoggedActivityKind = keyof typeof LoggedActivityKind;
registerEnumType(LoggedActivityKind, {
  name: "LoggedActivityKind",
  description: "Kind of an activity that a person logs.",
  valuesConfig: {
    note: { description: "A note about the contact." },
    call: { description: "A phone call." },
    email: { description: "An e-mail." },
    sms: { description: "A text message." },
    meeting: { description: "A meeting." },
  },
});

export const CrmActivityKind = {
  ...LoggedActivityKind,
  booking: "booking",
  invoice: "invoice",
  quotation: "quotation",
  deal: "deal",
  task: "task",
} as const;
export type CrmActivityKind = keyof typeof CrmActivityKind;
registerEnumType(CrmActivityKind, {
  name: "CrmActivityKind",
  description: "Kind of an activity.",
  valuesConfig: {
    note: { description: "A note about the contact." },
    call: { description: "A phone call." },
    email: { description: "An e-mail." },
    sms: { description: "A text message." },
    meeting: { description: "A meeting." },
    booking: { description: "Change of a booking of the contact." },
    invoice: { description: "Change of an invoice to the contact." },
    quotation: { description: "Change of a quotation for the contact." },
    deal: { description: "Change of a deal with the contact." },
    task: { description: "Completed task about the contact." },
  },
});

@ObjectType({ description: "Entry in the timeline of a contact." })
export class CrmActivity {
  @Field(() => ID, { description: "Unique ID of the activity." })
  activityId: string;
  @Field(() => ID, { description: "ID of the contact." })
  contactId: string;
  @Field(() => ID, { nullable: true, description: "ID of the deal it belongs to; null without one." })
  dealId: string | null;
  @Field(() => CrmActivityKind, { description: "Kind of the activity." })
  kind: CrmActivityKind;
  @Field(() => String, { description: "Text of the activity." })
  text: string;
  @Field(() => Date, { description: "Time when it happened." })
  at: Date;
  @Field(() => Boolean, { description: "Whether the platform recorded it; false when a person logged it." })
  automatic: boolean;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the message, call, booking, invoice, quotation, deal or task; null for logged ones.",
  })
  objectId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the user or key that caused it; null when unknown.",
  })
  actor: string | null;
}

@ObjectType({ description: "One page of activities, latest first." })
export class CrmActivityPage extends pageOf(CrmActivity, "activities") {}

@InputType({ description: "Activity to add to the timeline of a contact." })
export class LogActivityInput {
  @Field(() => ID, { description: "ID of the contact." })
  @MinLength(1)
  @MaxLength(64)
  contactId: string;
  @Field(() => LoggedActivityKind, { description: "Kind of the activity." })
  kind: LoggedActivityKind;
  @Field(() => String, { description: "Text of the activity, at most 5,000 characters." })
  @MaxLength(5_000)
  @Matches(/\S/)
  text: string;
  @Field(() => Date, {
    nullable: true,
    description: "Time when it happened, not in the future. Defaults to now.",
  })
  @IsOptional()
  at?: Date | null;
  @Field(() => ID, { nullable: true, description: "ID of the deal it belongs to." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  dealId?: string | null;
}

@ArgsType()
export class ActivitiesArgs extends CrmPageArgs {
  @Field(() => ID, { nullable: true, description: "Only activities of this contact." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  contactId?: string | null;
  @Field(() => ID, { nullable: true, description: "Only activities of this deal." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  dealId?: string | null;
  @Field(() => CrmActivityKind, { nullable: true, description: "Only activities of this kind." })
  kind?: CrmActivityKind | null;
  @Field(() => Date, { nullable: true, description: "Only activities at or after this time." })
  @IsOptional()
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Only activities before this time." })
  @IsOptional()
  to?: Date | null;
}
