import type { StoredOperation } from "../../../router/operations/registry.ts";
import { restPaths } from "../../../router/operations/registry.ts";
import type { TestApp } from "../../support/app.ts";
import type { OpenApiDocument, OpenApiOperation } from "../../support/openapi.ts";
import { LoopWatch, maxBlockMs } from "./event-loop.ts";
import { showRequest, type HostileFinding } from "./findings.ts";
import {
  hostileAddresses,
  hostileBodies,
  hostileDoors,
  type HostileDoor,
  type WireRequest,
} from "./hostile-doors.ts";
import { canary, casesOf, hostileClasses, type HostileCase, type HostileClass } from "./hostile-kinds.ts";
import { createHostileJudge, type Exchange } from "./hostile-verdict.ts";
import { Target, type Caller } from "./hostile-target.ts";
import { placesOf, type Place } from "./places.ts";
import { snapshotGlobals } from "./process-globals.ts";

export interface HostileOptions {
  seed: number;
  /** Every case at every door with every credential; otherwise a selection that depends on the seed. */
  isFull: boolean;
  /** Only operations of this name, as in the OpenAPI document without its number. */
  only?: string | undefined;
  /** Only every n-th operation, selected by the seed. Default: every one. */
  every?: number;
  /** Only these classes of hostile input. Default: all. */
  classes?: readonly HostileClass[] | undefined;
  /** Called now and then with the findings so far. */
  onProgress?: ((report: HostileReport) => void) | undefined;
}

export interface HostileReport {
  requests: number;
  operations: number;
  statuses: Record<string, number>;
  /** Operations without a valid sample input. */
  withoutSample: string[];
  longestBlockOnceMs: number;
  findings: HostileFinding[];
}

/** Classes that fit into any request, and classes that fill one. */
const smallClasses: readonly HostileClass[] = ["surrogate", "keys", "nul"];
/** Maximum number of cases of a class per operation, if more than one. A full run sends them at all doors. */
const most: Partial<Record<HostileClass, number>> = { surrogate: 2, nul: 1, keys: 2, dates: 2 };
/** A short run sends every so many operations what is refused alike for all. */
const fewOf = 8;
const largeClasses: readonly HostileClass[] = ["long", "wide", "list", "deep"];

/**
 * Sends hostile input to every stored operation at each of its doors, and hostile paths for every path of the
 * OpenAPI document. Requests are sequential, so that the one that blocks the process is known.
 */
export async function fuzzHostile(app: TestApp, options: HostileOptions): Promise<HostileReport> {
  const run = await HostileRun.start(app, options);
  const globals = snapshotGlobals();
  try {
    const operations = [...app.running.router.registry.values()]
      .map((operation, index) => ({ operation, index }))
      .filter(({ operation, index }) =>
        options.only === undefined
          ? (index + options.seed) % (options.every ?? 1) === 0
          : operation.row.name === options.only,
      );
    for (const [nth, { operation, index }] of operations.entries()) {
      await run.operation(operation, index + options.seed);
      if (nth % 20 === 19) options.onProgress?.({ ...run.report, operations: nth + 1 });
    }
    if (options.only === undefined) await run.linkPaths();
    run.checkLog();
    for (const name of globals.changed()) run.find({ what: `changed ${name}` });
    return { ...run.report, operations: operations.length };
  } finally {
    globals.restore();
  }
}

class HostileRun {
  readonly report: HostileReport = {
    requests: 0,
    operations: 0,
    statuses: {},
    withoutSample: [],
    longestBlockOnceMs: 0,
    findings: [],
  };
  readonly #app: TestApp;
  readonly #isFull: boolean;
  readonly #classes: readonly HostileClass[];
  readonly #watch = new LoopWatch();
  readonly #judge: ReturnType<typeof createHostileJudge>;
  readonly #paths: OpenApiDocument["paths"];
  readonly #logStart: number;
  #operations = 0;
  /** Whether the current operation is sent what is refused alike for all. */
  #isOneOfFew = true;

  static async start(app: TestApp, options: HostileOptions): Promise<HostileRun> {
    const document = (await app.get("/openapi.json")).body as OpenApiDocument;
    return new HostileRun(app, options, document);
  }

