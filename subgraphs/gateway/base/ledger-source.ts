import type { RequestContext } from "../../../src/context.ts";

type EntityManager = RequestContext["em"];

/** A thing that happened in an app and belongs into the books. Its ID never has another meaning. */
export interface LedgerFact {
  /** Kind of the record, such as `invoice`. */
  kind: string;
  /** ID of the record. */
  id: string;
  /** Day on which it counts, as YYYY-MM-DD. */
  date: string;
  currency: string;
  memo: string;
  /** ID of the client or the agency, else a name; null without one. */
  party: string | null;
  /** Category as entered; null without one. */
  category: string | null;
  /** Minor units by name. A negative amount takes back what a positive one does. */
  amounts: Readonly<Record<string, number>>;
  /** ID of the invoice whose open amount it changes; null for others. */
  item: string | null;
  /** Day on which the item is due; null for what opens none. */
  dueOn: string | null;
}

/** Position behind a fact, in the order of date, kind and ID. */
export type FactPosition = Pick<LedgerFact, "date" | "kind" | "id">;

export interface FactQuery {
  /** First and last day; null for no bound. */
  from: string | null;
  to: string | null;
  /** Only records that were added or changed since then; null for all. */
  changedSince: Date | null;
  after: FactPosition | null;
  limit: number;
}

/** What is open at the end of a day on one record of an app. */
export interface OpenItem {
  /** `receivables`, `customer_credits`, `booking_deposits` or `payroll_taxes`. */
  control: string;
  id: string;
  /** Number or name that people know it by. */
  label: string;
  party: string | null;
  /** Positive on the normal side of the control account. */
  openMinor: number;
}

/** An app whose records belong into the books of its account. Reads in the open transaction. */
export interface LedgerSource {
  appId: string;
  readFacts(em: EntityManager, ownerId: string, query: FactQuery): Promise<LedgerFact[]>;
  /** What is open at the end of `asOf` in a currency, computed apart from the facts. At most `limit` items. */
  readOpenItems(em: EntityManager, ownerId: string, query: OpenItemQuery): Promise<OpenItem[]>;
}

export interface OpenItemQuery {
  asOf: string;
  currency: string;
  limit: number;
}
