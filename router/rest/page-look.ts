import { createHash } from "node:crypto";

/**
 * The look of all pages that people open by a link: pages of sellers, sign-in, invitations, entry of numbers. No scripts and no
 * files of their own, so that a page is one response under a strict policy. `accent` colors what a person can press.
 */
export interface PageLook {
  /** The style sheet. */
  style: string;
  /** Its source expression for `style-src`. */
  source: string;
}

const defaultAccent = "#3730a3";

const sheet = `
*, ::before, ::after { box-sizing: border-box }
:root { color-scheme: light dark; font: 1rem/1.55 system-ui, sans-serif; --page: #f3f4f7; --card: #fff; --text: #16181d;
  --quiet: #565c68; --line: #d9dce3; --field: #fff }
@media (prefers-color-scheme: dark) { :root { --page: #0f1115; --card: #191c22; --text: #eceef2; --quiet: #a7adb9;
  --line: #363b45; --field: #101318 } }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--text) }
main { max-width: 42rem; margin: 0 auto; padding: 1.5rem 1.25rem 2rem; overflow-wrap: anywhere; background: var(--card);
  border: 1px solid var(--line); border-top: 4px solid var(--accent); border-radius: .75rem }
@media (min-width: 40rem) { body { padding: 2.5rem 1rem } main { padding: 2.5rem 3rem } }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em }
h2 { margin: 2rem 0 .75rem; font-size: 1.2rem; line-height: 1.3 }
p { margin: .75rem 0 }
a { color: inherit; text-underline-offset: .2em }
small { color: var(--quiet) }
header { display: flex; align-items: center; gap: .75rem; margin: 0 0 1.75rem; font-weight: 600 }
img { display: block; max-width: 14rem; max-height: 4rem }
dl { display: grid; grid-template-columns: auto 1fr; gap: .5rem 1.5rem; margin: 1.25rem 0 }
dt { color: var(--quiet) }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; font-weight: 600 }
table { width: 100%; margin: 1.25rem 0; border-collapse: collapse }
th { color: var(--quiet); font-size: .9rem; font-weight: 600 }
th, td { padding: .6rem .75rem .6rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
th:last-child, td:last-child { padding-right: 0 }
.right { text-align: right; font-variant-numeric: tabular-nums }
[role=status], [role=alert] { padding: .75rem 1rem; background: var(--page); border-inline-start: 4px solid var(--accent); border-radius: .375rem }
[role=alert] { border-color: #b3261e }
form { margin: 1.25rem 0 }
fieldset { margin: 0 0 1.25rem; padding: 0; border: 0 }
legend { padding: 0; font-weight: 600 }
label { display: block; font-weight: 600 }
input, textarea, select { display: block; width: 100%; min-height: 2.75rem; margin: .35rem 0 1rem; padding: .55rem .75rem; font: inherit;
  color: inherit; background: var(--field); border: 1px solid #868d9b; border-radius: .5rem }
input:is([type=checkbox], [type=radio]) { display: inline-block; width: 1.25rem; min-height: 0; height: 1.25rem; margin: 0 .6rem .75rem 0;
  vertical-align: middle; accent-color: var(--accent) }
input[type=checkbox] + label { display: inline; font-weight: 400 }
label:has(> input) { display: flex; align-items: baseline; min-height: 1.75rem; padding: .25rem 0; font-weight: 400 }
label > input:is([type=checkbox], [type=radio]) { flex: none; margin-bottom: 0; align-self: center }
button { min-height: 2.75rem; padding: .55rem 1.5rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent);
  border: 1px solid color-mix(in srgb, var(--on-accent) 35%, var(--accent)); border-radius: .5rem; cursor: pointer }
button[value=deny] { color: inherit; background: transparent; border-color: #868d9b }
:is(a, button, input, textarea, select, summary):focus-visible { outline: 3px solid var(--text); outline-offset: 2px }
.choices { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; list-style: none }
.choices a, .choices button { display: block; min-height: 2.75rem; padding: .6rem 1rem; color: inherit; background: var(--card);
  border: 1px solid #868d9b; border-radius: .5rem; text-decoration: none; font-weight: 600 }
.choices :is(a, button):hover { border-color: currentColor }
.choices [aria-current] { color: var(--on-accent); background: var(--accent); border-color: transparent }
:is(.days, .times) { display: grid; grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr)) }
:is(.days, .times) button { width: 100%; padding: .6rem .25rem; text-align: center }
details { margin: .75rem 0; border-block: 1px solid var(--line) }
details + details { margin-top: -.8rem }
summary { padding: .75rem 0; font-weight: 600; cursor: pointer }
address { margin: 2rem 0 0; padding-top: 1.25rem; color: var(--quiet); font-style: normal; white-space: pre-line; border-top: 1px solid var(--line) }
`;

/** The look with an accent as `#rrggbb`; null means the platform's. Text on the accent is black or white, as is easier to read. */
export function pageLook(accent: string | null = null): PageLook {
  const color = accent ?? defaultAccent;
  const style = `\n:root { --accent: ${color}; --on-accent: ${textOn(color)} }${sheet}`;
  return { style, source: `'sha256-${createHash("sha256").update(style).digest("base64")}'` };
}

/** Contrast with white is below 4.5 to 1 where the luminance is above 0.183 (WCAG 2.2, relative luminance); black's is then above. */
const lightFrom = 0.183;

function textOn(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > lightFrom ? "#000" : "#fff";
}

/** Headers of every page that is opened by a link: never stored, indexed, framed or sent to other sites as a referrer. */
export const linkPageHeaders = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
} as const;

export interface PageHtml {
  locale?: string;
  /** Escaped. */
  title: string;
  style: string;
  /** Escaped markup, with its heading. */
  content: string;
}

/** The document of a page. */
export function pageHtml({ locale = "en", title, style, content }: PageHtml): string {
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title}</title><style>${style}</style></head>
<body><main>
${content}
</main></body>
</html>
`;
}
