import type { AccessFacts, Tier } from "../../../src/access/rules.ts";
import { classCaps } from "../../../src/limits/limit-table.ts";
import type { Change, ChangeLevel } from "./release.types.ts";

type Rule = Partial<AccessFacts>;
type Found = Pick<Change, "id" | "level" | "subject" | "message">;

/** Who may call, from most to fewest. Kinds of one rank let in different people: a change between them breaks some. */
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
 * How the rule of one field changed: what is demanded more breaks callers, what is demanded less lets in others and is
 * for somebody to review. Both at once are two changes. Null stands for a field without a rule of its own.
 */
export function diffAccess(coordinate: string, before: Rule | null, after: Rule | null): Found[] {
  const [old, now] = [before ?? {}, after ?? {}];
  const found: Found[] = [];
  const say = (kind: string, level: ChangeLevel, message: string) =>
    found.push({ id: `${kind} ${coordinate}`, level, subject: coordinate, message });
  const tightened = (what: string, words: string) => say(`ACCESS_TIGHTENED:${what}`, "breaking", words);
  const loosened = (what: string, words: string) => say(`ACCESS_LOOSENED:${what}`, "review", words);

  if (old.auth !== now.auth) {
    const words = `who may call: ${old.auth ?? "whoever gets here"} → ${now.auth ?? "whoever gets here"}`;
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
    if (now.owned) tightened("owned", "only rows of the caller's own are shown");
    else loosened("owned", "rows of others are no longer kept out by this rule");
  }
  if (old.limit !== now.limit) {
    const isLower = isLowerCap(old.limit, now.limit);
    const words = `class of limits: ${old.limit ?? "none"} → ${now.limit ?? "none"}`;
    say("LIMIT_CHANGED", isLower ? "dangerous" : "safe", words);
  }
  if (old.money !== now.money) {
    const words = now.money
      ? "refused while limits cannot be checked"
      : "no longer refused while limits cannot be checked";
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

/** Plans of the hub and tiers of the invoicing app are two ladders. */
function isOtherLadder(old: Tier | undefined, now: Tier | undefined): boolean {
  const isApp = (tier: Tier) => tier === "integration" || tier === "api-access";
  return old !== undefined && now !== undefined && isApp(old) !== isApp(now);
}

/** Some caller has fewer calls than before; no class is no cap of its own. */
function isLowerCap(old: AccessFacts["limit"], now: AccessFacts["limit"]): boolean {
  const [before, after] = [classCaps(old), classCaps(now)];
  return after.some((cap, index) => (cap ?? Infinity) < (before[index] ?? Infinity));
}

/** How the price of a field's calls changed. */
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
  const message = `credits a call: ${old} → ${now}`;
  return [
    { id: `${now > old ? "PRICE_UP" : "PRICE_DOWN"} ${coordinate}`, level, subject: coordinate, message },
  ];
}
