import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { escapeHtml } from "../../../src/text/html.ts";

/** Seller of a document, as its pages show it. */
export interface PageSeller {
  name: string | null;
  addressLines: readonly string[];
  email: string | null;
  phone: string | null;
  website: string | null;
  taxIds: readonly string[];
  bankLines: readonly string[];
  logoUrl: string | null;
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1.5rem }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums }
img { max-width: 14rem; max-height: 4rem }
table { width: 100%; border-collapse: collapse }
th, td { text-align: left; padding: .35rem .5rem .35rem 0; vertical-align: top; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent) }
.right { text-align: right; font-variant-numeric: tabular-nums }
form { margin: 1rem 0 }
label { display: block }
input, textarea, select { display: block; box-sizing: border-box; width: 100%; font: inherit; margin: .25rem 0 1rem; padding: .5rem }
input[type=checkbox] { display: inline-block; width: auto; margin: 0 .5rem 1rem 0 }
input[type=checkbox] + label { display: inline }
button { font: inherit; min-height: 2.75rem; padding: .5rem 1.5rem }
.choices { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; list-style: none }
.choices a { display: block; padding: .6rem 1rem; border: 1px solid currentColor; border-radius: .25rem }
.choices button { padding: .5rem .75rem }
.choices [aria-current] { font-weight: bold; outline: 2px solid currentColor }
fieldset { margin: 0 0 1rem; padding: 0; border: 0 }
summary { padding: .6rem 0; cursor: pointer }
address { white-space: pre-line; font-style: normal; margin: 1rem 0 }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

export interface PortalHtml {
  locale: string;
  /** Escaped. */
  title: string;
  /** Escaped markup. */
  content: string;
  hasLogo?: boolean;
  /** True for a page with forms, which submit to this origin. */
  hasForm?: boolean;
  /** Origins that a form's redirect may lead to: browsers check the redirect after a form too. */
  formTargets?: readonly string[];
  /** Origins of the sites that may show the page in a frame: none by default. */
  frameOrigins?: readonly string[];
}

/**
 * Sends a page that clients open by a link: no scripts, only the inline style sheet, the logo where there is one, and forms
 * that submit to this origin.
 */
export function sendPortalHtml(reply: FastifyReply, page: PortalHtml): FastifyReply {
  const {
    locale,
    title,
    content,
    hasLogo = false,
    hasForm = false,
    formTargets = [],
    frameOrigins = [],
  } = page;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...(hasLogo ? ["img-src data:"] : []),
    "base-uri 'none'",
    `form-action ${hasForm ? ["'self'", ...formTargets].join(" ") : "'none'"}`,
    `frame-ancestors ${frameOrigins.length === 0 ? "'none'" : frameOrigins.join(" ")}`,
  ];
  if (frameOrigins.length > 0)
    void reply.removeHeader("x-frame-options").header("cross-origin-resource-policy", "cross-origin");
  return reply
    .headers({
      "content-security-policy": policy.join("; "),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    })
    .type("text/html; charset=utf-8").send(`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title}</title><style>${style}</style></head>
<body><main>
${content}
</main></body>
</html>
`);
}

/** The logo of the seller; nothing without one. */
export function logoHtml({ logoUrl }: PageSeller): string {
  return logoUrl === null ? "" : `<img alt="" src="${escapeHtml(logoUrl)}">`;
}

/** Bank details and address of the seller. */
export function sellerHtml({
  name,
  addressLines,
  email,
  phone,
  website,
  taxIds,
  bankLines,
}: PageSeller): string {
  const lines = [name, ...addressLines, email, phone, website, ...taxIds].filter((line) => line !== null);
  return `${addressHtml(bankLines)}\n${addressHtml(lines)}`;
}

/** A link to a path below the page's own URL. */
export function pathOf(reply: FastifyReply): string {
  return escapeHtml(reply.request.url.split("?", 1)[0]!);
}

function addressHtml(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `<address>${escapeHtml(lines.join("\n"))}</address>`;
}
