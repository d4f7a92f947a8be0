import { parseDecimal } from "../../../../src/money.ts";
import type { RuleAction, RuleCondition } from "../finance-tables.ts";

/** The fields that rules read and set. The amount is in minor units of `decimals`. */
export interface RuledEntry {
  payee: string;
  notes: string | null;
  accountId: string;
  amount: number;
  decimals: number;
  categoryId: string | null;
  tags: readonly string[];
}

export interface CategorisationRule {
  conditions: readonly RuleCondition[];
  actions: readonly RuleAction[];
  stopOnMatch: boolean;
}

/**
 * An entry after all rules in their order: a rule whose conditions all hold sets what it says, later rules see that and may
 * change it, and one that stops is the last. Texts are compared without case; amounts by their size.
 */
export function applyRules<Entry extends RuledEntry>(
  rules: readonly CategorisationRule[],
  entry: Entry,
): Entry {
  let changed = entry;
  for (const { conditions, actions, stopOnMatch } of rules) {
    if (!conditions.every((condition) => holds(condition, changed))) continue;
    changed = actions.reduce(act, changed);
    if (stopOnMatch) break;
  }
  return changed;
}

/** The reason why a condition cannot be evaluated; null when it can. */
export function conditionFault({ field, operator, value }: RuleCondition): string | null {
  const isAmount = field === "amount";
  if (isAmount && !/^\d{1,12}(\.\d{1,3})?$/.test(value))
    return "must have an amount such as 12.50 as its value";
  const fitting = isAmount ? ["is", "at_least", "at_most"] : ["is", "contains", "starts_with"];
  if (field === "account" && operator !== "is") return "the operator for account must be is";
  return fitting.includes(operator) ? null : `the operator for ${field} must be one of ${fitting.join(", ")}`;
}

/** Whether an entry meets a condition. */
export function holds({ field, operator, value }: RuleCondition, entry: RuledEntry): boolean {
  if (field === "account") return entry.accountId === value;
  if (field === "amount") return amountHolds(operator, value, entry);
  const text = (field === "payee" ? entry.payee : (entry.notes ?? "")).toLowerCase();
  const wanted = value.toLowerCase();
  if (operator === "contains") return text.includes(wanted);
  return operator === "starts_with" ? text.startsWith(wanted) : text === wanted;
}

function amountHolds(
  operator: RuleCondition["operator"],
  value: string,
  { amount, decimals }: RuledEntry,
): boolean {
  const { digits, scale } = parseDecimal(Number(value));
  // Both in units of the finer scale.
  const own = BigInt(Math.abs(amount)) * 10n ** BigInt(scale);
  const wanted = digits * 10n ** BigInt(decimals);
  if (operator === "at_least") return own >= wanted;
  return operator === "at_most" ? own <= wanted : own === wanted;
}

function act<Entry extends RuledEntry>(entry: Entry, { set, value }: RuleAction): Entry {
  if (set === "category") return { ...entry, categoryId: value };
  if (set === "payee") return { ...entry, payee: value };
  return entry.tags.includes(value) ? entry : { ...entry, tags: [...entry.tags, value] };
}
