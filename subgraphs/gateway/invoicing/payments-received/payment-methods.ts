import type { DocumentWords } from "../printing/words-en.ts";
import type { ReceiptMethod } from "./payments.types.ts";

/** Payment methods in the language of a document. */
export function methodWords(words: DocumentWords): Record<ReceiptMethod, string> {
  return {
    cash: words.methodCash,
    card: words.methodCard,
    bank_transfer: words.methodBankTransfer,
    check: words.methodCheck,
    direct_debit: words.methodDirectDebit,
    other: words.methodOther,
  };
}
