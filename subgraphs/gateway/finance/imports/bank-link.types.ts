import { IsOptional, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";

@InputType({ description: "Bank connection to sync." })
export class SyncBankLinkInput {
  @Field(() => ID, { description: "ID of the bank connection (`connectionId` in the hub)." })
  @MaxLength(64)
  linkId: string;
  @Field(() => Int, { nullable: true, description: "Number of past days to fetch, 1 to 730. Default: 90." })
  @IsOptional()
  @Min(1)
  @Max(730)
  daysBack?: number | null;
}

@ObjectType({ description: "Result of syncing a bank connection." })
export class BankLinkSync {
  @Field(() => ID, { description: "ID of the bank connection." })
  linkId: string;
  @Field(() => Boolean, {
    description:
      "Whether the bank was contacted. False when the last sync was less than 6 hours ago; stored data is used then.",
  })
  synced: boolean;
  @Field(() => [ID], { description: "IDs of the linked financial accounts. Missing accounts are created." })
  accountIds: string[];
  @Field(() => Int, { description: "Number of transactions added." })
  added: number;
  @Field(() => Int, { description: "Number of transactions updated, mostly pending ones that were posted." })
  updated: number;
  @Field(() => Int, { description: "Number of pending transactions removed because the bank dropped them." })
  removed: number;
}
