import type { FieldFault } from "../../../../src/errors.ts";
import { cutHtml, joinHtml, textPieces, type ViaLink } from "./merge-html.ts";
import { fillWith, mergeTag, mergeText, splitMergeTags, type TemplateVariables } from "./merge-tags.ts";
import { escapeHtml } from "../../../../src/text/html.ts";
import { sanitizeMailHtml } from "./template-html.ts";

export type { TemplateVariables };

/** The parts of a template. */
export interface TemplateText {
  subject: string;
  htmlBody: string;
  textBody: string | null;
}

export interface RenderedMessage {
  /** One line. */
  subject: string;
  html: string;
  /** Null when the template has no text of its own. */
  text: string | null;
  /** Variables that had neither a value nor a default, in the order of their first use. */
  missing: string[];
}

/** A template that is read and sanitised, to be merged with one recipient after the other. */
export interface CompiledTemplate {
  render(variables: TemplateVariables, via?: ViaLink): RenderedMessage;
  /** The words of the HTML, for programs that show none. */
  words(variables: TemplateVariables): string;
}

/**
 * Compiles a template once for all its recipients. Its HTML is sanitised here; values are escaped text and are not
 * merged again, so that no value adds markup. URLs are checked after merging. Line breaks in the subject become blanks.
 * An absent or empty value is replaced by the default, or by nothing. Styles take no variables. Pure.
 */
export function compileTemplate(template: TemplateText): CompiledTemplate {
  const clean = sanitizeMailHtml(template.htmlBody);
  const html = cutHtml(clean);
  const subject = splitMergeTags(template.subject);
  const text = template.textBody === null ? null : splitMergeTags(template.textBody);
  let words: ReturnType<typeof textPieces> | null = null;
  return {
    render(variables, via) {
      const missing = new Set<string>();
      const plain = fillWith(variables, missing);
      return {
        subject: mergeText(subject, plain).replaceAll(/\s+/g, " ").trim(),
        html: joinHtml(html, fillWith(variables, missing, escapeHtml), via),
        text: text && mergeText(text, plain),
        missing: [...missing],
      };
    },
    words(variables) {
      words ??= textPieces(clean);
      return mergeText(words, fillWith(variables, new Set())).trim();
    },
  };
}

/** A template with its variables put in, for one recipient. Pure. */
export function renderTemplate(template: TemplateText, variables: TemplateVariables): RenderedMessage {
  return compileTemplate(template).render(variables);
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
      faults.push({
        path,
        message: "has invalid braces; write variables as {{name}} or {{name|default}}",
        rule: "mergeTag",
      });
  }
  if (/[\r\n]/.test(template.subject ?? ""))
    faults.push({ path: "subject", message: "must be one line", rule: "oneLine" });
  return faults;
}
