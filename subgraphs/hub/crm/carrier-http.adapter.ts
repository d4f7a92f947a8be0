import { Agent, request } from "undici";
import { z } from "zod";
import { DomainError } from "../../../src/errors.ts";
import type { Carrier, CarrierOutcome, CarrierRecord } from "./carrier.port.ts";

export interface HttpCarrierOptions {
  /** Null: the official address. */
  baseUrl: string | null;
  accountSid: string;
  /** Null: nobody has set the carrier up. */
  authToken: string | null;
  /** Our number, E.164. */
  from: string;
  timeoutMs?: number;
}

const officialUrl = "https://api.twilio.com";
const apiVersion = "2010-04-01";
const dateCreated = z.string().transform((text) => new Date(text));
const sid = z.string().regex(/^(SM|MM|CA)[0-9a-f]{32}$/);
const created = z.object({ sid });
const refusal = z.object({ code: z.number().int().nullish() });
const recordShape = {
  sid,
  to: z.string(),
  status: z.string(),
  date_created: dateCreated.refine((date) => !Number.isNaN(date.getTime())),
  duration: z
    .string()
    .regex(/^\d{1,6}$/)
    .nullish(),
};
const texts = z.object({ messages: z.array(z.object({ ...recordShape, body: z.string().nullable() })) });
const calls = z.object({ calls: z.array(z.object(recordShape)) });

/** Failures before a request left: it cannot have been taken. */
const neverSent = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** A carrier of the Twilio API (2010-04-01): forms under basic auth. Nothing that it writes gets into an error. */
export function createHttpCarrier(options: HttpCarrierOptions): Carrier {
  const { baseUrl, accountSid, authToken, from, timeoutMs = 10_000 } = options;
  const base = `${baseUrl ?? officialUrl}/${apiVersion}/Accounts/${accountSid}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken ?? ""}`).toString("base64")}`;
  // A kept connection that the carrier closes as a request leaves would make every such request an unknown one.
  const dispatcher = new Agent({ pipelining: 0 });

  async function post(path: string, form: Record<string, string>): Promise<CarrierOutcome> {
    if (authToken === null) return { kind: "refused", code: "not_configured" };
    try {
      const answer = await request(`${base}${path}`, {
        method: "POST",
        dispatcher,
        headers: {
          authorization,
          accept: "application/json",
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams(form).toString(),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return outcomeOf(answer.statusCode, await answer.body.text());
    } catch (error) {
      const { code = "" } = error as { code?: string };
      return neverSent.has(code) ? { kind: "later", code: "no_connection" } : { kind: "unknown" };
    }
  }

  async function find<T>(path: string, query: Record<string, string>, schema: z.ZodType<T>): Promise<T> {
    if (authToken === null) throw unavailable("not configured");
    try {
      const answer = await request(`${base}${path}?${new URLSearchParams(query).toString()}`, {
        dispatcher,
        headers: { authorization, accept: "application/json" },
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw unavailable(`status ${answer.statusCode}`);
      return schema.parse(JSON.parse(text));
    } catch (error) {
      throw error instanceof DomainError ? error : unavailable((error as Error).name);
    }
  }

  return carrierOf({ isConfigured: authToken !== null, from, post, find });
}

interface Requests {
  isConfigured: boolean;
  from: string;
  post(path: string, form: Record<string, string>): Promise<CarrierOutcome>;
  find<T>(path: string, query: Record<string, string>, schema: z.ZodType<T>): Promise<T>;
}

/** The operations of the API, over requests that are answered so. */
function carrierOf({ isConfigured, from, post, find }: Requests): Carrier {
  return {
    isConfigured,
    sendText: ({ to, body, mediaUrl, statusUrl }) =>
      post("/Messages.json", {
        To: to,
        From: from,
        Body: body,
        StatusCallback: statusUrl,
        ...(mediaUrl === null ? {} : { MediaUrl: mediaUrl }),
      }),
    placeCall: (call) =>
      post("/Calls.json", {
        To: call.to,
        From: call.from ?? from,
        Twiml: sayTwiml(call.script),
        StatusCallback: call.statusUrl,
        StatusCallbackEvent: "completed",
        TimeLimit: String(call.maxMinutes * 60),
        ...(call.isRecorded ? { Record: "true" } : {}),
      }),
    async findTexts(to, since) {
      const { messages } = await find("/Messages.json", { To: to, PageSize: "100" }, texts);
      return messages.map(toRecord).filter(({ createdAt }) => createdAt >= since);
    },
    async findCalls(to, since) {
      const found = await find("/Calls.json", { To: to, PageSize: "100" }, calls);
      return found.calls
        .map((call) => toRecord({ ...call, body: null }))
        .filter(({ createdAt }) => createdAt >= since);
    },
  };
}

/** A call that says this text. */
export function sayTwiml(script: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response><Say>${escapeXml(script)}</Say></Response>`;
}

/** Text for an XML document: markup escaped, characters that XML has not left out. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
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
  // A server that fails may have failed after it had taken the request.
  return { kind: "unknown" };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface Row {
  sid: string;
  to: string;
  body: string | null;
  status: string;
  date_created: Date;
  duration?: string | null | undefined;
}

function toRecord({ sid: id, to, body, status, date_created: createdAt, duration }: Row): CarrierRecord {
  const durationSeconds = duration === null || duration === undefined ? null : Number(duration);
  return { sid: id, to, body, status, durationSeconds, createdAt };
}

function unavailable(why: string): DomainError {
  const cause = new Error(`The carrier did not answer: ${why}.`);
  return new DomainError("UPSTREAM_FAILED", "The carrier cannot be asked right now.", {}, { cause });
}
