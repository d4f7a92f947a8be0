import type { FieldFault } from "../../../../src/errors.ts";
import { foldEmail } from "../contacts/contact-address.ts";

/** A campaign recipient as given in the request. */
export interface AskedRecipient {
  email: string;
  name: string | null;
  contactId: string | null;
  variables: Record<string, unknown>;
}

/** A valid recipient, with the address folded. */
export type Recipient = AskedRecipient;

/** A rejected recipient, with the reason. */
export interface RejectedRecipient {
  email: string;
  reason: string;
}

export interface SortedRecipients {
  wanted: Recipient[];
  duplicates: number;
  invalid: number;
  rejected: RejectedRecipient[];
}

const maxVariables = 50;
const maxValueLength = 2_000;
const known = new Set(["email", "name", "contactId", "variables"]);

/** Reads recipients of either form, `"a@b.c"` or `{email, name, contactId, variables}`, and their faults. */
export function readRecipients(values: readonly unknown[]): {
  asked: AskedRecipient[];
  faults: FieldFault[];
} {
  const faults: FieldFault[] = [];
  const asked = values.map((value, index) => {
    if (typeof value === "string") return { email: value, name: null, contactId: null, variables: {} };
    const fields = value as Record<string, unknown>;
    const refuse = (name: string, message: string, rule: string) =>
      faults.push({ path: `recipients.${index}.${name}`, message, rule });
    for (const name of Object.keys(fields))
      if (!known.has(name)) refuse(name, "is not a known field", "unknown");
    const { email, name = null, contactId = null, variables } = fields;
    if (typeof email !== "string") refuse("email", "must be a string", "type");
    if (name !== null && (typeof name !== "string" || name.length > 200 || /[\r\n]/.test(name)))
      refuse("name", "must be one line of at most 200 characters", "type");
    if (contactId !== null && (typeof contactId !== "string" || contactId.length > 64))
      refuse("contactId", "must be a contact ID", "type");
    const fault = variables === undefined || variables === null ? null : variablesFault(variables);
    if (fault !== null) refuse("variables", fault, "type");
    return {
      email: String(email),
      name: name as string | null,
      contactId: contactId as string | null,
      variables: (variables ?? {}) as Record<string, unknown>,
    };
  });
  return { asked, faults };
}

function variablesFault(variables: unknown): string | null {
  if (typeof variables !== "object" || variables === null || Array.isArray(variables))
    return "must be an object";
  const values = Object.values(variables);
  if (values.length > maxVariables) return `must have at most ${maxVariables} values`;
  const isPlain = values.every(
    (value) =>
      value === null ||
      typeof value === "number" ||
      typeof value === "boolean" ||
      (typeof value === "string" && value.length <= maxValueLength),
  );
  return isPlain
    ? null
    : `must have only strings of at most ${maxValueLength} characters, numbers and booleans`;
}

/** Folds the addresses and rejects invalid ones and duplicates; the first occurrence counts. */
export function sortRecipients(asked: readonly AskedRecipient[]): SortedRecipients {
  const byAddress = new Map<string, Recipient>();
  const rejected: RejectedRecipient[] = [];
  let duplicates = 0;
  let invalid = 0;
  for (const recipient of asked) {
    const address = foldEmail(recipient.email);
    if (address === null) {
      invalid += 1;
      rejected.push({ email: recipient.email.slice(0, 254), reason: "invalid" });
    } else if (byAddress.has(address)) {
      duplicates += 1;
      rejected.push({ email: address, reason: "duplicate" });
    } else byAddress.set(address, { ...recipient, email: address });
  }
  return { wanted: [...byAddress.values()], duplicates, invalid, rejected };
}
