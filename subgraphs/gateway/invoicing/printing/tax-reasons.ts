import type { TaxCategoryName } from "../taxes/line-taxes.ts";
import { wordsOf } from "./document-words.ts";
import type { DocumentWords } from "./words-en.ts";

const names: Partial<Record<TaxCategoryName, keyof DocumentWords>> = {
  exempt: "taxExempt",
  reverse_charge: "taxReverseCharge",
  intra_community: "taxIntraCommunity",
  export: "taxExport",
  outside_scope: "taxOutsideScope",
};

/** Why nothing is taxed, in the language of a locale; null for a category that needs no reason. */
export function reasonOfCategory(category: TaxCategoryName, locale: string): string | null {
  const name = names[category];
  return name === undefined ? null : wordsOf(locale)[name];
}
