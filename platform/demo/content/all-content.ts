import { accountingContent } from "./accounting.content.ts";
import { approvalContent, workshopContractor } from "./approval.content.ts";
import { bookingContent } from "./booking.content.ts";
import type { DemoContent } from "./content-step.ts";
import { financeContent } from "./finance.content.ts";
import { hvutContent } from "./hvut.content.ts";
import { hubContent } from "./hub.content.ts";
import { invoicingContent } from "./invoicing.content.ts";
import { organizationContent } from "./organization.content.ts";
import {
  arrivalContent,
  bankContent,
  holdContent,
  taxContent,
  type OutsideServices,
} from "./outside.content.ts";
import { payrollContent } from "./payroll.content.ts";
import { propertyContent } from "./property.content.ts";
import { usageContent } from "./usage.content.ts";
import { voiceContent } from "./voice.content.ts";

/** The demo identity that has the content of all apps. */
const ownerId = "demo-pia";
/** Has few credits and a plan to manage. */
const subscriberId = "demo-sam";

/** All content that the demo starts with, relative to `now`. */
export function allContent(now: Date, outside: OutsideServices): DemoContent[] {
  return [
    invoicingContent(ownerId, now),
    bookingContent(ownerId, now),
    payrollContent(ownerId, now),
    voiceContent(ownerId, now),
    hvutContent(ownerId),
    financeContent(ownerId, now),
    hubContent(ownerId, now),
    accountingContent(ownerId),
    organizationContent(now),
    propertyContent(ownerId, now),
    usageContent(ownerId, now),
    workshopContractor(),
    approvalContent(now),
    taxContent(ownerId, outside),
    holdContent(subscriberId, now),
    arrivalContent(ownerId, now, outside),
  ];
}

/** Content that is made right after the start, since the client of the bank provider takes long to load. */
export function laterContent(): DemoContent[] {
  return [bankContent(ownerId)];
}
