import { STATUS_CODES, type Server } from "node:http";
import { systemClock } from "../../src/time/clock.ts";

/** Headers that all responses of a server have, as text that is put together once. */
export class CommonHeaders {
  /** By lower-case name. */
  readonly values: ReadonlyMap<string, string>;
  readonly #lines: string;
  readonly #keepAlive: string;
  #end = "";
  #endDate = "";
  readonly #isPlain: boolean;

  constructor(
    headers: Readonly<Record<string, string>>,
    { keepAliveTimeout, maxRequestsPerSocket }: Pick<Server, "keepAliveTimeout" | "maxRequestsPerSocket">,
  ) {
    this.values = new Map(Object.entries(headers));
    this.#lines = linesOf(this.values);
    const seconds = Math.floor(keepAliveTimeout / 1000);
    this.#keepAlive = `Connection: keep-alive\r\n${keepAliveTimeout ? `Keep-Alive: timeout=${seconds}\r\n` : ""}`;
    const isPlain = ([name, value]: [string, string]) => !nodesOwn.has(name) && isPlainValue(value);
    this.#isPlain = !maxRequestsPerSocket && Object.entries(headers).every(isPlain);
  }

  /** Names and values in turn, with those in `own` in place of the common ones. */
  with(own: readonly string[]): string[] {
    const all = new Map(this.values);
    for (let index = 0; index < own.length; index += 2) all.set(own[index]!, own[index + 1]!);
    return [...all].flat();
  }

  /**
   * The head of a response with a body on a connection that is kept, as Node writes it; null for one that is left to Node.
   * `own` has names and values in turn, each name once.
   */
  headOf(status: number, own: readonly string[], bytes: number): string | null {
    if (!this.#isPlain || status < 200 || status === 204 || status === 304) return null;
    let lines = "";
    let isReplaced = false;
    for (let index = 0; index < own.length; index += 2) {
      const [name, value] = [own[index]!, own[index + 1]!];
      const line = lineOf(name, value);
      if (line === null) return null;
      const common = this.values.get(name);
      if (common === value) continue;
      if (common !== undefined) isReplaced = true;
      lines += line;
    }
    const shared = isReplaced ? this.#linesWithout(own) : this.#lines;
    return `${statusLine(status)}${shared}${lines}content-length: ${bytes}${this.#endNow()}`;
  }

  /** What all heads of one second end with. */
  #endNow(): string {
    const date = dateNow();
    if (this.#endDate !== date) {
      this.#endDate = date;
      this.#end = `\r\nDate: ${date}\r\n${this.#keepAlive}\r\n`;
    }
    return this.#end;
  }

  #linesWithout(own: readonly string[]): string {
    const left = new Map(this.values);
    for (let index = 0; index < own.length; index += 2) {
      const name = own[index]!;
      // An equal value is not among the response's own lines.
      if (left.get(name) !== own[index + 1]) left.delete(name);
    }
    return linesOf(left);
  }
}

function linesOf(headers: Iterable<readonly [string, string]>): string {
  let lines = "";
  for (const [name, value] of headers) lines += `${name}: ${value}\r\n`;
  return lines;
}

/** Lines of headers with few values, by name and value. */
const knownLines = new Map([
  ["content-type", new Map<string, string>()],
  ["cache-control", new Map<string, string>()],
]);
const maxKnownLines = 100;

/** The line of a header; null for one that is left to Node. */
function lineOf(name: string, value: string): string | null {
  const known = knownLines.get(name);
  const line = known?.get(value);
  if (line !== undefined) return line;
  if (nodesOwn.has(name) || !isPlainValue(value)) return null;
  const made = `${name}: ${value}\r\n`;
  if (known && known.size < maxKnownLines) known.set(value, made);
  return made;
}

/** Headers that Node writes itself, and headers that change how a response ends. */
const nodesOwn = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "trailer",
  "transfer-encoding",
  "expect",
]);

/** Values that are the same bytes in every encoding. All others are left to Node, which checks and encodes them. */
function isPlainValue(value: string): boolean {
  return /^[\x20-\x7e]*$/.test(value);
}

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
  let line = statusLines.get(status);
  if (line === undefined)
    statusLines.set(status, (line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n`));
  return line;
}

let date = "";

/** Written once a second. */
function dateNow(): string {
  if (date === "") {
    const now = systemClock.now();
    date = now.toUTCString();
    setTimeout(() => (date = ""), 1_000 - now.getMilliseconds()).unref();
  }
  return date;
}
