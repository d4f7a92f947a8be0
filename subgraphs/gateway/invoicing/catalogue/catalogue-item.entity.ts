import { BigIntType } from "@mikro-orm/core";
import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";

/** Row of a product or service that invoice lines can copy. */
@Entity({ tableName: "catalogue_items" })
export class CatalogueItemEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  name: string;

  @Property({ type: "text", nullable: true })
  description: string | null;

  @Property({ type: new BigIntType("number") })
  unitPriceMinor: number;

  @Property({ type: "text" })
  currency: string;

  @Property({ type: "text", nullable: true })
  unit: string | null;

  /** Unique among an account's active items. */
  @Property({ type: "text", nullable: true })
  sku: string | null;

  @Property({ type: "text", nullable: true })
  taxRateId: string | null;

  @Property({ type: "text" })
  status: "active" | "archived";

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}
