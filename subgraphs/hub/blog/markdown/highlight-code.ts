import { parser as css } from "@lezer/css";
import { parser as go } from "@lezer/go";
import { classHighlighter, highlightCode } from "@lezer/highlight";
import { parser as javascript } from "@lezer/javascript";
import { parser as json } from "@lezer/json";
import { parser as python } from "@lezer/python";
import { escapeHtml } from "../../../../src/text/html.ts";

const jsx = javascript.configure({ dialect: "jsx" });
const typescript = javascript.configure({ dialect: "ts" });
const languages = new Map([
  ["css", css],
  ["go", go],
  ["js", jsx],
  ["javascript", jsx],
  ["json", json],
  ["jsx", jsx],
  ["py", python],
  ["python", python],
  ["ts", typescript],
  ["tsx", javascript.configure({ dialect: "jsx ts" })],
  ["typescript", typescript],
]);

/** Whether code of this language is highlighted. */
export function isHighlighted(language: string): boolean {
  return languages.has(language.toLowerCase());
}

/**
 * Code as HTML with `<span class="tok-…">` around its tokens; escaped text where the language is not known. The parsers are
 * generated LR parsers, whose time grows with the length alone.
 */
export function highlightToHtml(code: string, language: string): string {
  const parser = languages.get(language.toLowerCase());
  if (!parser) return escapeHtml(code);
  const parts: string[] = [];
  highlightCode(
    code,
    parser.parse(code),
    classHighlighter,
    (text, classes) =>
      parts.push(classes ? `<span class="${classes}">${escapeHtml(text)}</span>` : escapeHtml(text)),
    () => parts.push("\n"),
  );
  return parts.join("");
}
