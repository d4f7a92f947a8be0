import { createHash } from "node:crypto";
import { buildRows, type Row } from "./rows.ts";

/** What goes wrong at one field of one row: an error, a null, or a hole in its list. */
export type FaultKind = "throw" | "null" | "hole";

/** Faults by `Type.field:rowId`. */
export type Faults = ReadonlyMap<string, FaultKind>;

/** The data of one call: mutations of one call are seen by this call alone. */
export class World {
  revision = 0;
  /** Coordinates that were resolved, in order. */
  readonly visited: string[] = [];
  /** Response paths at which a fault struck. */
  readonly struck: (string | number)[][] = [];
  readonly faults: Faults;
  private readonly rows = buildRows();

  constructor(faults: Faults = new Map()) {
    this.faults = faults;
  }

  all(typename: string): Row[] {
    return this.rows.filter((row) => row.__typename === typename);
  }

  products(): Row[] {
    return this.rows.filter(isProduct);
  }

  /** The row with this id; null when there is none. */
  find(id: unknown): Row | null {
    return this.rows.find((row) => row.id === id) ?? null;
  }

  findAll(ids: unknown): (Row | null)[] {
    return (ids as unknown[]).map((id) => this.find(id));
  }

  /** The row that a representation with any of its type's keys means. */
  findByKey(key: Record<string, unknown>): Row | null {
    const fits = (row: Row) =>
      (key["id"] === undefined || row.id === key["id"]) &&
      (key["isbn"] === undefined || row["isbn"] === key["isbn"]) &&
      (key["email"] === undefined || row["email"] === key["email"]) &&
      (key["organization"] === undefined || row["organizationId"] === (key["organization"] as Row).id);
    const isNamed = ["id", "isbn", "email"].some((name) => key[name] !== undefined);
    return isNamed ? (this.candidates(String(key["__typename"])).find(fits) ?? null) : null;
  }

  /** The next revision; shows in which order mutations ran. */
  advance(): number {
    this.revision += 1;
    return this.revision;
  }

  private candidates(typename: string): Row[] {
    return typename === "Product" ? this.products() : this.all(typename);
  }
}

function isProduct(row: Row): boolean {
  return row.__typename === "Book" || row.__typename === "Tool";
}

/** A short digest, where a value shall show that it depends on another one. */
export function digest(value: unknown): string {
  return createHash("sha1").update(String(value)).digest("hex").slice(0, 6);
}
