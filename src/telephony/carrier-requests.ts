import { z } from "zod";
import { DomainError } from "../errors.ts";
import { lazyAgent, request } from "../http/undici.ts";

/**
 * Outcome of a request:
 * - `taken`: the carrier has accepted it, under this id.
 * - `refused`: it will never accept it.
 * - `later`: certainly not accepted, and a retry may succeed.
 * - `unknown`: no response, or an unreadable one; query the carrier to find out.
 */
export type CarrierOutcome =
  | { kind: "taken"; sid: string }
  | { kind: "refused"; code: string }
  | { kind: "later"; code: string }
  | { kind: "unknown" };

export interface CarrierOptions {
  /** Null: the official address. */
  baseUrl: string | null;
  accountSid: string;
  /** Null: the carrier is not configured. */
  authToken: string | null;
  timeoutMs?: number;
}

/** Parameters of a form; one with several values is sent several times. */
export type CarrierForm = Readonly<Record<string, string | readonly string[]>>;

/** Requests to a carrier. `post` never throws; `find` throws UPSTREAM_FAILED when the carrier does not say. */
export interface CarrierRequests {
  readonly isConfigured: boolean;
  post(path: string, form: CarrierForm): Promise<CarrierOutcome>;
  find<T>(path: string, query: Readonly<Record<string, string>>, schema: z.ZodType<T>): Promise<T>;
  /** The bytes of a resource; null for one that does not exist. Throws UPSTREAM_FAILED, also for more than `maxBytes`. */
  download(path: string, maxBytes: number): Promise<Uint8Array | null>;
  /** Deletes a resource; one that does not exist is fine. Throws UPSTREAM_FAILED otherwise. */
  remove(path: string): Promise<void>;
}

const officialUrl = "https://api.twilio.com";
const apiVersion = "2010-04-01";

/** The id of a text, a call or a number. */
export const carrierSid = z.string().regex(/^(SM|MM|CA|PN)[0-9a-f]{32}$/);
const created = z.object({ sid: carrierSid });
const refusal = z.object({ code: z.number().int().nullish() });

/** Failures before a request left: it cannot have been taken. */
const neverSent = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** The account's resources at a carrier that speaks the Twilio API (2010-04-01). Paths begin below the account. */
export function openCarrier(options: CarrierOptions): CarrierRequests {
  const { baseUrl, accountSid, authToken, timeoutMs = 10_000 } = options;
  const base = `${baseUrl ?? officialUrl}/${apiVersion}/Accounts/${accountSid}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken ?? ""}`).toString("base64")}`;
  const json = { authorization, accept: "application/json" };
  // A kept connection that the carrier closes as a request leaves would make every such request an unknown one.
  const agent = lazyAgent(({ Agent }) => new Agent({ pipelining: 0 }));
  const send: typeof request = (url, init) => request(url, { ...init, dispatcher: agent.get() });
  return {
    isConfigured: authToken !== null,
    async post(path, form) {
      if (authToken === null) return { kind: "refused", code: "not_configured" };
      try {
        const answer = await send(`${base}${path}`, {
          method: "POST",
          headers: { ...json, "content-type": "application/x-www-form-urlencoded" },
          body: encodeForm(form),
          signal: AbortSignal.timeout(timeoutMs),
        });
        return outcomeOf(answer.statusCode, await answer.body.text());
      } catch (error) {
        const { code = "" } = error as { code?: string };
        return neverSent.has(code) ? { kind: "later", code: "no_connection" } : { kind: "unknown" };
      }
    },
    find: (path, query, schema) =>
      answered(authToken, async () => {
        const answer = await send(`${base}${path}?${new URLSearchParams(query).toString()}`, {
          headers: json,
          signal: AbortSignal.timeout(timeoutMs),
        });
        const text = await answer.body.text();
        if (answer.statusCode !== 200) throw unavailable(`status ${answer.statusCode}`);
        return schema.parse(JSON.parse(text));
      }),
    download: (path, maxBytes) =>
      answered(authToken, async () => {
        const signal = AbortSignal.timeout(timeoutMs * 12);
        const answer = await send(`${base}${path}`, {
          headers: { authorization },
          signal,
        });
        if (answer.statusCode === 200) return readAtMost(answer.body, maxBytes);
        await answer.body.dump();
        if (answer.statusCode === 404) return null;
        throw unavailable(`status ${answer.statusCode}`);
      }),
    remove: (path) =>
      answered(authToken, async () => {
        const answer = await send(`${base}${path}`, {
          method: "DELETE",
          headers: json,
          signal: AbortSignal.timeout(timeoutMs),
        });
        await answer.body.dump();
        if (answer.statusCode !== 204 && answer.statusCode !== 404)
          throw unavailable(`status ${answer.statusCode}`);
      }),
  };
}

/** What the carrier answers. Throws UPSTREAM_FAILED where it does not, or is not configured. */
async function answered<T>(authToken: string | null, ask: () => Promise<T>): Promise<T> {
  if (authToken === null) throw unavailable("not configured");
  try {
    return await ask();
  } catch (error) {
    throw error instanceof DomainError ? error : unavailable((error as Error).name);
  }
}

async function readAtMost(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw unavailable("too many bytes");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Text for an XML document: markup escaped, characters that XML does not allow removed. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function encodeForm(form: CarrierForm): string {
  const pairs = Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new URLSearchParams(pairs).toString();
}

function outcomeOf(status: number, text: string): CarrierOutcome {
  const parsed = readJson(text);
  if (status === 200 || status === 201) {
    const { data } = created.safeParse(parsed);
    return data ? { kind: "taken", sid: data.sid } : { kind: "unknown" };
  }
  if (status === 429) return { kind: "later", code: "429" };
  if (status >= 400 && status < 500) {
    const code = refusal.safeParse(parsed).data?.code;
    return { kind: "refused", code: String(code ?? status) };
  }
  // A 5xx may be sent after the request was executed.
  return { kind: "unknown" };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function unavailable(why: string): DomainError {
  const cause = new Error(`The carrier did not answer: ${why}.`);
  return new DomainError("UPSTREAM_FAILED", "The carrier does not respond. Try again later.", {}, { cause });
}
