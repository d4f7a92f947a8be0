import { decodeForm } from "../../../sandbox/processor/form.ts";
import { newerPaths } from "./published-differences.ts";
import { publishedDocument } from "./published-document.ts";

/** Mismatches with the published document so far; a test that used the checked client checks them at its end. */
export class ShapeFaults {
  readonly lines: string[] = [];

  add(lines: readonly string[]): void {
    this.lines.push(...lines);
  }
}

/**
 * A fetch that validates every request and every response under `/v1/` against the published document, and
 * records mismatches. A request that the processor refused may be invalid on purpose: only its response is
 * validated.
 */
export function checkedAgainstPublishedShape(send: typeof fetch, faults: ShapeFaults): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const url = new URL(input instanceof Request ? input.url : String(input));
    const text = await response.clone().text();
    const body: unknown = response.headers.get("content-type")?.includes("json") ? tryParse(text) : undefined;
    if (body !== undefined && !isFault(body))
      faults.add(checkExchange(init?.method ?? "GET", url, init?.body, { status: response.status, body }));
    return response;
  };
}

/** The faults of one event in its webhook form, its object included. */
export function checkPublishedEvent(event: { data: { object: { object: string } } }): string[] {
  const document = publishedDocument();
  const { object } = event.data;
  return [...document.checkObject("event", event), ...document.checkObject(object.object, object)];
}

/** A requested fault responds with text that is not JSON; that is not a mismatch. */
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A fault of the control plane says so. */
function isFault(body: unknown): boolean {
  return (body as { error?: { type?: string } } | null)?.error?.type === "sandbox_fault";
}

function checkExchange(
  method: string,
  url: URL,
  form: RequestInit["body"],
  reply: { status: number; body: unknown },
): string[] {
  const path = url.pathname.slice(url.pathname.indexOf("/v1/"));
  const document = publishedDocument();
  if (newerPaths.some((newer) => newer.test(`${method} ${path}`))) return checkNewerReply(reply);
  const found = document.findOperation(method, path);
  if (!found) return reply.status === 404 ? [] : [`${method} ${path} is not published`];
  const key = `${method} ${found.template}`;
  const given = new URLSearchParams(method === "POST" ? String(form ?? "") : url.search);
  const requestFaults =
    reply.status < 400 || reply.status === 402
      ? document.checkRequest(key, found.operation, method, decodeForm(grouped(given)))
      : [];
  return [...requestFaults, ...document.checkReply(key, found.operation, reply.status, reply.body)];
}

/** Of an operation that is not published the objects are, as far as the document knows them. */
function checkNewerReply({ status, body }: { status: number; body: unknown }): string[] {
  const { object } = (body ?? {}) as { object?: string };
  const isPublished = object === "invoice" || object === "subscription";
  return status === 200 && isPublished ? publishedDocument().checkObject(object, body) : [];
}

function grouped(given: URLSearchParams): Record<string, string[]> {
  return Object.fromEntries([...new Set(given.keys())].map((name) => [name, given.getAll(name)]));
}
