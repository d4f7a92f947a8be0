import { accountingExamples } from "./accounting.examples.ts";
import { blogExamples } from "./blog.examples.ts";
import { bookingExamples } from "./booking.examples.ts";
import { crmExamples } from "./crm.examples.ts";
import type { ExampleRow } from "./example.types.ts";
import { financeExamples } from "./finance.examples.ts";
import { accountExamples, billingExamples, integrationExamples, propertyExamples } from "./hub.examples.ts";
import { hvutExamples } from "./hvut.examples.ts";
import { invoicingExamples } from "./invoicing.examples.ts";
import { payrollExamples } from "./payroll.examples.ts";
import { voiceExamples } from "./voice.examples.ts";
import { wealthExamples } from "./wealth.examples.ts";

const areas = [
  invoicingExamples,
  bookingExamples,
  payrollExamples,
  voiceExamples,
  hvutExamples,
  financeExamples,
  wealthExamples,
  accountExamples,
  billingExamples,
  integrationExamples,
  accountingExamples,
  crmExamples,
  blogExamples,
  propertyExamples,
];

/** What the areas say of examples, by operation. */
export const exampleRows: ReadonlyMap<string, ExampleRow> = new Map(
  areas.flatMap((rows) => Object.entries(rows)),
);
