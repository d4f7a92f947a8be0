import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { refuseOtherMethods } from "./methods.ts";

/** Mounts default icons for apps without their own: a letter on a colour, both derived from the app's slug. */
export function mountAppIcons(server: FastifyInstance): void {
  const url = "/icons/:slug([a-z0-9-]{1,64}).svg";
  server.get<{ Params: { slug: string } }>(url, (request, reply) =>
    reply
      .type("image/svg+xml; charset=utf-8")
      .header("cache-control", "public, max-age=86400")
      // An image is shown by pages of every origin.
      .header("cross-origin-resource-policy", "cross-origin")
      .send(drawIcon(request.params.slug)),
  );
  refuseOtherMethods(server, url, ["GET", "HEAD"]);
}

function drawIcon(slug: string): string {
  const hue = (createHash("sha256").update(slug).digest()[0]! / 256) * 360;
  const letter = slug.replace(/^-+/, "").charAt(0).toUpperCase();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="${slug}">
  <rect width="64" height="64" rx="14" fill="hsl(${hue.toFixed(0)} 55% 38%)"/>
  <text x="32" y="34" fill="#fff" font-family="system-ui, sans-serif" font-size="34" font-weight="600"
    text-anchor="middle" dominant-baseline="central">${letter}</text>
</svg>
`;
}
