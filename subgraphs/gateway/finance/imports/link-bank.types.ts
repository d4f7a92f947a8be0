import { MaxLength, MinLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";

@InputType({ description: "Finished bank login." })
export class LinkBankAccountInput {
  @Field(() => String, { description: "The provider's ID of the bank." })
  @MinLength(1)
  @MaxLength(100)
  institutionId: string;
  @Field(() => String, { description: "One-time token that the provider's login page returned." })
  @MinLength(1)
  @MaxLength(500)
  linkToken: string;
}

@InputType({ description: "Bank link to end." })
export class UnlinkBankAccountInput {
  @Field(() => ID, { description: "ID of the bank link." })
  @MaxLength(64)
  linkId: string;
  @Field(() => Boolean, {
    defaultValue: true,
    description: "Whether the accounts of the link and their transactions are kept. Default: true.",
  })
  keepHistory: boolean;
}

@ObjectType({ description: "Bank whose accounts are followed." })
export class BankLink {
  @Field(() => ID, { description: "ID of the bank link; the ID of the hub's bank connection." })
  id: string;
  @Field(() => String, { description: "The provider's ID of the bank." })
  institutionId: string;
  @Field(() => String, { description: "Name of the bank." })
  institutionName: string;
  @Field(() => String, {
    description:
      "Status: `active`, `needs_reauth`, `error`, `disconnected`, or `unlinked` when another app uses it.",
  })
  status: string;
  @Field(() => String, { nullable: true, description: "The provider's error code; null without an error." })
  errorCode: string | null;
  @Field(() => Int, { description: "Number of accounts the bank lists for this login." })
  accountCount: number;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the last completed sync; null before the first.",
  })
  lastSyncedAt: Date | null;
  @Field(() => Date, { description: "Earliest time of the next sync." })
  nextSyncAllowedAt: Date;
  @Field(() => Date, { description: "Time when the bank was connected." })
  createdAt: Date;
}

@ObjectType({ description: "Bank links of the account." })
export class BankLinkList {
  @Field(() => [BankLink], { description: "Bank links, newest first, including ended ones." })
  links: BankLink[];
}

@ObjectType({ description: "Result of ending a bank link." })
export class UnlinkedBank {
  @Field(() => Boolean, { description: "Always true: the finance app no longer uses the bank." })
  unlinked: true;
  @Field(() => Int, {
    description: "Number of financial accounts that were deleted; 0 when history is kept.",
  })
  accountsDeleted: number;
}
