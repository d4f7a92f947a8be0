import { isId } from "../ids.ts";
import { looksSecret, masked, withoutTaxNumbers } from "./mask-input.ts";

/** Values of an object before and after a change, as the audit row of the change shows them. */
export interface AuditChange {
  before: object;
  after: object;
}

const mailAddress = /[^\s@]@[^\s@]/;
const isoTime = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/;

/** The fields whose values differ, each with both values. */
export function changedFields(before: object, after: object): AuditChange {
  const [old, fresh] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = [...new Set([...old.keys(), ...fresh.keys()])].filter(
    (name) => JSON.stringify(old.get(name)) !== JSON.stringify(fresh.get(name)),
  );
  const pick = (values: Map<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, values.get(name) ?? null]));
  return { before: pick(old), after: pick(fresh) };
}

/** The values as plain JSON, where all text that may be a secret, a tax number or an e-mail address is masked. */
export function maskChange({ before, after }: AuditChange): AuditChange {
  return { before: maskValues(before), after: maskValues(after) };
}

function maskValues(values: object): object {
  return JSON.parse(JSON.stringify(values), (_name, value: unknown) =>
    typeof value === "string" && isConfidential(value) ? masked : value,
  ) as object;
}

function isConfidential(text: string): boolean {
  if (isoTime.test(text) || isId(text.split("_")[0]!, text)) return false;
  return looksSecret(text) || withoutTaxNumbers(text) !== text || mailAddress.test(text);
}
