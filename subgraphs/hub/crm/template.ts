import type { FieldFault } from "../../../src/errors.ts";
import { escapeHtml, sanitizeMailHtml } from "./template-html.ts";

/** What is written once and sent to many. */
export interface TemplateText {
  subject: string;
  htmlBody: string;
  textBody: string | null;
}

/** What stands in for `{{name}}`: plain values; anything else is as if it were not there. */
export type TemplateVariables = Readonly<Record<string, unknown>>;

export interface RenderedMessage {
  /** One line. */
  subject: string;
  html: string;
  /** Null when the template has no text of its own. */
  text: string | null;
  /** Variables that had neither a value nor a default, in the order of their first use. */
  missing: string[];
}

/** `{{name}}` or `{{name|default}}`, blanks around either of no account. */
const mergeTag = /\{\{\s*([A-Za-z][\w.]{0,63})\s*(?:\|([^{}<>\r\n]{0,200}))?\}\}/g;

/**
 * A template with its variables put in, in one pass: what comes in by a value is text and merges nothing further. Values
 * are escaped in HTML, which is sanitised once it is whole; in the subject line breaks become blanks. A value that is
 * absent or empty leaves its place to the default, or to nothing. Pure.
 */
export function renderTemplate(template: TemplateText, variables: TemplateVariables): RenderedMessage {
  const missing = new Set<string>();
  const merge = (text: string, write: (value: string) => string): string =>
    text.replaceAll(mergeTag, (_tag, name: string, fallback: string | undefined) => {
      const value = valueOf(variables, name);
      if (value !== "") return write(value);
      if (fallback === undefined) missing.add(name);
      return fallback?.trim() ?? "";
    });
  const plain = (value: string) => value;
  const subject = merge(template.subject, plain).replaceAll(/\s+/g, " ").trim();
  const html = sanitizeMailHtml(merge(template.htmlBody, escapeHtml));
  const text = template.textBody === null ? null : merge(template.textBody, plain);
  return { subject, html, text, missing: [...missing] };
}

/** Names that the texts ask for, in the order of their first use. */
export function variablesOf({ subject, htmlBody, textBody }: TemplateText): string[] {
  const names = [subject, htmlBody, textBody ?? ""].flatMap((text) =>
    [...text.matchAll(mergeTag)].map((match) => match[1]!),
  );
  return [...new Set(names)];
}

/** Faults of the texts that only reading them shows: braces that are no merge tag, a subject of several lines. */
export function templateFaults(template: Partial<TemplateText>): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const path of ["subject", "htmlBody", "textBody"] as const) {
    const rest = (template[path] ?? "").replaceAll(mergeTag, "");
    if (/\{\{|\}\}/.test(rest))
      faults.push({ path, message: "has braces that are no {{name}} or {{name|default}}", rule: "mergeTag" });
  }
  if (/[\r\n]/.test(template.subject ?? ""))
    faults.push({ path: "subject", message: "must be one line", rule: "oneLine" });
  return faults;
}

function valueOf(variables: TemplateVariables, name: string): string {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
