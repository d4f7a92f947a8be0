import type { FastifyReply } from "fastify";

/** Weight of each range of an `Accept…` header, by name in small letters (RFC 9110 12.4.2). */
function weightsOf(header: string | undefined): Map<string, number> {
  const weights = new Map<string, number>();
  for (const range of (header ?? "").split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    if (name !== "") weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  return weights;
}

/** Format of a page that the client ranks above JSON: HTML for browsers, Markdown for some agents. Null without one. */
export function wantedPage(accept: string | undefined): "html" | "markdown" | null {
  if (accept === undefined || !/text\/(html|markdown)/i.test(accept)) return null;
  const weights = weightsOf(accept);
  const html = weights.get("text/html") ?? 0;
  const markdown = weights.get("text/markdown") ?? 0;
  const best = Math.max(html, markdown);
  if (best === 0 || (weights.get("application/json") ?? 0) >= best) return null;
  return html >= markdown ? "html" : "markdown";
}

/** Best content encoding of a file that the client accepts. */
export function wantedEncoding(
  acceptEncoding: string | undefined,
  { br, gz }: { br: boolean; gz: boolean },
): "br" | "gzip" | null {
  const weights = weightsOf(acceptEncoding);
  if (br && (weights.get("br") ?? 0) > 0) return "br";
  return gz && (weights.get("gzip") ?? 0) > 0 ? "gzip" : null;
}

/** Whether the client already has this version. Uses the weak comparison of RFC 9110 13.1.2. */
export function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}

/** Adds a request header that the response depends on. */
export function addVary(reply: FastifyReply, name: string): void {
  const known = reply.getHeader("vary");
  void reply.header("vary", known === undefined ? name : `${String(known)}, ${name}`);
}
