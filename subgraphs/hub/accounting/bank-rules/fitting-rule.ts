import { fold } from "../../../../src/bank-statements/line-identity.ts";
import type { BankRuleRow } from "./bank-rule.rows.ts";
import type { BankRuleReason, BankRuleSuggestion } from "./bank-rule.types.ts";

/** What of a bank line decides. Amounts are minor units. */
export interface RuledLine {
  amount: number;
  payee: string;
  notes: string | null;
}

interface Fit {
  reasons: BankRuleReason[];
  text: string | null;
}

/** Rules whose phrases were folded once for any number of lines, in the order in which they are tried. */
export class RuleOrder {
  readonly #rules: readonly {
    row: BankRuleRow;
    phrases: [text: string, padded: string][];
    party: string | null;
  }[];

  constructor(rows: readonly BankRuleRow[]) {
    this.#rules = rows.map((row) => ({
      row,
      phrases: (row.texts ?? []).map((text) => [text, padded(text)]),
      party: row.counterparty === null ? null : fold(row.counterparty),
    }));
  }

  /** The first rule all of whose conditions the line meets, with the reasons; null without one. */
  firstFor(line: RuledLine): { row: BankRuleRow; fit: Fit } | null {
    const text = padded(`${line.payee} ${line.notes ?? ""}`);
    const payee = fold(line.payee);
    for (const { row, phrases, party } of this.#rules) {
      const reasons: BankRuleReason[] = [];
      const found = phrases.find(([, phrase]) => text.includes(phrase));
      if (row.texts !== null) {
        if (!found) continue;
        reasons.push("description_text");
      }
      if (party !== null) {
        if (party !== payee) continue;
        reasons.push("counterparty");
      }
      const amount = Math.abs(line.amount);
      if (row.minAmount !== null || row.maxAmount !== null) {
        if (amount < (row.minAmount ?? 0) || amount > (row.maxAmount ?? Infinity)) continue;
        reasons.push("amount_range");
      }
      if (row.direction !== null) {
        if (row.direction !== (line.amount > 0 ? "in" : "out")) continue;
        reasons.push("direction");
      }
      return { row, fit: { reasons, text: found?.[0] ?? null } };
    }
    return null;
  }

  /** The same as the line shows it. */
  suggestionFor(line: RuledLine): BankRuleSuggestion | null {
    const found = this.firstFor(line);
    if (!found) return null;
    const { id: ruleId, name, accountId } = found.row;
    return { ruleId, name, accountId, ...found.fit };
  }
}

/** Words between spaces, so that a phrase is found as whole words: `fee` is not in `coffee`. */
function padded(text: string): string {
  return ` ${fold(text)} `;
}
