import type { Logger } from "pino";
import type { Dispatcher } from "undici";
import { request } from "../../../src/http/undici.ts";
import { z } from "zod";
import { createGuardedAgent } from "../../../src/http/guarded-agent.ts";
import { bareHost } from "../../../src/http/outbound-url.ts";
import type { IssuerOutcome, IssuerSessions } from "./issuer-sessions.port.ts";

export interface OpenidSessionsOptions {
  /** Base of the discovery document, and its exact `issuer`. */
  issuer: string;
  log: Logger;
  /** For one call, up to the last byte that is read. */
  timeoutMs?: number;
}

const discoverySchema = z.looseObject({ issuer: z.string(), end_session_endpoint: z.url().optional() });
/** How long the address of the endpoint is believed. */
const keepMs = 10 * 60_000;
const maxDocumentBytes = 256 * 1024;

/**
 * Ends sessions at an OpenID provider whose discovery document has an `end_session_endpoint` (OpenID Connect RP-Initiated
 * Logout 1.0): the session's ID is sent as `logout_hint`. A provider that wants to ask the person first answers with a page
 * or a redirect, which ends nothing and counts as failed. Calls the issuer's own host wherever it is, and others only at
 * public addresses. Redirects are not followed.
 */
export function createOpenidSessions({
  issuer,
  log,
  timeoutMs = 5_000,
}: OpenidSessionsOptions): IssuerSessions {
  const host = bareHost(new URL(issuer).hostname);
  const agent = createGuardedAgent({ allowHosts: [host], connectTimeoutMs: timeoutMs });
  let known: { endpoint: string | null; until: number } | null = null;

  async function findEndpoint(): Promise<string | null> {
    if (known && known.until > performance.now()) return known.endpoint;
    const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
    const { statusCode, body } = await call({ dispatcher: agent.get(), timeoutMs, url });
    if (statusCode !== 200) throw new Error(`The discovery document answered ${statusCode}.`);
    const document = discoverySchema.parse(JSON.parse(await readText(body)));
    if (document.issuer !== issuer) throw new Error("The discovery document names another issuer.");
    const endpoint = document.end_session_endpoint ?? null;
    if (endpoint !== null && !isAllowed(endpoint, host)) throw new Error("The endpoint is not an https URL.");
    known = { endpoint, until: performance.now() + keepMs };
    return endpoint;
  }

  return {
    async end(session): Promise<IssuerOutcome> {
      try {
        const url = await findEndpoint();
        if (url === null) return "not_supported";
        const form = new URLSearchParams({ logout_hint: session }).toString();
        const { statusCode, headers, body } = await call({ dispatcher: agent.get(), timeoutMs, url, form });
        await body.dump();
        const isPage = String(headers["content-type"] ?? "").includes("html");
        if (statusCode >= 200 && statusCode < 300 && !isPage) return "ended";
        log.warn({ status: statusCode }, "the identity provider did not end a session");
      } catch (error) {
        log.warn({ err: error }, "the identity provider could not be asked to end a session");
      }
      return "failed";
    },
    close: () => agent.destroy(),
  };
}

interface IssuerCall {
  dispatcher: Dispatcher;
  timeoutMs: number;
  url: string;
  /** Sent by POST. Without it the call is a GET. */
  form?: string;
}

function call({ dispatcher, timeoutMs, url, form }: IssuerCall): Promise<Dispatcher.ResponseData> {
  const signal = AbortSignal.timeout(timeoutMs);
  const accept = { accept: "application/json" };
  if (form === undefined) return request(url, { dispatcher, signal, headers: accept });
  const headers = { ...accept, "content-type": "application/x-www-form-urlencoded" };
  return request(url, { dispatcher, signal, method: "POST", headers, body: form });
}

/** http only at the issuer's own host, which the operator has configured. */
function isAllowed(endpoint: string, issuerHost: string): boolean {
  const { protocol, hostname, username, password } = new URL(endpoint);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && bareHost(hostname) === issuerHost);
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxDocumentBytes) throw new Error("The discovery document is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
