import { setTimeout as wait } from "node:timers/promises";
import type { ClientOptions } from "@hub-platform/client/options";
import { send } from "@hub-platform/client/send";
import { connect, type GlobalOptions } from "../connect.ts";
import type { Environment } from "../credentials.ts";
import { plain } from "../output.ts";
import { UsageError } from "../usage-error.ts";

export interface LogsOptions extends GlobalOptions {
  follow?: true;
  status?: string;
  operation?: string;
  key?: string;
  request?: string;
  since?: string;
  limit: string;
  interval: string;
  output: "lines" | "json";
}

interface LoggedRequest {
  requestId: string;
  at: string;
  door: string;
  method: string;
  path: string;
  operation: string | null;
  status: number;
  code: string | null;
  durationMs: number;
  cost: number;
}

const pageSize = 200;
/** Requests are stored within about a second, so a later read may find some that are older than the newest one shown. */
const overlapMs = 5_000;

/** Prints the account's requests, oldest first; with `--follow` also those to come, until SIGINT or SIGTERM. */
export async function logs(options: LogsOptions, env: Environment): Promise<void> {
  const limit = readCount(options.limit, "--limit");
  const intervalMs = readSeconds(options.interval) * 1000;
  const filters = filtersOf(options);
  const client = await connect(options, env);
  const first = await readNewest(client, filters, limit);
  for (const request of first.toReversed()) print(request, options);
  if (options.follow) await follow(client, { filters, first, intervalMs, options });
}

interface Following {
  filters: URLSearchParams;
  first: readonly LoggedRequest[];
  intervalMs: number;
  options: LogsOptions;
}

async function follow(
  client: ClientOptions,
  { filters, first, intervalMs, options }: Following,
): Promise<void> {
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once("SIGINT", end).once("SIGTERM", end);
  const startMs = first[0] ? Date.parse(first[0].at) : await serverTime(client);
  let newestMs = startMs;
  let shown = new Map(first.map((request) => [nameOf(request), Date.parse(request.at)]));
  try {
    while (!stop.signal.aborted) {
      await wait(intervalMs, undefined, { signal: stop.signal });
      const query = new URLSearchParams(filters);
      query.set("from", new Date(newestMs - overlapMs).toISOString());
      const found = await readNewest(client, query, Infinity, stop.signal);
      for (const request of found.toReversed()) {
        const at = Date.parse(request.at);
        if (at < startMs || shown.has(nameOf(request))) continue;
        shown.set(nameOf(request), at);
        newestMs = Math.max(newestMs, at);
        print(request, options);
      }
      shown = new Map([...shown].filter(([, at]) => at >= newestMs - overlapMs));
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end);
  }
}

/** The clock of the platform, which may differ from that of this machine. */
async function serverTime(client: ClientOptions): Promise<number> {
  const { headers } = await send(client, { method: "GET", path: "/requests?limit=1" });
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? Date.now() : date;
}

/** Up to `limit` requests, newest first. */
async function readNewest(
  client: ClientOptions,
  filters: URLSearchParams,
  limit: number,
  signal?: AbortSignal,
): Promise<LoggedRequest[]> {
  const found: LoggedRequest[] = [];
  const query = new URLSearchParams(filters);
  for (;;) {
    query.set("limit", String(Math.min(pageSize, limit - found.length)));
    const request = { method: "GET", path: `/requests?${query}` };
    const { body } = await send(client, request, signal ? { signal } : {});
    const page = body as { requests: LoggedRequest[]; nextCursor: string | null };
    found.push(...page.requests);
    if (page.nextCursor === null || found.length >= limit) return found;
    query.set("after", page.nextCursor);
  }
}

/** Several requests may share an ID that their client chose. */
function nameOf({ requestId, at, operation, status, durationMs }: LoggedRequest): string {
  return JSON.stringify([requestId, at, operation, status, durationMs]);
}

function print(request: LoggedRequest, { output }: LogsOptions): void {
  const line = output === "json" ? JSON.stringify(request) : lineOf(request);
  process.stdout.write(`${line}\n`);
}

function lineOf({
  at,
  status,
  code,
  door,
  method,
  path,
  operation,
  durationMs,
  cost,
  requestId,
}: LoggedRequest) {
  const call = door === "rest" ? `${method} ${path}` : `${door} ${operation ?? path}`;
  const credits = cost > 0 ? `  ${cost} credits` : "";
  const error = code === null ? "" : `  ${code}`;
  return plain(`${at}  ${status}  ${call}  ${Math.round(durationMs)} ms${credits}${error}  ${requestId}`);
}

function filtersOf({ status, operation, key, request, since }: LogsOptions): URLSearchParams {
  const given = { status: status && statusClass(status), operation, key, requestId: request };
  const filters = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) filters.set(name, value);
  if (since !== undefined) filters.set("from", readSince(since).toISOString());
  return filters;
}

/** `4xx`; `4` and `404` name the same class. */
function statusClass(text: string): string {
  if (/^[2-5](xx|\d\d)?$/i.test(text)) return `${text[0]}xx`;
  throw new UsageError("--status is 2xx, 3xx, 4xx or 5xx.");
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration before now, such as 15m, or a time. */
function readSince(text: string): Date {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const at = count === undefined ? Date.parse(text) : Date.now() - Number(count) * unitMs[unit!]!;
  if (Number.isNaN(at))
    throw new UsageError("--since is a duration such as 15m, 2h or 7d, or a time in ISO 8601.");
  return new Date(at);
}

function readCount(text: string, name: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new UsageError(`${name} is a number from 1 to 99999.`);
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds >= 0.1 && seconds <= 3_600) return seconds;
  throw new UsageError("--interval is a number of seconds from 0.1 to 3600.");
}
