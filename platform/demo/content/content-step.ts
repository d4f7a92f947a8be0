import type { PlanKey } from "../../../src/access/principal.ts";
import type { RequestContext } from "../../../src/context.ts";

/** A mutation that puts one object of the demo data where it belongs. */
export interface ContentStep {
  /** Ends the ids that the mutation makes: `1` gives an invoice the id `inv_demo_1`. */
  name: string;
  /** Field of the subgraph's mutations. */
  field: string;
  /** Its arguments; the fields of a single `input` stand beside them. */
  input: Record<string, unknown>;
  /** When it happened, in days before the data is made. */
  daysAgo: number;
}

/** The data of one app in one account. */
export interface DemoContent {
  subgraph: string;
  appId: string;
  ownerId: string;
  /** The plan of the account, for steps that a plan limits. Default: free. */
  plan?: PlanKey;
  /** A row that is made last: where it exists, nothing is left to do. */
  lastRow: { table: string; id: string };
  steps: readonly ContentStep[];
  /** What no mutation makes, because it comes from outside: rows by their columns. */
  rows?: readonly ContentRow[];
  /** Between steps and rows. */
  decide?(ctx: RequestContext): Promise<void>;
}

export interface ContentRow {
  table: string;
  row: Readonly<Record<string, unknown>>;
}

/** A step that happened `daysAgo`. */
export function step(
  name: string,
  field: string,
  input: Record<string, unknown> = {},
  daysAgo = 30,
): ContentStep {
  return { name, field, input, daysAgo };
}

const dayMs = 24 * 60 * 60 * 1000;

/** The day `days` after `now`, as `YYYY-MM-DD` in UTC. */
export function dayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
}

/** A moment far away, so that nothing is sent and nothing ends. */
export const later = (now: Date): string => `${dayAfter(now, 300)}T15:00:00.000Z`;
