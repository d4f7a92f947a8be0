import { MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";

@InputType({ description: "Payslip whose employee gets an e-mail." })
export class EmailPayslipInput {
  @Field(() => ID, { description: "ID of the payslip." })
  @MaxLength(64)
  payslipId: string;
}

@ObjectType({ description: "Confirmation that an e-mail with a link to a payslip is on its way." })
export class EmailedPayslip {
  @Field(() => ID, { description: "ID of the payslip." })
  payslipId: string;
  @Field(() => Int, { description: "Number of messages queued for sending: 1." })
  sent: number;
}

@ArgsType()
export class PayslipLinkArgs {
  @Field(() => String, { description: "Secret token: the last path segment of the link." })
  @MaxLength(64)
  token: string;
  @Field(() => Boolean, {
    nullable: true,
    description: "False to return JSON instead of the PDF file itself. Default true.",
  })
  download?: boolean | null;
}
