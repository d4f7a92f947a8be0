import { isDeepStrictEqual } from "node:util";
import { buildSchema } from "graphql";
import type { TestApp } from "../../support/app.ts";
import { LoopWatch, maxBlockMs } from "./event-loop.ts";
import { showRequest, type HostileFinding } from "./findings.ts";
import { faultsOf, isAlike, objectsIn, parseBody, requestOf, type Exchanged } from "./graphql-answers.ts";
import { aliasCases, literalCases, nameCases, variableCases, type GraphQLCase } from "./graphql-cases.ts";
import { rootFields, type FuzzedField } from "./graphql-fields.ts";
import type { WireRequest } from "./hostile-doors.ts";
import { canary } from "./hostile-kinds.ts";
import { forged } from "./hostile-target.ts";
import { snapshotGlobals, type GlobalsSnapshot } from "./process-globals.ts";

export interface GraphQLFuzzOptions {
  seed: number;
  /** Every case of every root field; otherwise a selection that depends on the seed. */
  isFull: boolean;
  /** Only this root field. */
  only?: string | undefined;
  /** Only every n-th root field. */
  every?: number;
  /** Called now and then with the findings so far. */
  onProgress?: ((report: GraphQLFuzzReport) => void) | undefined;
}

export interface GraphQLFuzzReport {
  requests: number;
  fields: number;
  statuses: Record<string, number>;
  /** Aliases whose response had data, and so could be checked. */
  aliasesSeen: number;
  longestBlockOnceMs: number;
  findings: HostileFinding[];
}

const patienceMs = 60_000;

/**
 * Sends hostile documents and variables for every root field of the public schema, and checks after each of
 * them that the process's shared objects are unchanged. A change is undone immediately, and its alias not sent
 * again.
 */
export async function fuzzGraphQL(app: TestApp, options: GraphQLFuzzOptions): Promise<GraphQLFuzzReport> {
  const schema = buildSchema((await app.get("/schema.graphql")).text);
  const globals = snapshotGlobals();
  const run = new GraphQLRun(app, options, globals);
  try {
    const fields = await rootFields(app, schema, options);
    for (const [nth, root] of fields.entries()) {
      await run.field(root, root.index + options.seed);
      if (nth % 20 === 19) options.onProgress?.({ ...run.report, fields: nth + 1 });
    }
    run.checkEnd();
    return { ...run.report, fields: fields.length };
  } finally {
    globals.restore();
  }
}

class GraphQLRun {
  readonly report: GraphQLFuzzReport = {
    requests: 0,
    fields: 0,
    statuses: {},
    aliasesSeen: 0,
    longestBlockOnceMs: 0,
    findings: [],
  };
  readonly #app: TestApp;
  readonly #isFull: boolean;
  readonly #globals: GlobalsSnapshot;
  readonly #watch = new LoopWatch();
  readonly #logStart: number;
  /** Aliases by which the process was changed: once is enough. */
  readonly #polluting = new Set<string>();

  constructor(app: TestApp, { isFull }: GraphQLFuzzOptions, globals: GlobalsSnapshot) {
    this.#app = app;
    this.#isFull = isFull;
    this.#globals = globals;
    this.#logStart = app.logLines.length;
  }

