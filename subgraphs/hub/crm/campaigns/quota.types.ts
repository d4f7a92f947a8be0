import { Field, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "What a plan has of one thing, and what of it is gone." })
export class CrmQuota {
  @Field(() => Int, { description: "The most; -1 is without limit." })
  limit: number;
  @Field(() => Int)
  used: number;
  @Field(() => Int, { description: "Set aside for what is on its way." })
  reserved: number;
  @Field(() => Int, { description: "What may still be had; -1 is without limit." })
  remaining: number;
  @Field(() => Date, { nullable: true, description: "When it begins anew; null for what does not." })
  resetsAt: Date | null;
}

@ObjectType({ description: "A calendar month, UTC." })
export class CrmPeriod {
  @Field(() => Date)
  start: Date;
  @Field(() => Date, { description: "The first moment after it." })
  end: Date;
}

@ObjectType({ description: "What can be sent and kept." })
export class CrmQuotaList {
  @Field(() => CrmQuota, { description: "E-mails of the month." })
  email: CrmQuota;
  @Field(() => CrmQuota, { description: "Segments of text messages of the month." })
  sms: CrmQuota;
  @Field(() => CrmQuota, { description: "Minutes of calls of the month." })
  callMinutes: CrmQuota;
  @Field(() => CrmQuota, { description: "Contacts that are not archived, at any time." })
  contacts: CrmQuota;
}

@ObjectType({ description: "What the account's plan allows in this month." })
export class CrmQuotas {
  @Field(() => String, { description: "The plan that counts." })
  tier: string;
  @Field(() => CrmPeriod)
  period: CrmPeriod;
  @Field(() => CrmQuotaList)
  quotas: CrmQuotaList;
}
