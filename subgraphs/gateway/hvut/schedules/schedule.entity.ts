import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";

/** A vehicle as Schedule 1 lists it. */
export interface ScheduleVehicle {
  vin: string;
  category: string;
}

/** The stamped copy of an accepted return. */
@Entity({ tableName: "hvut_schedules" })
export class ScheduleEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  filingId: string;

  @Property({ type: "text" })
  codeHash: string;

  /** The code, sealed when the key that it was derived from was replaced. */
  @Property({ type: "text", nullable: true })
  codeSealed: string | null;

  @Property({ type: "text" })
  filerName: string;

  @Property({ type: "integer" })
  period: number;

  @Property({ type: "text" })
  firstUseMonth: string;

  @Property({ type: "json" })
  vehicles: ScheduleVehicle[];

  @Property({ type: "text" })
  status: "stamped" | "voided";

  @Property({ type: "text" })
  submissionId: string;

  @Property({ type: "datetime" })
  acceptedAt: Date;

  @Property({ type: "datetime", nullable: true })
  voidedAt: Date | null;

  @Property({ type: "text", nullable: true })
  replacedBy: string | null;
}
