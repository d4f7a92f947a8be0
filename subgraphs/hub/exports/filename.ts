import { trimWhere } from "../../../src/text/trim.ts";
import type { PayPeriod } from "./export-table.ts";

const maxLength = 200;

/**
 * The name of the file: the requested one, without characters that file systems or headers reject, or one with the pay
 * period. Ends with the format's extension.
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
    // Control characters, line and paragraph separators, and marks that change the writing direction.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replaceAll(/[/\\:*?<>|]/g, "_");
  const name = trimWhere(plain, /[\s.]/);
  const suffix = `.${extension}`;
  const stem = name.toLowerCase().endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  return `${Array.from(stem || fallback)
    .slice(0, maxLength)
    .join("")}${suffix}`;
}
