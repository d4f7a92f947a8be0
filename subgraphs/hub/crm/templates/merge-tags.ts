/** Values of `{{name}}` tags: plain values; others count as missing. */
export type TemplateVariables = Readonly<Record<string, unknown>>;

/** A place of a template that a variable fills. */
export interface MergeTag {
  name: string;
  /** As written; undefined when the tag has no default. */
  fallback: string | undefined;
}

/** A template in pieces: words as they are, and places to fill. */
export type Merged = readonly (string | MergeTag)[];

/** `{{name}}` or `{{name|default}}`, blanks around either of no account. */
export const mergeTag = /\{\{\s*([A-Za-z][\w.]{0,63})\s*(?:\|([^{}<>\r\n]{0,200}))?\}\}/g;

/** Finds the places of a text, once for all that it is merged with. */
export function splitMergeTags(text: string): Merged {
  const parts: (string | MergeTag)[] = [];
  let end = 0;
  for (const match of text.matchAll(mergeTag)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ name: match[1]!, fallback: match[2]?.trim() });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** Renders a tag for one recipient, in the form of its context. */
export type Fill = (tag: MergeTag) => string;

/** Fills by these variables; names that have neither a value nor a default are added to `missing`. */
export function fillWith(
  variables: TemplateVariables,
  missing: Set<string>,
  write: (value: string) => string = (value) => value,
): Fill {
  return ({ name, fallback }) => {
    const value = valueOf(variables, name);
    if (value !== "") return write(value);
    if (fallback === undefined) missing.add(name);
    return fallback ?? "";
  };
}

export function mergeText(parts: Merged, fill: Fill): string {
  let text = "";
  for (const part of parts) text += typeof part === "string" ? part : fill(part);
  return text;
}

function valueOf(variables: TemplateVariables, name: string): string {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
