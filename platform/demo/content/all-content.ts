import { accountingContent } from "./accounting.content.ts";
import { bookingContent } from "./booking.content.ts";
import type { DemoContent } from "./content-step.ts";
import { financeContent } from "./finance.content.ts";
import { hvutContent } from "./hvut.content.ts";
import { hubContent } from "./hub.content.ts";
import { invoicingContent } from "./invoicing.content.ts";
import { organizationContent } from "./organization.content.ts";
import { payrollContent } from "./payroll.content.ts";
import { propertyContent } from "./property.content.ts";
import { usageContent } from "./usage.content.ts";
import { voiceContent } from "./voice.content.ts";

/** The demo identity that has the content of all apps. */
const ownerId = "demo-pia";

/** All content, relative to `now`. */
export function allContent(now: Date): DemoContent[] {
  return [
    invoicingContent(ownerId, now),
    bookingContent(ownerId, now),
    payrollContent(ownerId),
    voiceContent(ownerId, now),
    hvutContent(ownerId),
    financeContent(ownerId, now),
    hubContent(ownerId, now),
    accountingContent(ownerId),
    organizationContent(now),
    propertyContent(ownerId, now),
    usageContent(ownerId, now),
  ];
}
