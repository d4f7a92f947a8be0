import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";

/** A person or desk that takes bookings. */
@Entity({ tableName: "booking_providers" })
export class BookingProviderEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  name: string;

  @Property({ type: "text", nullable: true })
  email: string | null;

  @Property({ type: "text" })
  timezone: string;

  /** Where the provider works. */
  @Property({ type: "text", nullable: true })
  locationId: string | null;

  @Property({ type: "text" })
  status: "active" | "archived";

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}
