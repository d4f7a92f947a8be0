/** A number as bookkeepers write it, such as `JE-2026-000042`; null for a draft. */
export function entryNumber({
  fiscalYear,
  number,
}: {
  fiscalYear: number | null;
  number: number | null;
}): string | null {
  return fiscalYear === null || number === null
    ? null
    : `JE-${fiscalYear}-${String(number).padStart(6, "0")}`;
}
