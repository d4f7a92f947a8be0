import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";

export interface FilerAddress {
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postalCode: string;
}

export interface Signatory {
  name: string;
  title: string;
}

/** A business that owes the tax. EIN and PIN are encrypted for their row (see `einPlace`). */
@Entity({ tableName: "hvut_filers" })
export class FilerEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  businessName: string;

  @Property({ type: "text", nullable: true })
  einSealed: string | null;

  @Property({ type: "text", nullable: true })
  einFingerprint: string | null;

  @Property({ type: "text", nullable: true })
  einLast4: string | null;

  @Property({ type: "text", nullable: true })
  pinSealed: string | null;

  @Property({ type: "json" })
  address: FilerAddress;

  @Property({ type: "text" })
  phone: string;

  @Property({ type: "json" })
  signatory: Signatory;

  @Property({ type: "boolean" })
  addressChanged: boolean;

  @Property({ type: "text" })
  status: "active" | "archived";

  @Property({ type: "text", nullable: true })
  entryHash: string | null;

  @Property({ type: "datetime", nullable: true })
  entryExpiresAt: Date | null;

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}

/** The `column` of the blind index of EINs. */
export const einIndex = "hvut.ein";

/** Encryption context of EIN and PIN: a ciphertext moved to another row cannot be decrypted. */
export function einPlace(filerId: string): string {
  return `hvut_filers.ein.${filerId}`;
}

export function pinPlace(filerId: string): string {
  return `hvut_filers.pin.${filerId}`;
}
