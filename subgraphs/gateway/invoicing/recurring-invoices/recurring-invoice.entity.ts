import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import type { CreateInvoiceInput } from "../invoices/invoicing.types.ts";
import type { Frequency } from "./occurrences.ts";

/** Row of a recurring invoice. */
@Entity({ tableName: "recurring_invoices" })
export class RecurringInvoiceEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  appId: string;

  @Property({ type: "text" })
  clientId: string;

  @Property({ type: "text" })
  clientEmail: string;

  /** Input template of each invoice. */
  @Property({ type: "json" })
  template: CreateInvoiceInput;

  @Property({ type: "text" })
  frequency: Frequency;

  /** Number of weeks, months, quarters or years between two dates. */
  @Property({ type: "integer" })
  interval: number;

  @Property({ type: "date" })
  startDate: string;

  @Property({ type: "date", nullable: true })
  endDate: string | null;

  @Property({ type: "integer", nullable: true })
  occurrences: number | null;

  @Property({ type: "boolean" })
  autoSend: boolean;

  /** Charges the client's saved method for each invoice that is sent. */
  @Property({ type: "boolean" })
  autoCharge: boolean;

  /** IANA name: an occurrence is due when its day begins there. */
  @Property({ type: "text" })
  timezone: string;

  @Property({ type: "text" })
  status: "active" | "paused" | "ended";

  /** Number of dates that have passed. */
  @Property({ type: "integer" })
  made: number;

  @Property({ type: "date", nullable: true })
  nextDate: string | null;

  /** When the next date begins in its timezone. */
  @Property({ type: "datetime", nullable: true })
  nextAt: Date | null;

  /** When a paused one continues automatically. */
  @Property({ type: "datetime", nullable: true })
  resumeAt: Date | null;

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}