  private constructor(
    app: TestApp,
    { isFull, classes = hostileClasses }: HostileOptions,
    document: OpenApiDocument,
  ) {
    this.#app = app;
    this.#isFull = isFull;
    this.#classes = classes;
    this.#judge = createHostileJudge(document);
    this.#paths = document.paths;
    this.#logStart = app.logLines.length;
  }

  async operation(operation: StoredOperation, turn: number): Promise<void> {
    this.#isOneOfFew = this.#isFull || this.#operations++ % fewOf === 0;
    const target = await Target.of(this.#app, operation);
    if (!(await target.refresh())) this.report.withoutSample.push(operation.row.name);
    const doors = hostileDoors(operation, turn);
    const places = placesOf(operation.inputSchema);
    await this.#withCredential(target, doors, places, turn);
    await this.#withoutCredential(target, doors, places, turn);
    await this.#addresses(target, turn);
  }

  /** Each class of hostile input, at one door or all, as a person or with a key. */
  async #withCredential(target: Target, doors: HostileDoor[], places: Place[], turn: number): Promise<void> {
    for (const [index, one] of this.#classes.entries()) {
      const cases = casesOf(one, places);
      const chosen = turned(cases, turn).slice(0, this.#isFull ? Infinity : (most[one] ?? 1));
      // The case with all places together comes first.
      if (cases[0] && !chosen.includes(cases[0])) chosen.splice(-1, 1, cases[0]);
      chosen.push(...cases.filter((hostile) => hostile.isAlways && !chosen.includes(hostile)));
      for (const [nth, hostile] of chosen.entries()) {
        const isAtAll = this.#isFull && most[one] !== undefined;
        const caller: Caller = target.takesKeys && (turn + index + nth) % 5 === 0 ? "key" : "person";
        for (const door of isAtAll ? doors : [doors[(turn + index + nth) % doors.length]!])
          await this.#send(target, door, caller, hostile);
      }
    }
  }

  /** Everything wrong at each door, and one large request; all large ones in a full run. */
  async #withoutCredential(
    target: Target,
    doors: HostileDoor[],
    places: Place[],
    turn: number,
  ): Promise<void> {
    const callers = ["nobody", "forger", "nobody", "revoked"] as const;
    const known = (classes: readonly HostileClass[]) =>
      turned(
        classes.filter((one) => this.#classes.includes(one)),
        turn,
      );
    for (const [index, door] of doors.entries()) {
      const caller = callers[(turn + index) % callers.length]!;
      const [small] = turned(known(smallClasses), index);
      const [first] = small ? turned(casesOf(small, places), turn + index) : [];
      if (first) await this.#send(target, door, caller, first);
    }
    const large =
      known(largeClasses)
        .map((one) => casesOf(one, places))
        .find((cases) => cases.length > 0) ?? [];
    const all = this.#isFull
      ? known(largeClasses).flatMap((one) => casesOf(one, places))
      : turned(large, turn).slice(0, 1);
    for (const [nth, hostile] of all.entries())
      await this.#send(
        target,
        doors[(turn + nth) % doors.length]!,
        callers[(turn + nth) % callers.length]!,
        hostile,
      );
  }

