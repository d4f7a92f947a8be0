import { DomainError } from "../../../src/errors.ts";

/** Allowed redirect targets of an app's payers. */
export interface ReturnSite {
  allowedOrigins: readonly string[];
  /** The app's URL; null when none is set. */
  defaultUrl: string | null;
  /** The platform's own address: for such an app, and for the platform's own pages. */
  publicUrl: string;
  /** Outside production a page may also be at http://localhost, at any port. */
  allowsLocalhost: boolean;
}

const maxUrlLength = 2_048;
/** The processor puts the session's id in its place. */
const placeholder = "{CHECKOUT_SESSION_ID}";

/**
 * The URL for the payer's return: the given one, or the app's own page at `path`. A given URL must be https at one of
 * the app's origins, or a page of the platform; otherwise a checkout would be an open redirect. Throws 400 INVALID_URL,
 * which names the field.
 */
export function redirectUrl(
  site: ReturnSite,
  { field, given, path }: { field: string; given: string | null | undefined; path: string },
): string {
  if (given === undefined || given === null)
    return `${(site.defaultUrl ?? site.publicUrl).replace(/\/$/, "")}${path}`;
  const url = given.length <= maxUrlLength && URL.canParse(given) ? new URL(given) : null;
  if (url === null || !isAllowed(site, url)) {
    const message = `${field} must be an https URL on one of the app's origins.`;
    throw new DomainError("INVALID_URL", message, { field });
  }
  return url.href.replaceAll(encodeURIComponent(placeholder), placeholder);
}

/** URLs for payers after a payment, and after cancelling. */
export function checkoutUrls(
  site: ReturnSite,
  given: { successUrl?: string | null; cancelUrl?: string | null },
): { successUrl: string; cancelUrl: string } {
  const { successUrl, cancelUrl } = given;
  return {
    successUrl: redirectUrl(site, { field: "successUrl", given: successUrl, path: "/billing/success" }),
    cancelUrl: redirectUrl(site, { field: "cancelUrl", given: cancelUrl, path: "/billing/cancel" }),
  };
}

function isAllowed({ allowedOrigins, allowsLocalhost, publicUrl }: ReturnSite, url: URL): boolean {
  // A name before the host is how one address is made to look like another.
  if (url.username !== "" || url.password !== "") return false;
  if (allowsLocalhost && url.protocol === "http:" && url.hostname === "localhost") return true;
  if (url.origin === new URL(publicUrl).origin) return true;
  return url.protocol === "https:" && allowedOrigins.includes(url.origin);
}
