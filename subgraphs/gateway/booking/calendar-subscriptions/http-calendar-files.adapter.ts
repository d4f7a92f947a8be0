import type { Dispatcher } from "undici";
import { request } from "../../../../src/http/undici.ts";
import {
  AddressRefusedError,
  createGuardedAgent,
  type GuardedAgentOptions,
} from "../../../../src/http/guarded-agent.ts";
import { assertPublicUrl } from "../../../../src/http/outbound-url.ts";
import type { CalendarFault, CalendarFile, CalendarFilesPort, KnownContent } from "./calendar-files.port.ts";

/** Above the most characters of a calendar, each of up to four bytes of UTF-8. */
const maxBytes = 4 * 1_048_576;
const maxRedirects = 3;
const maxHeaderLength = 500;
const dayMs = 86_400_000;

export interface HttpCalendarFilesOptions extends GuardedAgentOptions {
  /** For a whole read with its redirects. */
  timeoutMs?: number;
}

/** Calendars over HTTPS at public addresses. Each redirect is checked like the first URL. */
export function createHttpCalendarFiles(options: HttpCalendarFilesOptions = {}): CalendarFilesPort {
  const { timeoutMs = 10_000, ...guard } = options;
  const { allowHosts = [] } = guard;
  const agent = createGuardedAgent({ connectTimeoutMs: timeoutMs, ...guard });
  return {
    checkUrl: (url, path) =>
      assertPublicUrl(url.trim().replace(/^webcals?:/i, "https:"), allowHosts, path).href,
    async read(url, known) {
      const deadline = AbortSignal.timeout(timeoutMs);
      try {
        return await readFrom(url, { agent: agent.get(), allowHosts, known, signal: deadline });
      } catch (error) {
        return failed(deadline.aborted ? "timeout" : faultOf(error));
      }
    },
  };
}

interface Reading {
  agent: Dispatcher;
  allowHosts: readonly string[];
  known: KnownContent;
  signal: AbortSignal;
}

async function readFrom(first: string, { agent, allowHosts, known, signal }: Reading): Promise<CalendarFile> {
  let url = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await request(url, {
      dispatcher: agent,
      method: "GET",
      headers: {
        accept: "text/calendar, text/plain;q=0.5, */*;q=0.1",
        "user-agent": "hub-platform-calendar",
        ...(known.etag === null ? {} : { "if-none-match": known.etag }),
        ...(known.lastModified === null ? {} : { "if-modified-since": known.lastModified }),
      },
      signal,
    });
    const { statusCode: status, headers, body } = response;
    const location = textOf(headers["location"]);
    if (status === 200) return await readContent(response);
    body.destroy();
    body.on("error", () => undefined);
    if (status === 304) return { kind: "unchanged" };
    const isRedirect = [301, 302, 303, 307, 308].includes(status) && location !== null;
    if (!isRedirect) return failed(faultOfStatus(status), status, retryAfterOf(headers["retry-after"]));
    const [next = ""] = URL.canParse(location, url) ? new URL(location, url).href.split("#") : [];
    try {
      url = assertPublicUrl(next, allowHosts).href;
    } catch {
      return failed("address_refused", status);
    }
  }
  return failed("too_many_redirects");
}

async function readContent({ headers, body }: Dispatcher.ResponseData): Promise<CalendarFile> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return failed("too_large", 200);
    chunks.push(chunk);
  }
  // PostgreSQL's text has no NUL.
  const text = Buffer.concat(chunks).toString("utf8").replaceAll("\0", "");
  const [etag, lastModified] = [textOf(headers["etag"]), textOf(headers["last-modified"])];
  return { kind: "content", text, etag, lastModified };
}

function textOf(header: string | string[] | undefined): string | null {
  return typeof header === "string" && header.length <= maxHeaderLength && header !== "" ? header : null;
}

/** Seconds or a date (RFC 9110, 10.2.3), at most a day; null for none. */
function retryAfterOf(header: string | string[] | undefined): number | null {
  const text = textOf(header);
  if (text === null) return null;
  const ms = /^\d{1,6}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), dayMs) : null;
}

function failed(
  fault: CalendarFault,
  status: number | null = null,
  retryAfterMs: number | null = null,
): CalendarFile {
  return { kind: "failed", fault, status, retryAfterMs };
}

function faultOfStatus(status: number): CalendarFault {
  if (status === 404 || status === 410) return "not_found";
  if (status === 401 || status === 403) return "access_denied";
  return status === 429 ? "rate_limited" : "bad_status";
}

function faultOf(error: unknown): CalendarFault {
  if (error instanceof AddressRefusedError) return "address_refused";
  const { code = "" } = error as { code?: string };
  return code === "UND_ERR_CONNECT_TIMEOUT" ? "timeout" : "unreachable";
}
