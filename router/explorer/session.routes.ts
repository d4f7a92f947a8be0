import type { FastifyInstance, FastifyRequest } from "fastify";
import { isIP } from "node:net";
import { DomainError } from "../../src/errors.ts";
import { sendError } from "../http/answer.ts";
import { isOwnPage } from "../http/allowed-origins.ts";
import { CompressedDocuments } from "../http/compressed-documents.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import type { Identity, SessionFacts } from "./session.types.ts";

export interface SessionOptions {
  publicUrl: string;
  isProduction: boolean;
  /** Loads the identities of the demo database. Undefined without one. */
  demoIdentities?: (() => Promise<readonly Identity[]>) | undefined;
}

const path = "/explorer/session.json";

/**
 * Mounts the session facts of the explorer: the environment and, only in demo mode, credentials of the demo identities.
 * Only the explorer's own pages can read them: not other origins, not other host names that resolve to this machine (DNS
 * rebinding), and not a loopback name in a request from another machine.
 */
export function mountSession(server: FastifyInstance, options: SessionOptions): void {
  const { isProduction, demoIdentities } = options;
  const documents = new CompressedDocuments();
  server.get(path, async (request, reply) => {
    if (!demoIdentities) return { isDemo: false, isProduction, identities: [] } satisfies SessionFacts;
    if (!isFromExplorer(request, options.publicUrl)) {
      return sendError(
        reply,
        new DomainError(
          "FORBIDDEN",
          "Only the explorer's own pages may read this. Open the explorer in a browser.",
        ),
      );
    }
    try {
      const identities = await demoIdentities();
      const facts: SessionFacts = { isDemo: true, isProduction, identities };
      const type = "application/json; charset=utf-8";
      return await documents.send(request, reply, {
        text: JSON.stringify(facts),
        type,
        cacheControl: "no-store",
      });
    } catch (err) {
      request.log.warn({ err }, "demo identities could not be loaded");
      return sendError(
        reply,
        new DomainError("SERVICE_UNAVAILABLE", "The demo identities are not ready yet. Try again."),
      );
    }
  });
  refuseOtherMethods(server, path, ["GET", "HEAD"]);
}

/** Whether a request comes from the explorer's own page, under a host name of the platform. */
export function isFromExplorer(request: FastifyRequest, publicUrl: string): boolean {
  return isOwnAddress(request, publicUrl) && !isForeign(request);
}

/** Whether the Host header is the public host, or a loopback name in a request from this machine. */
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
