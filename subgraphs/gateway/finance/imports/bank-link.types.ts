import { IsOptional, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";

@InputType({ description: "A bank connection of the hub that is open to this app." })
export class SyncBankLinkInput {
  @Field(() => ID, { description: "The hub's `connectionId`." })
  @MaxLength(64)
  linkId: string;
  @Field(() => Int, { nullable: true, description: "90 when left out." })
  @IsOptional()
  @Min(1)
  @Max(730)
  daysBack?: number | null;
}

@ObjectType({ description: "What a bank connection brought." })
export class BankLinkSync {
  @Field(() => ID)
  linkId: string;
  @Field(() => Boolean, {
    description: "False where the bank was asked less than 6 hours ago: then nothing newer is known.",
  })
  synced: boolean;
  @Field(() => [ID], { description: "Accounts that follow the bank's; missing ones were made." })
  accountIds: string[];
  @Field(() => Int)
  added: number;
  @Field(() => Int, { description: "Transactions that were changed: mostly pending ones that were posted." })
  updated: number;
  @Field(() => Int, { description: "Pending ones that the bank has dropped." })
  removed: number;
}