  async field(root: FuzzedField, turn: number): Promise<void> {
    await root.refresh();
    const all = [
      pick(aliasCases(root), turn, this.#isFull ? Infinity : 5),
      pick(
        literalCases(root, (place) => place.isCustom),
        turn * 7,
        this.#isFull ? Infinity : 6,
      ),
      pick(
        literalCases(root, (place) => !place.isCustom),
        turn * 11,
        this.#isFull ? Infinity : 3,
      ),
      pick(variableCases(root), turn * 5, this.#isFull ? Infinity : 2),
      pick(nameCases(root), turn * 3, this.#isFull ? Infinity : 2),
    ];
    let count = turn;
    for (const one of all.flat()) {
      if (this.#polluting.has(one.alias ?? "")) continue;
      await this.#send(root, one, count++);
    }
  }

  async #send(root: FuzzedField, one: GraphQLCase, turn: number): Promise<void> {
    const caller = turn % 6 === 0 ? "nobody" : turn % 6 === 3 ? "forger" : "person";
    const headers: Record<string, string> =
      caller === "person" ? root.headers : caller === "forger" ? forged : {};
    const isGet = root.kind === "query" && turn % 4 === 1 && one.query.length < 6_000;
    const make = (query: string): WireRequest => requestOf({ ...one, query }, headers, isGet);
    let again = 0;
    const { result, blockedMs } = await this.#watch.run(() =>
      // A document that is known already is not planned again.
      this.#exchange(make(again++ === 0 ? one.query : `${one.query} # ${again}`)),
    );
    const polluted = this.#globals.addedQuickly();
    const { status, text, hasRequestId } = result;
    this.report.requests++;
    this.report.statuses[status] = (this.report.statuses[status] ?? 0) + 1;
    const faults = faultsOf(result);
    if (polluted.length > 0) {
      faults.push(`changed the process: ${this.#globals.changed().join(", ")}`);
      this.#globals.restore();
      if (one.alias) this.#polluting.add(one.alias);
    }
    if (!hasRequestId) faults.push("no x-request-id");
    if (blockedMs > maxBlockMs) faults.push(`blocked the process for more than ${maxBlockMs} ms`);
    const body = parseBody(text);
    if (body.data && one.alias) this.#checkAlias(body.data, one, faults);
    if (one.twin && caller === "person" && root.kind === "query") {
      const twin = await this.#exchange(make(one.twin));
      const isRefused = body.errors?.[0]?.extensions?.code === "GRAPHQL_VALIDATION_FAILED";
      if (!isRefused && !isAlike(body, parseBody(twin.text)))
        faults.push("an absent variable is not answered as one of another name");
    }
    for (const what of faults) {
      const shown = `${showRequest(make(one.query))}${blockedMs > 0 ? ` (${Math.round(blockedMs)} ms)` : ""}`;
      const { kind, place } = one;
      const about = {
        operation: `${root.kind} ${root.field.name}`,
        door: isGet ? "graphql GET" : "graphql",
        caller,
      };
      this.report.findings.push({ ...about, kind, place, status, what, request: shown });
    }
    if (body.data?.[root.field.name] && root.kind === "mutation") await root.refresh();
  }

  async #exchange(request: WireRequest): Promise<Exchanged> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Exchanged>((resolve) => {
      timer = setTimeout(() => resolve({ status: 599, text: "", hasRequestId: true }), patienceMs);
    });
    try {
      const sent = this.#app.running.router.server
        .inject(request as never)
        .then(({ statusCode, payload, headers }) => ({
          status: statusCode,
          text: payload,
          hasRequestId: headers["x-request-id"] !== undefined,
        }));
      return await Promise.race([sent, late]);
    } catch {
      return { status: 599, text: "", hasRequestId: true };
    } finally {
      clearTimeout(timer);
    }
  }

  /** The alias is an own key wherever it was selected, and has the same value as under a plain name. */
  #checkAlias(data: Record<string, unknown>, { alias = "", place }: GraphQLCase, faults: string[]): void {
    this.report.aliasesSeen++;
    if (alias.startsWith("__")) return void faults.push("a reserved alias was answered");
    if (place === "root") {
      if (!Object.hasOwn(data, alias)) faults.push("the answer lacks the alias");
      return;
    }
    for (const object of objectsIn(data["field"])) {
      if (!Object.hasOwn(object, alias)) faults.push("the answer lacks the alias");
      else if (!isDeepStrictEqual(object[alias], object["plain"]))
        faults.push("the alias has another field's value");
    }
  }

  /** Nothing shared has changed, and no log line has what was sent. */
  checkEnd(): void {
    this.report.longestBlockOnceMs = Math.round(this.#watch.longestOnceMs);
    const none = { operation: "", door: "", caller: "", kind: "", place: "", status: 0, request: "" };
    for (const name of this.#globals.changed())
      this.report.findings.push({ ...none, what: `changed ${name}` });
    for (const line of this.#app.logLines.slice(this.#logStart)) {
      if (!line.includes(canary)) continue;
      const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
      const request = (err?.message ?? line).slice(0, 300);
      this.report.findings.push({ ...none, what: `the log shows what was sent: ${msg}`, request });
    }
  }
}

/** A number of items of a list, from a rotating start, evenly spaced. */
function pick<T>(list: readonly T[], turn: number, most: number): T[] {
  if (list.length <= most) return [...list];
  const step = Math.max(1, Math.floor(list.length / most));
  return Array.from({ length: most }, (_, index) => list[(turn + index * step) % list.length]!);
}
