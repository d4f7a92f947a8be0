import { ruleFromFacts } from "../../src/access/rule-from-facts.ts";
import type { Rule } from "../../src/access/rules.ts";
import type { CallContext, Meter } from "../../src/context.ts";
import type { Decision, LimitRequest, LimitStore } from "../../src/limits/limits.types.ts";
import { addressKey } from "./address-key.ts";
import { countAccount, countAddress, countPageRead, isKeyWindow } from "./checks.ts";
import { FailedAttempts } from "./failed-attempts.ts";
import type { CallPlace, Limits, Use } from "./limits.ts";
import { limitError, limitHeaders } from "./show-limits.ts";

export interface LimiterOptions {
  store: LimitStore;
  /** Calls a minute of an account without limits, in one app. */
  abusePerMinute: number;
  /** Called for each request that a limit of its key refuses, with the end of that window in milliseconds. */
  keyLimitReached?(keyId: string, until: number): void;
}

/** A call on its way through a door. */
interface Counted extends CallPlace {
  address: string;
  isCounted: boolean;
  /** The counted request; null when it was not counted, or refunded. */
  admitted: { request: LimitRequest; decision: Decision; uses: number } | null;
}

/** Where a call's meter carries it. A WeakMap would say the same, and would keep every call until the old are collected. */
const slot = Symbol("limits");

/** The limits of the platform: documented tiers and classes, counted in the store. */
export class Limiter implements Limits {
  readonly #store: LimitStore;
  readonly #abusePerMinute: number;
  readonly #keyLimitReached: NonNullable<LimiterOptions["keyLimitReached"]>;
  readonly #failures = new FailedAttempts();

  constructor({ store, abusePerMinute, keyLimitReached = () => {} }: LimiterOptions) {
    this.#store = store;
    this.#abusePerMinute = abusePerMinute;
    this.#keyLimitReached = keyLimitReached;
  }

  begin(call: CallContext, place: CallPlace): void {
    const address = addressKey(place.ip);
    const counted: Counted = { ...place, address, isCounted: false, admitted: null };
    // Assigned: a property that is defined would give each meter a shape of its own.
    (call.meter as Meter & { [slot]: Counted })[slot] = counted;
  }

  guard(call: CallContext): void {
    const { address, show } = countedOf(call);
    const now = timeOf(call);
    const refusal = this.#failures.refusalOf(address, now);
    if (!refusal) return;
    show(limitHeaders({ windows: [refusal], refusal, now }));
    throw limitError(refusal, now);
  }

  failed(call: CallContext): void {
    this.#failures.note(countedOf(call).address, timeOf(call));
  }

  async count(call: CallContext, uses: readonly Use[]): Promise<void> {
    const counted = countedOf(call);
    counted.isCounted = true;
    const admissible = uses.filter(({ access }) => !isUnauthorized(access, call));
    if (admissible.length < uses.length) this.failed(call);
    if (admissible.length > 0) await this.#decide(call, counted, admissible);
  }

  async countOne(call: CallContext): Promise<void> {
    const counted = countedOf(call);
    if (counted.isCounted) return;
    counted.isCounted = true;
    await this.#decide(call, counted, [{ access: {}, appId: null, units: 1 }]);
  }

  settle(call: CallContext): void {
    const counted = countedOf(call);
    // Of a document with several fields it is not known which were replayed.
    if (!call.meter.replayed || counted.admitted?.uses !== 1) return;
    const { request, decision } = counted.admitted;
    counted.admitted = null;
    counted.show(limitHeaders(afterReplay(request, decision)));
    void this.#store.giveBack(request);
  }

  degradation(): string | null {
    return this.#store.degradation();
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #decide(call: CallContext, counted: Counted, uses: readonly Use[]): Promise<void> {
    const { principal, appId } = call;
    const isAnonymous = principal.kind === "anonymous";
    const counting = isAnonymous
      ? countAddress(counted.address, uses)
      : countAccount(principal, uses, { appId, abusePerMinute: this.#abusePerMinute });
    const isPageRead = counted.isPageRead === true && uses.every(({ isPageField }) => isPageField);
    const { subject, checks, movesMoney } = isPageRead ? countPageRead(counting, uses) : counting;
    const request: LimitRequest = {
      subject,
      checks,
      now: timeOf(call),
      isTestTime: counted.isTestTime,
      isLasting: !isAnonymous,
      failsClosed: movesMoney,
    };
    const decision = await this.#store.decide(request);
    counted.show(limitHeaders(decision));
    if (decision.refusal) {
      const { name, resetAt } = decision.refusal;
      if (isKeyWindow(name)) this.#keyLimitReached(principal.id, resetAt);
      throw limitError(decision.refusal, decision.now);
    }
    counted.admitted = { request: { ...request, now: decision.now }, decision, uses: uses.length };
  }
}

/** A 401 does not count against the account, only against the address. */
function isUnauthorized({ auth }: Use["access"], call: CallContext): boolean {
  if (auth === undefined || auth === "internal") return false;
  let rule = rulesByAuth.get(auth);
  if (!rule) rulesByAuth.set(auth, (rule = ruleFromFacts({ auth })));
  return rule.check({ ctx: call, parent: null, args: {} })?.status === 401;
}

const rulesByAuth = new Map<string, Rule>();

function countedOf({ meter }: CallContext): Counted {
  return (meter as Meter & { [slot]: Counted })[slot];
}

function timeOf(call: CallContext): number {
  return call.clock.now().getTime();
}

/** The windows as they are once a replay's calendar units are given back. */
function afterReplay({ checks }: LimitRequest, decision: Decision): Decision {
  const limited = checks.filter(({ limit }) => limit !== null);
  const windows = decision.windows.map((state, index) => {
    const { kind, units, limit } = limited[index]!;
    const isKept = kind === "minute" || kind === "bucket";
    return isKept ? state : { ...state, remaining: Math.min(limit!, state.remaining + units) };
  });
  return { ...decision, windows };
}
