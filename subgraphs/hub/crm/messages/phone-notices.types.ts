import { IsIn, Length } from "class-validator";
import { Field, ID, InputType, ObjectType } from "type-graphql";

@InputType({ description: "A transactional message of an app to a phone." })
export class SendPhoneNoticeInput {
  @Field(() => String, { description: "Channel: `sms` or `call`." })
  @IsIn(["sms", "call"])
  channel: "sms" | "call";
  @Field(() => String, { description: "Phone number with country code." })
  @Length(5, 40)
  to: string;
  @Field(() => String, { description: "Text of the message, which a call speaks." })
  @Length(1, 1_600)
  body: string;
}

@ObjectType({ description: "A message that was accepted for sending to a phone." })
export class PhoneNotice {
  @Field(() => ID, { description: "ID of the message." })
  messageId: string;
}
