import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { DomainError } from "../errors.ts";

const maxUrlLength = 2_048;

/**
 * Checks a URL that a client wants us to call: https, port 443 or from 1024 up, no credentials, no fragment,
 * and no literal address except a public one, however it is written (the URL standard reads decimal, octal,
 * hex, short and full-width forms as the address they mean). The addresses of a name are checked when we
 * connect (`createGuardedAgent`). Hosts in `allowHosts` may also be called by http and at any address and port.
 * Returns the normalized URL, which must be the one that is stored and called. Throws INVALID_URL; `path` is
 * the invalid input field.
 */
export function assertPublicUrl(text: string, allowHosts: readonly string[] = [], path = "url"): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const fault = url === null ? "must be an absolute URL" : findFault(text, url, allowHosts);
  if (url && fault === null) return url;
  throw new DomainError("INVALID_URL", `${path}: ${fault}`, {
    fields: [{ path, message: fault, rule: "publicUrl" }],
  });
}

/** True for an address of the public unicast internet. Everything with a special purpose is not (IANA registries). */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  // Only 2000::/3 is global unicast; the rest, including IPv4-compatible addresses, is not public.
  return parsed.kind() === "ipv4" || (parsed.toByteArray()[0]! & 0xe0) === 0x20;
}

/** The host of a URL as a socket or a resolver takes it: without the brackets of IPv6. */
export function bareHost(hostname: string): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}

function findFault(text: string, url: URL, allowHosts: readonly string[]): string | null {
  const host = bareHost(url.hostname);
  const isAllowed = allowHosts.includes(host);
  if (text.length > maxUrlLength) return `must have at most ${maxUrlLength} characters`;
  if (url.protocol !== "https:" && !(isAllowed && url.protocol === "http:")) return "must be https";
  if (url.username !== "" || url.password !== "") return "must not contain credentials";
  if (text.includes("#")) return "must not have a fragment";
  if (isAllowed) return null;
  if (url.port !== "" && Number(url.port) < 1024) return "must use port 443, or a port from 1024";
  const isLocal = /^(.+\.)?localhost\.?$/.test(host);
  if (isLocal || (isIP(host) !== 0 && !isPublicAddress(host))) return "must have a public host";
  return null;
}
