import { escapeHtml } from "../../../src/text/html.ts";
/** Markup that is safe to send: every value that went into it was escaped. */
export class SafeHtml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = SafeHtml | string | number | null | undefined | false | readonly HtmlValue[];

/** Markup with its values escaped, so that a name with tags in it is shown as it was written. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): SafeHtml {
  const parts = strings.map((markup, index) => markup + (index < values.length ? textOf(values[index]) : ""));
  return new SafeHtml(parts.join(""));
}

function textOf(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof SafeHtml) return value.text;
  if (typeof value === "object") return value.map(textOf).join("");
  return escapeHtml(String(value));
}
