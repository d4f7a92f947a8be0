import { Field, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "Plan quota for one resource, and current usage." })
export class CrmQuota {
  @Field(() => Int, { description: "Maximum amount the plan allows; -1 means unlimited." })
  limit: number;
  @Field(() => Int, { description: "Amount used so far." })
  used: number;
  @Field(() => Int, { description: "Amount reserved for messages in progress." })
  reserved: number;
  @Field(() => Int, { description: "Amount still available; -1 means unlimited." })
  remaining: number;
  @Field(() => Date, {
    nullable: true,
    description: "Time when usage resets to zero; null for a quota that does not reset.",
  })
  resetsAt: Date | null;
}

@ObjectType({ description: "Calendar month in UTC." })
export class CrmPeriod {
  @Field(() => Date, { description: "First moment of the month." })
  start: Date;
  @Field(() => Date, { description: "First moment of the following month." })
  end: Date;
}

@ObjectType({ description: "Quotas for sending and storage." })
export class CrmQuotaList {
  @Field(() => CrmQuota, { description: "E-mails per month." })
  email: CrmQuota;
  @Field(() => CrmQuota, { description: "SMS segments per month." })
  sms: CrmQuota;
  @Field(() => CrmQuota, { description: "Call minutes per month." })
  callMinutes: CrmQuota;
  @Field(() => CrmQuota, { description: "Stored contacts, without archived ones." })
  contacts: CrmQuota;
}

@ObjectType({ description: "Monthly sending and storage quotas of the account's plan." })
export class CrmQuotas {
  @Field(() => String, { description: "Plan that sets the quotas, for example `starter`." })
  tier: string;
  @Field(() => CrmPeriod, { description: "Month that the usage is counted in." })
  period: CrmPeriod;
  @Field(() => CrmQuotaList, { description: "Quota and usage by resource." })
  quotas: CrmQuotaList;
}
