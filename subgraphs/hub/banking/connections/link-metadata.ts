import { validationError, type FieldFault } from "../../../../src/errors.ts";
import type { BankLinkMetadata } from "../banking-inputs.types.ts";
import type { IncomingAccount } from "../transactions/duplicates.ts";

const maxTextLength = 200;

/**
 * The accounts that the provider's page passed to the app. They are open objects; every field that is read is checked.
 * Throws VALIDATION_ERROR with all faults.
 */
export function readLinkedAccounts({ accounts }: BankLinkMetadata): IncomingAccount[] {
  const faults: FieldFault[] = [];
  const read = accounts.map((account, index) => {
    const text = (name: string, isRequired = false): string | null => {
      const value = account[name] ?? null;
      if (typeof value === "string" && value !== "" && value.length <= maxTextLength) return value;
      if (value === null && !isRequired) return null;
      const path = `metadata.accounts.${index}.${name}`;
      faults.push({ path, message: `must be a string of 1 to ${maxTextLength} characters`, rule: "text" });
      return null;
    };
    const persistentId = text("persistentAccountId") ?? text("persistent_account_id");
    return { name: text("name", true) ?? "", mask: text("mask"), subtype: text("subtype"), persistentId };
  });
  if (faults.length > 0) throw validationError(faults);
  return read;
}
