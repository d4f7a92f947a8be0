import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";

/** A tax rate of an account. Its percentage never changes. */
@Entity({ tableName: "tax_rates" })
export class TaxRateEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  name: string;

  /** In 1e-4 percent. */
  @Property({ type: "integer" })
  rate: number;

  @Property({ type: "text", nullable: true })
  region: string | null;

  @Property({ type: "text" })
  status: "active" | "archived";

  /** Default rate of new lines; at most one per account. */
  @Property({ type: "boolean" })
  isDefault: boolean;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}
