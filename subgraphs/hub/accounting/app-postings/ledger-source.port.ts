import type { CallContext } from "../../../../src/context.ts";

/** A thing that happened in an app and belongs into the books. */
export interface LedgerFact {
  /** Kind of the record, such as `invoice`; one with a posting rule. */
  kind: string;
  /** ID of the record. */
  id: string;
  /** Day on which it counts, as YYYY-MM-DD. */
  date: string;
  currency: string;
  memo: string;
  /** ID of the client or the agency, else a name; null without one. */
  party: string | null;
  /** Category of an expense as entered; null for others. */
  category: string | null;
  /** Minor units by name, as the posting rule of the kind names them. */
  amounts: Readonly<Record<string, number>>;
  /** ID of the invoice whose open amount it changes; null for others. */
  item: string | null;
  /** Day on which the item is due; null for what opens none. */
  dueOn: string | null;
}

export type FactPosition = Pick<LedgerFact, "date" | "kind" | "id">;

/** Facts to read: all days by default, in the order of date, kind and ID. */
export interface FactQuery {
  appId: string;
  from: string | null;
  to: string | null;
  /** Only records that were added or changed since then; null for all. */
  changedSince: Date | null;
  after: FactPosition | null;
  limit: number;
}

/** What is open on one record of an app. */
export interface OpenItem {
  control: string;
  id: string;
  label: string;
  party: string | null;
  openMinor: number;
}

export interface OpenItemQuery {
  appId: string;
  asOf: string;
  currency: string;
  limit: number;
}

/** The apps as the books see them: for the account of the call, outside of transactions. */
export interface LedgerSources {
  readFacts(call: CallContext, query: FactQuery): Promise<LedgerFact[]>;
  readOpenItems(call: CallContext, query: OpenItemQuery): Promise<OpenItem[]>;
}
