import { IsIn, Matches, MaxLength } from "class-validator";
import { Directive, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import type { AccountRight, AccountRole, AppLevel } from "../../../src/access/roles.ts";

export const accountKinds = ["personal", "organization"] as const;
export type AccountKind = (typeof accountKinds)[number];

export const roleWords =
  "`owner`, `admin`, `billing`, `member` or `read_only`. Owners and admins may do everything in every app.";

@ObjectType({ description: "Level of a member in one app." })
export class AppRight {
  @Field(() => ID, { description: "ID of the app." })
  appId: string;
  @Field(() => String, { description: "`none`, `read`, `write` or `approve`." })
  level: AppLevel;
}

/** A tenant: what rows, credits, subscriptions, keys and webhooks belong to. */
@ObjectType({ description: "Account that data belongs to. Other subgraphs add the data they hold for it." })
@Directive('@key(fields: "id")')
export class Account {
  @Field(() => ID, { description: "ID of the account. A personal account has the ID of its user." })
  id: string;
  @Field(() => String, { description: "`personal` or `organization`." })
  kind: AccountKind;
  @Field(() => String, { description: "Name of the organization, or of the user of a personal account." })
  name: string;
  @Field(() => String, { nullable: true, description: `Your role: ${roleWords} Null for an API key.` })
  role: AccountRole | null;
  @Field(() => [String], {
    description: "Your rights: `member`, `read`, `write`, `administer`, `bill`, `approve` or `own`.",
  })
  rights: AccountRight[];
  @Field(() => [AppRight], { description: "Your levels in apps that differ from your role." })
  appRights: AppRight[];
  @Field(() => Date, { description: "Time the account was created, ISO 8601 in UTC." })
  createdAt: Date;
}

@ObjectType({ description: "Accounts that the signed-in user can act for." })
export class AccountList {
  @Field(() => [Account], { description: "The personal account, then organizations by name." })
  accounts: Account[];
  @Field(() => Int, { description: "Number of accounts." })
  total: number;
  @Field(() => ID, {
    nullable: true,
    description:
      "ID of the organization you chose last with `chooseAccount`; null for the personal account. Requests without `x-account-id` act for the personal account all the same.",
  })
  lastChosenId: string | null;
}

@InputType({ description: "Account that you work for from now on." })
export class ChooseAccountInput {
  @Field(() => ID, { description: "ID of one of your accounts." })
  @MaxLength(128)
  accountId: string;
}

@InputType({ description: "Organization to create." })
export class CreateOrganizationInput {
  @Field(() => String, { description: "Name of the organization, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
}

@InputType({ description: "Changes to the organization that the request acts for." })
export class UpdateOrganizationInput {
  @Field(() => String, { description: "New name of the organization, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
}

@InputType({ description: "Level of a member in one app." })
export class AppRightInput {
  @Field(() => ID, { description: "ID of the app, such as `invoicer` or `payroll`." })
  @MaxLength(64)
  appId: string;
  @Field(() => String, {
    description: "`none`, `read`, `write` or `approve`. Approving runs payrolls and sends invoices.",
  })
  @IsIn(["none", "read", "write", "approve"])
  level: AppLevel;
}
