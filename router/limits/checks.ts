import type { Principal } from "../../src/access/principal.ts";
import {
  addressLimits,
  adminCallsPerMinute,
  classLimit,
  explorerReads,
  isAddressClass,
  keyBurst,
  tierIn,
  type LimitClass,
  type TierLimits,
} from "../../src/limits/limit-table.ts";
import type { WindowCheck, WindowKind } from "../../src/limits/limits.types.ts";
import type { Use } from "./limits.ts";

/** Whose counters a call uses, and which. */
export interface Counting {
  subject: string;
  checks: WindowCheck[];
  /** True when an operation among the uses moves money. */
  movesMoney: boolean;
}

/** A window's name and the message of its refusal. */
export const windowFacts = {
  minute: { reason: "minute", window: "minute", seconds: 60 },
  day: { reason: "day", window: "day", seconds: 86_400 },
  month: { reason: "month", window: "month", seconds: 2_592_000 },
  key_hour: { reason: "key_hour", window: "hour", seconds: 3_600 },
  key_day: { reason: "key_day", window: "day", seconds: 86_400 },
  key_month: { reason: "key_month", window: "month", seconds: 2_592_000 },
  abuse: { reason: "abuse", window: "minute", seconds: 60 },
  key_second: { reason: "class", window: "second", seconds: 2 },
  explorer: { reason: "class", window: "minute", seconds: 60 },
  explorer_day: { reason: "class", window: "day", seconds: 86_400 },
} as const;

/** True for the hour, day and month that a key's owner may have set limits of. */
export function isKeyWindow(name: string): boolean {
  return name === "key_hour" || name === "key_day" || name === "key_month";
}

/**
 * The counters of an account. An app that is paid for has its own; every other app counts in its own and in one
 * that all of them share, so that requests still count after a plan is bought or lost. A key is counted beside
 * its owner. Administrators' operations count in a separate class.
 */
export function countAccount(
  principal: Principal,
  uses: readonly Use[],
  options: { appId: string | null; abusePerMinute: number },
): Counting {
  const isService = principal.kind === "serviceAccount";
  const subject = isService ? `service:${principal.id}` : `user:${principal.ownerId ?? principal.id}`;
  const checks = new Checks();
  let movesMoney = false;
  for (const use of uses) {
    const { access, units } = use;
    movesMoney ||= access.money === true;
    if (access.auth === "admin" && principal.isAdmin) {
      checks.add("admin", "minute", "admin", adminCallsPerMinute, units);
      continue;
    }
    const appId = options.appId ?? use.appId ?? access.app ?? "central";
    const { limits, isPaid } = tierIn(principal, appId);
    for (const counter of isPaid ? [`app:${appId}`] : [`app:${appId}`, "free"]) {
      countTier(checks, counter, limits, units, options.abusePerMinute);
      countClass(checks, counter, limits, access.limit, units);
    }
    if (principal.kind === "apiKey") countKey(checks, principal, limits, units);
  }
  return { subject, checks: checks.all(), movesMoney };
}

/** The counters of a client without a credential: those of the address, for public operations. */
export function countAddress(address: string, uses: readonly Use[]): Counting {
  const checks = new Checks();
  for (const { access, units } of uses) {
    const name = isAddressClass(access.limit) ? access.limit : "public";
    checks.add(name, "minute", name, addressLimits[name], units);
  }
  return { subject: `ip:${address}`, checks: checks.all(), movesMoney: false };
}

/**
 * The counters of a read that an explorer page sends: the class `explorer` of the same account or address. The other
 * windows are shown in the response, and neither count the request nor refuse it.
 */
export function countPageRead(counting: Counting, uses: readonly Use[]): Counting {
  const units = uses.reduce((sum, use) => sum + use.units, 0);
  const shown = counting.checks.map((check) => ({ ...check, units: 0 }));
  const own = new Checks();
  own.add("explorer", "minute", "explorer", explorerReads.minute, units);
  own.add("explorer_day", "day", "explorer", explorerReads.day, units);
  return { ...counting, checks: [...shown, ...own.all()] };
}

function countTier(
  checks: Checks,
  counter: string,
  { minute, day, month }: TierLimits,
  units: number,
  abusePerMinute: number,
): void {
  if (minute === null) checks.add("abuse", "minute", counter, abusePerMinute, units);
  else checks.add("minute", "minute", counter, minute, units);
  checks.add("day", "day", counter, day, units);
  checks.add("month", "month", counter, month, units);
}

function countClass(
  checks: Checks,
  counter: string,
  { plan }: TierLimits,
  limitClass: LimitClass | undefined,
  units: number,
): void {
  if (limitClass === undefined || isAddressClass(limitClass)) return;
  const limit = classLimit(limitClass, plan);
  if (limit !== null) checks.add(limitClass, "minute", `${counter} ${limitClass}`, limit, units);
}

function countKey(checks: Checks, { id, keyLimits }: Principal, { plan }: TierLimits, units: number): void {
  const counter = `key:${id}`;
  const limits = keyLimits ?? { requestsPerHour: -1, requestsPerDay: -1, requestsPerMonth: -1 };
  checks.add("key_hour", "hour", counter, limitOf(limits.requestsPerHour), units);
  checks.add("key_day", "day", counter, limitOf(limits.requestsPerDay), units);
  checks.add("key_month", "month", counter, limitOf(limits.requestsPerMonth), units);
  if (plan !== "enterprise")
    checks.add("key_second", "bucket", counter, keyBurst.limit, units, keyBurst.intervalMs);
}

/** -1 is without limit. */
function limitOf(requests: number): number | null {
  return requests < 0 ? null : requests;
}

/** Checks of one request; several uses of the same window become one check. */
class Checks {
  readonly #byName = new Map<string, WindowCheck>();

  add(
    name: string,
    kind: WindowKind,
    counter: string,
    limit: number | null,
    units: number,
    intervalMs?: number,
  ): void {
    const key = `${counter} ${kind}`;
    const known = this.#byName.get(key);
    if (known) known.units += units;
    else this.#byName.set(key, { name, kind, counter, limit, units, ...(intervalMs ? { intervalMs } : {}) });
  }

  all(): WindowCheck[] {
    return [...this.#byName.values()];
  }
}
