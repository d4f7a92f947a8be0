import { createRequire } from "node:module";
import type { IOptions } from "sanitize-html";

const require = createRequire(import.meta.url);

const texts =
  "h1 h2 h3 h4 h5 h6 p br hr div span center blockquote pre code address section article header footer";
const marks = "a b strong i em u s small sub sup mark font img ul ol li dl dt dd";
const tables = "table caption colgroup col thead tbody tfoot tr th td";

/**
 * A value of a style that loads nothing and runs nothing: none of these words has a bracket behind it, on any line. The
 * length is checked first, and the rest is one pass, so that the longest template costs no more than its length.
 */
const plainStyle =
  /^(?=.{0,200}$)(?:(?!url|image|expression|javascript)[^<>\\{};@])*(?:(?:url|image|expression|javascript)[^(<>\\{};@]*)?$/is;

const sides = ["", "-top", "-right", "-bottom", "-left"];
const styles = [
  ..."color background-color background width max-width min-width height max-height line-height display".split(
    " ",
  ),
  ..."font font-family font-size font-style font-weight letter-spacing white-space word-break direction".split(
    " ",
  ),
  ..."text-align text-decoration text-transform text-indent vertical-align table-layout list-style-type".split(
    " ",
  ),
  ..."border-radius border-collapse border-spacing border-color border-style border-width opacity float".split(
    " ",
  ),
  ...["margin", "padding", "border"].flatMap((name) => sides.map((side) => name + side)),
];

const linkSchemes = ["https", "http", "mailto", "tel"];
const imageSchemes = ["https", "http"];

const options: IOptions = {
  allowedTags: `${texts} ${marks} ${tables}`.split(" "),
  allowedAttributes: {
    "*": ["style", "align", "valign", "width", "height", "bgcolor", "dir", "lang", "title", "role", "aria-*"],
    a: ["href", "name", "target", "rel"],
    img: ["src", "alt", "border"],
    font: ["color", "face", "size"],
    table: ["border", "cellpadding", "cellspacing"],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan", "scope"],
    col: ["span"],
  },
  allowedStyles: { "*": Object.fromEntries(styles.map((name) => [name, [plainStyle]])) },
  allowedSchemes: [...linkSchemes],
  allowedSchemesByTag: { img: [...imageSchemes] },
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
};

/** HTML that mail programs may show: no scripts, forms, frames or handlers, links to the web, mail and phones alone. */
export function sanitizeMailHtml(html: string): string {
  // Loaded with the first template that a process renders.
  const sanitizeHtml = require("sanitize-html") as typeof import("sanitize-html");
  return sanitizeHtml(html, options);
}

/** The text that `escapeHtml` or the sanitiser has written so. */
export function unescapeHtml(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_whole, name: string) => characters[name]!);
}

const characters: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: " ",
};

/**
 * Whether mail may contain a URL: web, mail and phone links. Characters that browsers ignore in URLs (WHATWG URL, 4.4:
 * controls and blanks) are ignored here too; anything that resembles a scheme must be one of these.
 */
export function isMailUrl(url: string, tag: string): boolean {
  // oxlint-disable-next-line no-control-regex
  const seen = url.replaceAll(/[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028\u2029\ufeff]/g, "");
  const [, scheme = null] = /^([^/?#\\]*?):/.exec(seen) ?? [];
  if (scheme === null) return !/^[/\\]{2}/.test(seen);
  return (tag === "img" ? imageSchemes : linkSchemes).includes(scheme.toLowerCase());
}
