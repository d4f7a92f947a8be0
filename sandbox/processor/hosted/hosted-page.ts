import { createHash } from "node:crypto";
import { currencyDecimals } from "../../../src/currency.ts";
import { toMajor } from "../../../src/money.ts";
import { html, SafeHtml, type HtmlValue } from "./hosted-html.ts";
import { hostedStyle } from "./hosted-style.ts";

export interface HostedPage {
  title: string;
  body: HtmlValue;
  /** Final targets of the page's forms: a browser checks the redirect after a post against this list too. */
  formTargets?: readonly string[];
}

const styleHash = createHash("sha256").update(hostedStyle).digest("base64");

/** A complete page, marked as the sandbox: one inline style sheet, no scripts, no external resources. */
export function renderPage({ title, body }: HostedPage): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} (sandbox)</title>
        ${new SafeHtml(`<style>${hostedStyle}</style>`)}
      </head>
      <body>
        <p class="sandbox" role="note">
          <strong>Sandbox.</strong> No real card is charged and no real money moves.
        </p>
        <main>${body}</main>
      </body>
    </html>`;
  return page.text;
}

/** A page with one message and a link to the next page. */
export function messagePage(message: string, link: { url: string; label: string } | null): HostedPage {
  const body = html`<h1>${message}</h1>
    ${link && html`<p><a href="${link.url}">${link.label}</a></p>`}`;
  return { title: message, body };
}

/** Headers that let the page only render itself and send its forms. */
export function pageHeaders({ formTargets = [] }: HostedPage): Record<string, string> {
  const targets = ["'self'", ...new Set(formTargets.map((url) => new URL(url).origin))].join(" ");
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${targets}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}

/** An amount in minor units as a person reads it: `$29.00`, `-€4.20`, `¥500`. */
export function formatAmount(minor: number, currency: string): string {
  const code = currency.toUpperCase();
  const decimals = currencyDecimals(code);
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: code,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(toMajor(minor, decimals));
}

/** A moment in Unix seconds as a day: `15 January 2026`. */
export function formatDay(seconds: number): string {
  const options = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(seconds * 1000);
}

/** A date in a `time` element. */
export function dayElement(seconds: number): SafeHtml {
  return html`<time datetime="${new Date(seconds * 1000).toISOString()}">${formatDay(seconds)}</time>`;
}