  async #addresses({ operation, person }: Target, turn: number): Promise<void> {
    for (const [index, path] of restPaths(operation.row).entries()) {
      const all = turned(hostileAddresses(operation.row.rest!.method, path), turn + index);
      for (const { kind, place, request } of this.#isFull ? all : all.slice(0, index === 0 ? 2 : 1)) {
        const caller: Caller = (turn + index) % 3 === 0 ? "nobody" : "person";
        const headers = caller === "nobody" ? {} : person;
        const sent = { ...request, headers: { ...request.headers, "x-app-id": "central", ...headers } };
        await this.#exchange(sent, {
          operation,
          name: operation.row.name,
          door: "rest",
          caller,
          kind,
          place,
        });
      }
    }
  }

  /** The paths that are mounted beside the stored operations: links in mails, files, the carrier's webhooks. */
  async linkPaths(): Promise<void> {
    const own = new Set(
      [...this.#app.running.router.registry.values()].flatMap(({ row }) =>
        restPaths(row).map((path) => `${row.rest!.method} ${path}`),
      ),
    );
    for (const [path, item] of Object.entries(this.#paths)) {
      for (const [lower, operation] of Object.entries(item)) {
        const { operationId: name } = operation as OpenApiOperation;
        const method = lower.toUpperCase();
        if (own.has(`${method} ${path}`)) continue;
        const known = { operation: null, name, door: "rest", caller: "nobody" as Caller };
        for (const { kind, place, request } of hostileAddresses(method, path))
          await this.#exchange(request, { ...known, kind, place });
        if (method === "GET") continue;
        const url = path.replaceAll(/\{\w+\}/g, "x");
        for (const [kind, headers, payload] of hostileBodies)
          await this.#exchange({ method, url, headers, payload }, { ...known, kind, place: "the body" });
      }
    }
  }

  /** Sends a case in each of its sizes, for as long as the door has room and nothing is wrong. */
  async #send(target: Target, door: HostileDoor, caller: Caller, hostile: HostileCase): Promise<void> {
    const headers = target.headersOf(caller);
    const about = { operation: target.operation, name: target.operation.row.name, door: door.name, caller };
    const sizes = hostile.isRefusedAlike && !this.#isOneOfFew ? hostile.sizes.slice(0, 1) : hostile.sizes;
    for (const size of sizes) {
      const fitting = Math.min(size, door.room);
      const make = () => {
        const request = door.request(hostile.make(target.input, fitting));
        return { ...request, headers: { ...request.headers, ...headers } };
      };
      const { kind, place } = hostile;
      // Repeating a successful request needs fresh input.
      const { status, isBlocking } = await this.#exchange(make(), { ...about, kind, place }, async () => {
        await target.refresh();
        return make();
      });
      if (status < 300 && target.operation.kind === "mutation") await target.refresh();
      if (isBlocking || fitting < size) return;
    }
  }

  async #exchange(
    request: WireRequest,
    { operation, name, ...about }: About,
    makeAnew = () => Promise.resolve(request),
  ): Promise<{ status: number; isBlocking: boolean }> {
    const { server } = this.#app.running.router;
    let sent = request;
    const send = async (): Promise<Exchange> => {
      const { statusCode, headers, payload } = await server.inject(sent as never);
      return { status: statusCode, headers, text: payload };
    };
    const { result, blockedMs } = await this.#watch.run(send, async () => {
      sent = await makeAnew();
    });
    this.report.requests++;
    this.report.statuses[result.status] = (this.report.statuses[result.status] ?? 0) + 1;
    const faults = this.#judge(operation, { ...about, url: request.url, method: request.method }, result);
    if (blockedMs > maxBlockMs) faults.push(`blocked the process for more than ${maxBlockMs} ms`);
    for (const what of faults) {
      const shown = `${showRequest(request)}${blockedMs > 0 ? ` (${Math.round(blockedMs)} ms)` : ""}`;
      this.find({ ...about, operation: name, status: result.status, what, request: shown });
    }
    return { status: result.status, isBlocking: blockedMs > maxBlockMs };
  }

  find(finding: Partial<HostileFinding>): void {
    const none = {
      operation: "",
      door: "",
      caller: "",
      kind: "",
      place: "",
      status: 0,
      what: "",
      request: "",
    };
    this.report.findings.push({ ...none, ...finding });
  }

  /** Nothing that was sent may be in the log. */
  checkLog(): void {
    this.report.longestBlockOnceMs = Math.round(this.#watch.longestOnceMs);
    for (const line of this.#app.logLines.slice(this.#logStart)) {
      if (!line.includes(canary)) continue;
      const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
      this.find({ what: `the log shows what was sent: ${msg}`, request: err?.message ?? line.slice(0, 300) });
    }
  }
}

interface About {
  operation: StoredOperation | null;
  name: string;
  door: string;
  caller: Caller;
  kind: string;
  place: string;
}

function turned<T>(list: readonly T[], turn: number): T[] {
  const start = list.length === 0 ? 0 : turn % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
