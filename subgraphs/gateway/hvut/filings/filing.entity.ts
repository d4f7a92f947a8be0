import { BigIntType } from "@mikro-orm/core";
import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import type { FilingKind, FilingStatus } from "./filing-states.ts";
import type { TaxableCategory } from "../vehicles/weight-category.ts";

/** A vehicle on a return. Amounts are cents. */
export interface FilingLine {
  vin: string;
  category: TaxableCategory;
  logging: boolean;
  /** Reason for suspended tax; the vehicle is then in category W. */
  suspended: "low_mileage" | "agricultural" | null;
  amountCents: number;
  /** Of a weight increase: what it was. */
  previousCategory: TaxableCategory | null;
  /** Of a correction: the wrong number. */
  previousVin: string | null;
}

export interface FilingCredit {
  vin: string;
  reason: "sold" | "destroyed" | "stolen" | "low_mileage";
  amountCents: number;
  /** Where the tax was not paid by a return of this account: what was paid. */
  paidElsewhere?: { taxCents: number; firstUseMonth: string } | null;
}

/** Payment of the balance; bank data only as a token of the vault that stores them. */
export interface FilingPayment {
  method: "direct_debit" | "eftps" | "card" | "check";
  token: string | null;
}

/** The service's acknowledgement of one submission. */
export interface FilingAck {
  submissionId: string | null;
  status: "accepted" | "rejected";
  at: string;
  errors: { code: string; message: string }[];
}

export interface FilingEvent {
  type: string;
  at: string;
}

@Entity({ tableName: "hvut_filings" })
export class FilingEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  filerId: string;

  @Property({ type: "integer" })
  period: number;

  @Property({ type: "text" })
  kind: FilingKind;

  @Property({ type: "text" })
  firstUseMonth: string;

  @Property({ type: "json" })
  lines: FilingLine[];

  @Property({ type: "json" })
  credits: FilingCredit[];

  @Property({ type: new BigIntType("number"), fieldName: "tax_cents" })
  line2Cents: number;

  @Property({ type: new BigIntType("number"), fieldName: "increase_cents" })
  line3Cents: number;

  @Property({ type: new BigIntType("number"), fieldName: "credit_cents" })
  line5Cents: number;

  @Property({ type: "json", nullable: true })
  payment: FilingPayment | null;

  @Property({ type: "json", nullable: true })
  signature: { name: string; title: string; at: string } | null;

  @Property({ type: "boolean" })
  consent: boolean;

  @Property({ type: "boolean" })
  acknowledgeVin: boolean;

  @Property({ type: "text", nullable: true })
  reason: string | null;

  @Property({ type: "text" })
  status: FilingStatus;

  @Property({ type: "integer" })
  attempt: number;

  @Property({ type: "text", nullable: true })
  submissionId: string | null;

  @Property({ type: "json" })
  acks: FilingAck[];

  @Property({ type: "json" })
  events: FilingEvent[];

  @Property({ type: "datetime", nullable: true })
  submittedAt: Date | null;

  @Property({ type: "datetime", nullable: true })
  askAt: Date | null;

  /** For amendments: the month of the weight increase, or of exceeding the mileage limit. */
  @Property({ type: "text", nullable: true })
  changeMonth: string | null;

  @Property({ type: "text", nullable: true })
  parentId: string | null;

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}

/** The reference of this submission at the service. */
export function referenceOf({ id, attempt }: Pick<FilingEntity, "id" | "attempt">): string {
  return `${id}.${attempt}`;
}
