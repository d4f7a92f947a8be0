import type { FastifyInstance, FastifyRequest } from "fastify";
import { isIP } from "node:net";
import { DomainError } from "../../src/errors.ts";
import { sendError } from "../http/answer.ts";
import { isOwnPage } from "../http/allowed-origins.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import type { Identity, SessionFacts } from "./session.types.ts";

export interface SessionOptions {
  publicUrl: string;
  isProduction: boolean;
  /** Asks for the identities of the demo database; absent where there is none. */
  demoIdentities?: (() => Promise<readonly Identity[]>) | undefined;
}

const path = "/explorer/session.json";

/**
 * Mounts what the explorer asks first: where it runs and, in demo mode alone, credentials of the demo identities. They
 * are given to the explorer's own page only: not to pages of other origins, not under a name that somebody else points
 * here (DNS rebinding), and not under a loopback name that comes from another machine.
 */
export function mountSession(server: FastifyInstance, options: SessionOptions): void {
  const { isProduction, demoIdentities } = options;
  server.get(path, async (request, reply) => {
    if (!demoIdentities) return { isDemo: false, isProduction, identities: [] } satisfies SessionFacts;
    if (!isFromExplorer(request, options.publicUrl)) {
      return sendError(reply, new DomainError("FORBIDDEN", "Only the explorer's own page is told this."));
    }
    try {
      const identities = await demoIdentities();
      return { isDemo: true, isProduction, identities } satisfies SessionFacts;
    } catch (err) {
      request.log.warn({ err }, "demo identities are not known");
      return sendError(
        reply,
        new DomainError("SERVICE_UNAVAILABLE", "The demo identities are not there yet; try again."),
      );
    }
  });
  refuseOtherMethods(server, path, ["GET", "HEAD"]);
}

/** Whether a call comes from the explorer's own page, at an address that is ours. */
export function isFromExplorer(request: FastifyRequest, publicUrl: string): boolean {
  return isOwnAddress(request, publicUrl) && !isForeign(request);
}

/** The address that the call was sent to is ours: the public one, or a loopback name used on this machine. */
function isOwnAddress({ headers: { host }, ip }: FastifyRequest, publicUrl: string): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (isLoopback(hostname)) return isLoopback(ip);
  return host === new URL(publicUrl).host;
}

function isLoopback(name: string): boolean {
  const bare = name.replace(/^\[|\]$/g, "").replace(/^::ffff:/, "");
  return bare === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}

function isForeign({ headers }: FastifyRequest): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  return origin !== undefined && !isOwnPage(origin, host);
}
