import type { AccessFacts, Tier } from "../../../src/access/rules.ts";
import { classCaps } from "../../../src/limits/limit-table.ts";
import type { Change, ChangeLevel } from "./release.types.ts";

type Rule = Partial<AccessFacts>;
type Found = Pick<Change, "id" | "level" | "subject" | "message">;

/** Kinds of access, from open to closed. A change between kinds of one rank breaks some clients. */
const authRank: Record<AccessFacts["auth"], number> = {
  public: 0,
  caller: 1,
  holder: 2,
  user: 2,
  payer: 2,
  admin: 3,
  internal: 4,
};

const tierRank: Record<Tier | "none", number> = {
  none: 0,
  free: 0,
  "api-access": 1,
  integration: 2,
  starter: 1,
  professional: 2,
  business: 3,
  enterprise: 4,
};

/**
 * Compares the access rule of one field. A stricter requirement is a breaking change. A weaker one needs a review.
 * Both at once are two changes. Null is a field without a rule of its own.
 */
export function diffAccess(coordinate: string, before: Rule | null, after: Rule | null): Found[] {
  const [old, now] = [before ?? {}, after ?? {}];
  const found: Found[] = [];
  const say = (kind: string, level: ChangeLevel, message: string) =>
    found.push({ id: `${kind} ${coordinate}`, level, subject: coordinate, message });
  const tightened = (what: string, words: string) => say(`ACCESS_TIGHTENED:${what}`, "breaking", words);
  const loosened = (what: string, words: string) => say(`ACCESS_LOOSENED:${what}`, "review", words);

  if (old.auth !== now.auth) {
    const words = `who may call: ${old.auth ?? "no rule of its own"} → ${now.auth ?? "no rule of its own"}`;
    const step = authRank[now.auth ?? "public"] - authRank[old.auth ?? "public"];
    if (step >= 0) tightened("auth", words);
    if (step <= 0) loosened("auth", words);
  }
  for (const name of ["scope", "app"] as const) {
    if (old[name] === now[name]) continue;
    const words = `${name}: ${old[name] ?? "none"} → ${now[name] ?? "none"}`;
    if (now[name] !== undefined) tightened(name, words);
    if (old[name] !== undefined) loosened(name, words);
  }
  if (old.tier !== now.tier) {
    const words = `tier: ${old.tier ?? "none"} → ${now.tier ?? "none"}`;
    const step = tierRank[now.tier ?? "none"] - tierRank[old.tier ?? "none"];
    if (step > 0 || isOtherLadder(old.tier, now.tier)) tightened("tier", words);
    if (step < 0 || isOtherLadder(old.tier, now.tier)) loosened("tier", words);
  }
  if (old.owned !== now.owned) {
    if (now.owned) tightened("owned", "returns only rows of the caller's account");
    else loosened("owned", "this rule no longer limits rows to the caller's account");
  }
  if (old.limit !== now.limit) {
    const isLower = isLowerCap(old.limit, now.limit);
    const words = `rate limit class: ${old.limit ?? "none"} → ${now.limit ?? "none"}`;
    say("LIMIT_CHANGED", isLower ? "dangerous" : "safe", words);
  }
  if (old.money !== now.money) {
    const words = now.money
      ? "rejected while rate limits cannot be checked"
      : "no longer rejected while rate limits cannot be checked";
    say("MONEY_CHANGED", now.money ? "dangerous" : "review", words);
  }
  if (old.confirm !== now.confirm) {
    const words = now.confirm
      ? "as a tool, asks for confirmation"
      : "as a tool, no longer asks for confirmation";
    say("CONFIRMATION_CHANGED", now.confirm ? "dangerous" : "review", words);
  }
  return found;
}

/** Whether one tier is a plan of the hub and the other a tier of the invoicing app. */
function isOtherLadder(old: Tier | undefined, now: Tier | undefined): boolean {
  const isApp = (tier: Tier) => tier === "integration" || tier === "api-access";
  return old !== undefined && now !== undefined && isApp(old) !== isApp(now);
}

/** Whether some client has a lower rate limit than before. A field without a class has no cap of its own. */
function isLowerCap(old: AccessFacts["limit"], now: AccessFacts["limit"]): boolean {
  const [before, after] = [classCaps(old), classCaps(now)];
  return after.some((cap, index) => (cap ?? Infinity) < (before[index] ?? Infinity));
}

/** Compares the credits that a request of one field costs. */
export function diffPrice(
  coordinate: string,
  before: { rule: Rule | null; prices: Readonly<Record<string, number>> },
  after: { rule: Rule | null; prices: Readonly<Record<string, number>> },
): Found[] {
  const priceOf = ({ rule, prices }: typeof before) =>
    rule?.cost === undefined ? 0 : (prices[rule.cost] ?? 0);
  const [old, now] = [priceOf(before), priceOf(after)];
  if (old === now) return [];
  const level = now > old ? "dangerous" : "safe";
  const message = `credits per request: ${old} → ${now}`;
  return [
    { id: `${now > old ? "PRICE_UP" : "PRICE_DOWN"} ${coordinate}`, level, subject: coordinate, message },
  ];
}
