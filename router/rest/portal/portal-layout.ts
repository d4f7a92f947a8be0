import type { FastifyReply } from "fastify";
import { escapeHtml } from "../../../src/text/html.ts";
import { linkPageHeaders, pageHtml, pageLook } from "../page-look.ts";

/** Seller of a document, as its pages show it. */
export interface PageSeller {
  name: string | null;
  addressLines: readonly string[];
  email: string | null;
  phone: string | null;
  website: string | null;
  taxIds: readonly string[];
  bankLines: readonly string[];
  /** Accent color as `#rrggbb`. */
  color: string | null;
  logoUrl: string | null;
}

export interface PortalHtml {
  locale: string;
  /** Escaped. */
  title: string;
  /** Escaped markup. */
  content: string;
  hasLogo?: boolean;
  /** Color of the seller as `#rrggbb`; null means the platform's. */
  accent?: string | null;
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
    accent = null,
    hasForm = false,
    formTargets = [],
    frameOrigins = [],
  } = page;
  const { style, source } = pageLook(accent);
  const policy = [
    "default-src 'none'",
    `style-src ${source}`,
    ...(hasLogo ? ["img-src data:"] : []),
    "base-uri 'none'",
    `form-action ${hasForm ? ["'self'", ...formTargets].join(" ") : "'none'"}`,
    `frame-ancestors ${frameOrigins.length === 0 ? "'none'" : frameOrigins.join(" ")}`,
  ];
  if (frameOrigins.length > 0)
    void reply.removeHeader("x-frame-options").header("cross-origin-resource-policy", "cross-origin");
  return reply
    .headers({ "content-security-policy": policy.join("; "), ...linkPageHeaders })
    .type("text/html; charset=utf-8")
    .send(pageHtml({ locale, title, style, content }));
}

/** Whose page it is: the logo of the seller, else the name; nothing without both. */
export function sellerHeadHtml({ logoUrl, name }: PageSeller): string {
  if (logoUrl !== null)
    return `<header><img alt="${escapeHtml(name ?? "")}" src="${escapeHtml(logoUrl)}"></header>`;
  return name === null ? "" : `<header>${escapeHtml(name)}</header>`;
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

/** A business as the pages of its bookings and events show it. */
export type PageBusiness = Omit<PageSeller, "taxIds" | "bankLines">;

/** Sends a page with the business around its content: logo or name above, address and contact below, in its color. */
export function sendBusinessHtml(
  reply: FastifyReply,
  business: PageBusiness,
  { content, ...page }: Omit<PortalHtml, "hasLogo" | "accent">,
): FastifyReply {
  const seller = { ...business, taxIds: [], bankLines: [] };
  return sendPortalHtml(reply, {
    ...page,
    content: `${sellerHeadHtml(seller)}\n${content}\n${sellerHtml(seller)}`,
    hasLogo: business.logoUrl !== null,
    accent: business.color,
  });
}

/** A link to a path below the page's own URL. */
export function pathOf(reply: FastifyReply): string {
  return escapeHtml(reply.request.url.split("?", 1)[0]!);
}

function addressHtml(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `<address>${escapeHtml(lines.join("\n"))}</address>`;
}
