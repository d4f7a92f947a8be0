import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import type { TaxCategoryName } from "../taxes/line-taxes.ts";

/** A tax rate of an account. Its percentage and treatment never change. */
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

  /** Calculated on the net amount with its simple taxes. */
  @Property({ type: "boolean" })
  isCompound: boolean;

  /** Prices include it. */
  @Property({ type: "boolean" })
  isInclusive: boolean;

  /** Withheld by the client, who pays it to the tax office. */
  @Property({ type: "boolean" })
  isWithheld: boolean;

  @Property({ type: "text" })
  category: TaxCategoryName;

  /** Printed where nothing is taxed; null for the text of the category. */
  @Property({ type: "text", nullable: true })
  exemptionReason: string | null;

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
