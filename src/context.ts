import type { AuditChange } from "./access/audit-change.ts";
import type { Logger } from "pino";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Clock } from "./time/clock.ts";
import type { EventActor } from "./access/acting.ts";
import type { ApprovedRun } from "./access/approved-run.ts";
import type { Principal } from "./access/principal.ts";
import type { BeforeCommit, BesideRefusal } from "./db/transaction.ts";
import type { DomainError } from "./errors.ts";

/** Cost of one request, and whether it was a replay; filled while the request runs. */
export interface Meter {
  /** Credits charged so far, in hundredths. */
  chargedHundredths: number;
  /** Balance after the last charge, in hundredths; null when nothing was charged. */
  remainingHundredths: number | null;
  /** True when an idempotent write was answered from its first run. */
  replayed: boolean;
  /** How many times AI providers were asked. */
  attempts?: number;
  /** True when a provider could not be reached and its last good response was used instead. */
  stale?: boolean;
}

export function newMeter(): Meter {
  return { chargedHundredths: 0, remainingHundredths: null, replayed: false };
}

/** True for the meter of a call that cost nothing and was no replay: responses need not report it. */
export function isUnused({
  chargedHundredths,
  remainingHundredths,
  replayed,
  attempts,
  stale,
}: Meter): boolean {
  return (
    chargedHundredths === 0 && remainingHundredths === null && !replayed && attempts === undefined && !stale
  );
}

/** Origin of a request, as the audit trail shows it. */
export interface CallClient {
  /** A proxy's word counts only if the proxy is trusted. */
  ip: string;
  userAgent: string | null;
}

/**
 * One call as it crosses from the router into the subgraphs: who, for which app, under which id.
 * In one process the object itself is handed over; between processes it travels in a signed header.
 */
export interface CallContext {
  principal: Principal;
  requestId: string;
  /** The app named by header or path; null when none was named. */
  appId: string | null;
  /** Why the named app or the idempotency key cannot be read: the door refuses an anonymous call, with 401 where that is due. */
  appFault?: DomainError;
  idempotencyKey: string | null;
  clock: Clock;
  log: Logger;
  meter: Meter;
  publicUrl: string;
  /** Absent when the platform acts on its own. */
  client?: CallClient | undefined;
  /** Client headers that the allow-list of at least one subgraph names. */
  headers?: ReadonlyMap<string, string> | undefined;
  signal?: AbortSignal;
  /** Set while an approved request runs. Never sent to another process. */
  approval?: ApprovedRun;
  /** Of an internal call: who made the one that caused it. */
  actor?: EventActor | null;
}

/**
 * First argument of every resolver, rule and use case. `ports` and `loaders` belong to the subgraph; a
 * subgraph's own context type narrows them. Created once per request and subgraph.
 */
export interface RequestContext extends CallContext {
  em: EntityManager;
  /** The database's own entity manager, for reads of plain rows (`TransactionContext`). */
  readonly sharedEm?: EntityManager;
  ports: unknown;
  loaders: unknown;
  /** Writes that join the commit of whatever this call changes: its audit row, its charge. */
  beforeCommit?: BeforeCommit;
  /** Joins the commit of this call's refusal, where that is stored without any work. */
  besideRefusal?: BesideRefusal;
  /** True where the call is only validated: its transaction is rolled back, and nothing outside may be called. */
  isRehearsal?: true;
  /**
   * Puts the values before and after the change on the call's audit row. Personal data is left out by the use case; text
   * that may be a secret or an e-mail address is masked.
   */
  noteChange?(change: AuditChange): void;
  /** Does work for the price of this call, where the field leaves it to the use case what is paid for. */
  charged?<T>(work: (ctx: RequestContext) => Promise<T>, use?: ChargedUse<T>): Promise<T>;
}

/** Work whose price is that of a unit: how many are set aside, and how many the result is to be paid for. */
export interface ChargedUse<T> {
  units: number;
  used(result: T): number;
}

const origin = Symbol("the context that a copy was made of");

/** One getter for all copies, so that they have one shape. */
const emOfOrigin: PropertyDescriptor & ThisType<RequestContext & { [origin]: RequestContext }> = {
  enumerable: true,
  configurable: true,
  get() {
    return this[origin].em;
  },
};

/**
 * A copy of a context with other values. Its entity manager is that of the original, which is not forked for the copy:
 * spreading a context (`{ ...ctx }`) reads the property, and that forks one.
 */
export function copyContext<Context extends RequestContext>(
  ctx: Context,
  values: Partial<Omit<RequestContext, "em">>,
): Context {
  const copy: Record<PropertyKey, unknown> = {};
  for (const key of Object.keys(ctx) as (keyof RequestContext)[]) if (key !== "em") copy[key] = ctx[key];
  Object.assign(copy, values);
  Object.defineProperty(copy, origin, { value: ctx });
  return Object.defineProperty(copy, "em", emOfOrigin) as unknown as Context;
}
