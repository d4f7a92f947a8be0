import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import type { DocumentLanguage } from "../printing/document-locale.ts";

/** Client that an account bills. */
@Entity({ tableName: "clients" })
export class ClientEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  /** Null when only the client's name is known. */
  @Property({ type: "text", nullable: true })
  email: string | null;

  /** Unique among an account's active clients. */
  @Property({ type: "text", nullable: true })
  emailFolded: string | null;

  @Property({ type: "text" })
  name: string;

  /** False while the name is only the local part of the e-mail. */
  @Property({ type: "boolean" })
  isNameKnown: boolean;

  @Property({ type: "text" })
  status: "active" | "archived";

  @Property({ type: "text", nullable: true })
  phone: string | null;

  @Property({ type: "text", nullable: true })
  billingAddress: string | null;

  /** ISO 3166-1 alpha-2. */
  @Property({ type: "text", nullable: true })
  country: string | null;

  /** Language of documents and mails; null for the seller's. */
  @Property({ type: "text", nullable: true })
  language: DocumentLanguage | null;

  /** Default currency of new documents. */
  @Property({ type: "text", nullable: true })
  currency: string | null;

  @Property({ type: "text", nullable: true })
  taxId: string | null;

  /** True for a client whose new documents carry no tax. */
  @Property({ type: "boolean" })
  taxExempt: boolean;

  /** Payment terms in days from issue to due date. */
  @Property({ type: "integer", nullable: true })
  paymentTermsDays: number | null;

  @Property({ type: "text", nullable: true })
  notes: string | null;

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}
