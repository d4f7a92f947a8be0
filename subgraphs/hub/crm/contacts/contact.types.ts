import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";

export const CrmChannel = { email: "email", sms: "sms", call: "call" } as const;
export type CrmChannel = keyof typeof CrmChannel;
registerEnumType(CrmChannel, { name: "CrmChannel", description: "A way to reach somebody." });

export const CrmConsentStatus = {
  subscribed: "subscribed",
  unsubscribed: "unsubscribed",
  pending: "pending",
  none: "none",
} as const;
export type CrmConsentStatus = keyof typeof CrmConsentStatus;
registerEnumType(CrmConsentStatus, {
  name: "CrmConsentStatus",
  description:
    "What was last said about writing or calling: pending waits for a confirmation, none is nothing.",
});

export const CrmContactStatus = {
  active: "active",
  bounced: "bounced",
  complained: "complained",
  archived: "archived",
} as const;
export type CrmContactStatus = keyof typeof CrmContactStatus;
registerEnumType(CrmContactStatus, {
  name: "CrmContactStatus",
  description:
    "bounced: the e-mail does not arrive; complained: the person has complained; archived: put away.",
});

@ObjectType({ description: "What was last said about one way to reach somebody." })
export class CrmConsent {
  @Field(() => CrmConsentStatus)
  status: CrmConsentStatus;
  @Field(() => String, { nullable: true, description: "Where it was said." })
  source: string | null;
  @Field(() => Date, { nullable: true })
  at: Date | null;
}

@ObjectType({ description: "Consent by channel." })
export class CrmContactConsent {
  @Field(() => CrmConsent)
  email: CrmConsent;
  @Field(() => CrmConsent)
  sms: CrmConsent;
  @Field(() => CrmConsent)
  call: CrmConsent;
}

@ObjectType({ description: "Somebody whom the account writes to or calls." })
export class CrmContact {
  @Field(() => ID)
  contactId: string;
  @Field(() => String, { nullable: true, description: "Lower case; unique in the account." })
  email: string | null;
  @Field(() => String, { nullable: true, description: "E.164." })
  phone: string | null;
  @Field(() => String, { nullable: true })
  firstName: string | null;
  @Field(() => String, { nullable: true })
  lastName: string | null;
  @Field(() => String, { nullable: true })
  company: string | null;
  @Field(() => [String])
  tags: string[];
  @Field(() => JSONObjectScalar)
  customFields: Record<string, unknown>;
  @Field(() => CrmContactConsent)
  consent: CrmContactConsent;
  @Field(() => CrmContactStatus)
  status: CrmContactStatus;
  @Field(() => Int, { description: "Counts the owner's changes; an update may name the one it is for." })
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "Contacts, the newest first." })
export class CrmContactPage extends pageOf(CrmContact, "contacts") {
  @Field(() => Int, { description: "Contacts that fit, on all pages." })
  total: number;
}

@ObjectType({ description: "A contact whose personal data is erased." })
export class DeletedCrmContact {
  @Field(() => ID)
  contactId: string;
  @Field(() => Date)
  deletedAt: Date;
}

@ObjectType({ description: "Something that was said about writing to or calling a contact." })
export class CrmConsentRecord {
  @Field(() => CrmChannel)
  channel: CrmChannel;
  @Field(() => CrmConsentStatus)
  status: CrmConsentStatus;
  @Field(() => String, { nullable: true, description: "The address it was about." })
  address: string | null;
  @Field(() => String)
  source: string;
  @Field(() => Date)
  at: Date;
}

@ObjectType({ description: "What was said about a contact, the latest first." })
export class CrmConsentHistory {
  @Field(() => ID)
  contactId: string;
  @Field(() => [CrmConsentRecord])
  consents: CrmConsentRecord[];
}

@ObjectType({ description: "How many contacts a change of tags has changed." })
export class TaggedCrmContacts {
  @Field(() => Int)
  changed: number;
}
