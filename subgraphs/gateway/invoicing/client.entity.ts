import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";

/** Whom an account bills. */
@Entity({ tableName: "clients" })
export class ClientEntity {
  @PrimaryKey({ type: "text" })
  id: string;

  @Property({ type: "text" })
  ownerId: string;

  @Property({ type: "text" })
  email: string;

  /** Unique among an account's active clients. */
  @Property({ type: "text" })
  emailFolded: string;

  @Property({ type: "text" })
  name: string;

  /** False while the name is only the local part of the e-mail. */
  @Property({ type: "boolean" })
  isNameKnown: boolean;

  @Property({ type: "text" })
  status: "active" | "archived";

  @Property({ type: "integer" })
  version: number;

  @Property({ type: "datetime" })
  createdAt: Date;

  @Property({ type: "datetime" })
  updatedAt: Date;
}
