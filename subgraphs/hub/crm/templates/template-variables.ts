import type { ContactRow } from "../contacts/contact.rows.ts";
import type { TemplateVariables } from "./template.ts";

/** Variables of a contact for templates: its own fields, and its custom fields by their names. */
export function contactVariables(
  contact: Pick<ContactRow, "email" | "phone" | "firstName" | "lastName" | "company" | "customFields">,
): TemplateVariables {
  const { customFields, email, phone, firstName, lastName, company } = contact;
  const own = { email, phone, firstName, lastName, company };
  const known = Object.entries(own).filter(([, value]) => value !== null && value !== "");
  return { ...customFields, ...Object.fromEntries(known) };
}
