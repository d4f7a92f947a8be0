import type { AccessFacts } from "../../src/access/rules.ts";
import type { CallContext } from "../../src/context.ts";
import type { MaybePromise } from "../../src/concurrency/maybe-promise.ts";

/** One countable use in a request: one operation, or one occurrence of a root field. */
export interface Use {
  access: Partial<AccessFacts>;
  /** The app that the input names; null when it names none. */
  appId: string | null;
  units: number;
  /** True for a field that the explorer's pages read. Such requests may count in the class `explorer`. */
  isPageField?: boolean;
}

/** Where a call comes from, and where its limits are shown. */
export interface CallPlace {
  ip: string;
  /** True when the call's clock is a test's. */
  isTestTime: boolean;
  /** True when the client marks the request as a read of an explorer page. */
  isPageRead?: boolean;
  /** Sets response headers; no effect for a request without its own response. */
  show(headers: Record<string, string>): void;
}

/**
 * Rate limiting for doors. A request is identified by its meter, which all copies of its context share. The
 * order is: `guard` before anything is verified, `failed` for invalid credentials, `count` before any other
 * check, and `settle` when the response is known.
 */
export interface Limits {
  /** Notes where a call comes from. To be called first. */
  begin(call: CallContext, place: CallPlace): void;
  /** Throws 429 for an address that has sent too many bad credentials. */
  guard(call: CallContext): void;
  /** Counts an answer 401 to the call's address. */
  failed(call: CallContext): void;
  /** Counts the call in all of its windows, or throws 429 RATE_LIMIT_EXCEEDED and counts nothing; 503 where money moves and the store fails. */
  count(call: CallContext, uses: readonly Use[]): MaybePromise<void>;
  /**
   * Counts one unit for a request that is refused before its operations are known, unless it was counted
   * already.
   */
  countOne(call: CallContext): Promise<void>;
  /** Gives a replayed call its day and month back. */
  settle(call: CallContext): void;
  /** Why limits are degraded; null when they are not. */
  degradation(): string | null;
  /** Puts on record what is not yet. */
  close(): Promise<void>;
}

/** No limits at all: for tests and tools that are about something else. */
export const noLimits: Limits = {
  begin: () => undefined,
  guard: () => undefined,
  failed: () => undefined,
  count: () => undefined,
  countOne: async () => undefined,
  settle: () => undefined,
  degradation: () => null,
  close: async () => undefined,
};

/**
 * The error for the response to a request that failed with `error`: that error, or a rate limit refusal if the
 * failed request exceeded the limit.
 */
export function refusalWithin(limits: Limits, call: CallContext, error: unknown): Promise<unknown> {
  return limits.countOne(call).then(
    () => error,
    (beyond: unknown) => beyond,
  );
}
