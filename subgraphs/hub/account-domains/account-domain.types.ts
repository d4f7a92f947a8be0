import { IsIn, IsOptional, MaxLength, MinLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";

/** Roles of people who join by their address: at most `member`. */
const autoJoinRoles = ["member", "read_only"] as const;
export type AutoJoinRole = (typeof autoJoinRoles)[number];

@ObjectType({ description: "Domain of an organization, and the DNS record that verifies it." })
export class AccountDomain {
  @Field(() => ID, { description: "ID of the domain." })
  id: string;
  @Field(() => String, { description: "Domain in ASCII, such as `example.com`." })
  domain: string;
  @Field(() => String, { description: "`pending` until the record was found, then `verified`." })
  status: "pending" | "verified";
  @Field(() => String, { description: "Name of the TXT record to publish, such as `_hub.example.com`." })
  recordName: string;
  @Field(() => String, { description: "Text of the TXT record to publish." })
  recordValue: string;
  @Field(() => String, {
    nullable: true,
    description:
      "Role of people who join by an address of the domain: `member` or `read_only`. Null: nobody can.",
  })
  autoJoinRole: AutoJoinRole | null;
  @Field(() => Date, { nullable: true, description: "Time the domain was verified; null while pending." })
  verifiedAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Last time the name servers answered whether the record is there; null before.",
  })
  checkedAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time from which the record is missing. After 7 days the verification ends.",
  })
  missingSince: Date | null;
  @Field(() => Date, { description: "Time the domain was added, ISO 8601 in UTC." })
  createdAt: Date;
}

@ObjectType({ description: "Domains of an organization." })
export class AccountDomainList {
  @Field(() => [AccountDomain], { description: "Domains in the order in which they were added." })
  domains: AccountDomain[];
  @Field(() => Int, { description: "Number of domains." })
  total: number;
}

@InputType({ description: "Domain to add to the organization that the request acts for." })
export class AddDomainInput {
  @Field(() => String, { description: "Domain of your e-mail addresses, such as `example.com`." })
  @MinLength(3)
  @MaxLength(253)
  domain: string;
}

@InputType({ description: "Domain of the organization." })
export class DomainInput {
  @Field(() => ID, { description: "ID of the domain." })
  @MaxLength(64)
  domainId: string;
}

@InputType({ description: "Whether people with an address of the domain join without an invitation." })
export class UpdateDomainInput {
  @Field(() => ID, { description: "ID of the domain." })
  @MaxLength(64)
  domainId: string;
  @Field(() => Boolean, { description: "True to let people with a verified address of the domain join." })
  autoJoin: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Role that they get: `member` (the default) or `read_only`.",
  })
  @IsOptional()
  @IsIn(autoJoinRoles)
  role?: AutoJoinRole | null;
}

@ObjectType({ description: "Domain that no longer belongs to an organization." })
export class RemovedDomain {
  @Field(() => ID, { description: "ID of the domain." })
  id: string;
  @Field(() => String, { description: "Name of the removed domain." })
  domain: string;
  @Field(() => String, { description: "`removed`." })
  status: "removed";
}

@ObjectType({ description: "Organization that you can join by your verified e-mail address." })
export class AccountSuggestion {
  @Field(() => ID, { description: "ID of the organization." })
  accountId: string;
  @Field(() => String, { description: "Name of the organization." })
  name: string;
  @Field(() => String, { description: "Domain of your address, which the organization has verified." })
  domain: string;
  @Field(() => String, { description: "Role that you get: `member` or `read_only`." })
  role: AutoJoinRole;
}

@ObjectType({ description: "Organizations that you can join by your verified e-mail address." })
export class AccountSuggestionList {
  @Field(() => [AccountSuggestion], { description: "Organizations that you can join." })
  suggestions: AccountSuggestion[];
  @Field(() => Int, { description: "Number of suggestions." })
  total: number;
}

@InputType({ description: "Organization to join by your verified e-mail address." })
export class JoinAccountInput {
  @Field(() => ID, { description: "ID of the organization." })
  @MaxLength(128)
  accountId: string;
}
