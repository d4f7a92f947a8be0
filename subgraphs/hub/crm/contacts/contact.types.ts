import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";

export const CrmChannel = { email: "email", sms: "sms", call: "call" } as const;
export type CrmChannel = keyof typeof CrmChannel;
registerEnumType(CrmChannel, {
  name: "CrmChannel",
  description: "Channel for contacting a person.",
  valuesConfig: {
    email: { description: "E-mail messages." },
    sms: { description: "Text messages." },
    call: { description: "Phone calls with a spoken script." },
  },
});

export const CrmConsentStatus = {
  subscribed: "subscribed",
  unsubscribed: "unsubscribed",
  pending: "pending",
  none: "none",
} as const;
export type CrmConsentStatus = keyof typeof CrmConsentStatus;
registerEnumType(CrmConsentStatus, {
  name: "CrmConsentStatus",
  description: "Consent of a contact to be contacted on a channel.",
  valuesConfig: {
    subscribed: { description: "The contact agreed to be contacted." },
    unsubscribed: { description: "The contact opted out." },
    pending: { description: "The contact has not yet confirmed the subscription." },
    none: { description: "No consent or opt-out was recorded." },
  },
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
  description: "Status of a contact.",
  valuesConfig: {
    active: { description: "The contact can be reached." },
    bounced: { description: "E-mail to the contact's address was rejected permanently." },
    complained: { description: "The contact reported a message as spam." },
    archived: {
      description: "The contact is archived: hidden from lists by default and not counted in the quota.",
    },
  },
});

@ObjectType({ description: "Latest consent of a contact on one channel." })
export class CrmConsent {
  @Field(() => CrmConsentStatus, { description: "Consent status on this channel." })
  status: CrmConsentStatus;
  @Field(() => String, {
    nullable: true,
    description: "Source of the consent, for example `api` or `import`; null when none was recorded.",
  })
  source: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time when the consent was recorded; null when none was.",
  })
  at: Date | null;
}

@ObjectType({ description: "Consent of a contact by channel." })
export class CrmContactConsent {
  @Field(() => CrmConsent, { description: "Consent to receive e-mail." })
  email: CrmConsent;
  @Field(() => CrmConsent, { description: "Consent to receive text messages." })
  sms: CrmConsent;
  @Field(() => CrmConsent, { description: "Consent to receive phone calls." })
  call: CrmConsent;
}

@ObjectType({ description: "Person whom the account writes to or calls." })
export class CrmContact {
  @Field(() => ID, { description: "Unique ID of the contact." })
  contactId: string;
  @Field(() => String, {
    nullable: true,
    description: "E-mail address in lower case, unique in the account; null when unknown.",
  })
  email: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Phone number in E.164 format, for example +14155550123; null when unknown.",
  })
  phone: string | null;
  @Field(() => String, { nullable: true, description: "First name of the contact; null when unknown." })
  firstName: string | null;
  @Field(() => String, { nullable: true, description: "Last name of the contact; null when unknown." })
  lastName: string | null;
  @Field(() => String, { nullable: true, description: "Company the contact works for; null when unknown." })
  company: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the contact's company; null without one." })
  companyId: string | null;
  @Field(() => [String], { description: "Tags of the contact in lower case, at most 50." })
  tags: string[];
  @Field(() => JSONObjectScalar, {
    description: "Custom fields by name. Values are strings, numbers or booleans.",
  })
  customFields: Record<string, unknown>;
  @Field(() => CrmContactConsent, { description: "Latest consent on each channel." })
  consent: CrmContactConsent;
  @Field(() => CrmContactStatus, { description: "Current status of the contact." })
  status: CrmContactStatus;
  @Field(() => Int, {
    description: "Version of the contact, starting at 1. Increases with every change by the account.",
  })
  version: number;
  @Field(() => Date, { description: "Time when the contact was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the contact." })
  updatedAt: Date;
}

@ObjectType({ description: "One page of contacts, newest first." })
export class CrmContactPage extends pageOf(CrmContact, "contacts") {
  @Field(() => Int, { description: "Number of matching contacts on all pages." })
  total: number;
}

@ObjectType({ description: "Contact whose personal data was erased." })
export class DeletedCrmContact {
  @Field(() => ID, { description: "ID of the erased contact." })
  contactId: string;
  @Field(() => Date, { description: "Time when the personal data was erased." })
  deletedAt: Date;
}

@ObjectType({ description: "One consent or opt-out recorded for a contact." })
export class CrmConsentRecord {
  @Field(() => CrmChannel, { description: "Channel that the consent applies to." })
  channel: CrmChannel;
  @Field(() => CrmConsentStatus, { description: "Consent status that was recorded." })
  status: CrmConsentStatus;
  @Field(() => String, {
    nullable: true,
    description: "E-mail address or phone number it applies to; null after it was erased.",
  })
  address: string | null;
  @Field(() => String, {
    description: "Source of the consent, for example `api`, `import` or `unsubscribe link`.",
  })
  source: string;
  @Field(() => Date, { description: "Time when the consent was recorded." })
  at: Date;
}

@ObjectType({ description: "Consent history of a contact, latest first." })
export class CrmConsentHistory {
  @Field(() => ID, { description: "ID of the contact." })
  contactId: string;
  @Field(() => [CrmConsentRecord], { description: "Consent records, at most 200, latest first." })
  consents: CrmConsentRecord[];
}

@ObjectType({ description: "Result of adding and removing tags." })
export class TaggedCrmContacts {
  @Field(() => Int, { description: "Number of contacts whose tags changed." })
  changed: number;
}
