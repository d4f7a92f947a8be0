import { trimWhere } from "../../../src/text/trim.ts";
import type { PayPeriod } from "./export-table.ts";

const maxLength = 200;

/**
 * The name of the file: the one that is asked for, without what no file system and no header takes, or one that says the
 * pay period. Ends with the format's extension.
 */
export function exportFilename(
  asked: string | undefined,
  extension: string,
  payPeriod: PayPeriod | null,
): string {
  const { startDate = null, endDate = null } = payPeriod ?? {};
  const fallback = ["payroll", startDate, endDate].filter((part) => part !== null).join("-");
  const plain = (asked ?? "")
    .toWellFormed()
    // Control characters, line and paragraph separators, and marks that turn the direction of writing.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replaceAll(/[/\\:*?<>|]/g, "_");
  const name = trimWhere(plain, /[\s.]/);
  const suffix = `.${extension}`;
  const stem = name.toLowerCase().endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  return `${Array.from(stem || fallback)
    .slice(0, maxLength)
    .join("")}${suffix}`;
}
