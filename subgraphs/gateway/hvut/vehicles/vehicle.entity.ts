import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import type { TaxableCategory } from "./weight-category.ts";

export interface Disposal {
  kind: "sold" | "destroyed" | "stolen";
  date: string;
  buyer: string | null;
}

/** A vehicle of a filer, by its number. */
@Entity({ tableName: "hvut_vehicles" })
export class VehicleEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  filerId: string;

  @Property({ type: "text" })
  vin: string;

  @Property({ type: "integer", nullable: true })
  taxableGrossWeight: number | null;

  @Property({ type: "text" })
  category: TaxableCategory;

  @Property({ type: "boolean" })
  logging: boolean;

  @Property({ type: "boolean" })
  agricultural: boolean;

  @Property({ type: "text", nullable: true })
  unitNumber: string | null;

  @Property({ type: "text" })
  status: "active" | "disposed";

  @Property({ type: "json", nullable: true })
  disposal: Disposal | null;

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}
