import { createHash, hash } from "node:crypto";
import type { DocumentNode, ExecutionResult } from "graphql";
import { ruleFromFacts } from "../../src/access/rule-from-facts.ts";
import type { Rule } from "../../src/access/rules.ts";
import { isPromise, type MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import { newMeter, type CallContext } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import type { SubgraphExecutor, SubgraphRequest } from "../../src/graphql/local-executor.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { CacheFacts } from "../schema/cache-facts.ts";
import { describeFetch, type CacheableFetch, type EntityList } from "./cacheable-fetch.ts";
import type { EntityCache } from "./entity-cache.ts";
import { publicReader } from "./public-reader.ts";

export interface CachingOptions {
  cache: EntityCache;
  facts: CacheFacts;
  /** Identifies the supergraph and the version of the platform: other ones have other entries. */
  version: string;
  /** The platform's clock. Requests with a test clock are not cached. */
  clock: Clock;
}

/** A fetch that may be cached, ready to run. */
interface Known extends CacheableFetch {
  /** The rules of all selected fields. */
  rules: readonly Rule[];
  reader: CallContext["principal"];
  /** Beginning of the keys: of the whole document, or of each list of entities. */
  prefixes: readonly string[];
  /** Variables that are not representations. */
  isOwnVariable(name: string): boolean;
}

/**
 * The executors, with the cache in front of those that resolve a cacheable field. A fetch is answered from the cache
 * only after the access rules of all its fields admit the principal; for any other principal the subgraph refuses it as
 * ever. Data for the cache is fetched as a principal without an account, so that no owned row can be in it.
 */
export function cacheFetches(
  subgraphs: ReadonlyMap<string, SubgraphExecutor>,
  options: CachingOptions,
): Map<string, SubgraphExecutor> {
  if (!options.facts.hasHints) return new Map(subgraphs);
  return new Map([...subgraphs].map(([name, execute]) => [name, cacheExecutor(name, execute, options)]));
}

function cacheExecutor(name: string, execute: SubgraphExecutor, options: CachingOptions): SubgraphExecutor {
  const known = new WeakMap<DocumentNode, Known | null>();
  const find = (document: DocumentNode): Known | null => {
    let fetch = known.get(document);
    if (fetch === undefined) known.set(document, (fetch = describe(name, document, options)));
    return fetch;
  };
  const run = (fetch: Known, request: SubgraphRequest): MaybePromise<ExecutionResult> => {
    if (!mayCache(fetch, request.call, options)) return execute(request);
    return new CachedFetch(fetch, request, { subgraph: name, execute, cache: options.cache }).run();
  };
  const cached = (request: SubgraphRequest) => {
    const fetch = find(request.document);
    return fetch ? run(fetch, request) : execute(request);
  };
  return Object.assign(cached, {
    ...(execute.isTrusted === undefined ? {} : { isTrusted: execute.isTrusted }),
    forDocument: (document: DocumentNode): SubgraphExecutor => {
      const fetch = find(document);
      return fetch ? (request) => run(fetch, request) : execute;
    },
  });
}

function describe(subgraph: string, document: DocumentNode, options: CachingOptions): Known | null {
  const fetch = describeFetch(document, options.facts);
  if (!fetch) return null;
  const start = [options.version, subgraph];
  const texts = fetch.lists ? fetch.lists.map(({ selection }) => selection) : [fetch.text];
  const representations = new Set(fetch.lists?.map(({ variable }) => variable));
  return {
    ...fetch,
    rules: fetch.policy.access.map(ruleFromFacts),
    reader: publicReader(fetch.policy.access),
    prefixes: texts.map((text) =>
      createHash("sha256")
        .update(JSON.stringify([...start, text]))
        .digest("base64url"),
    ),
    isOwnVariable: (name) => !representations.has(name),
  };
}

function mayCache({ rules }: Known, call: CallContext, { clock }: CachingOptions): boolean {
  if (call.clock !== clock || call.principal.kind === "internal") return false;
  const field = { ctx: call, parent: null, args: {} };
  return rules.every((rule) => rule.check(field) === null);
}

interface Target {
  subgraph: string;
  execute: SubgraphExecutor;
  cache: EntityCache;
}

/** One entity of a fetch: its place in the response. */
interface Place {
  list: EntityList;
  representation: unknown;
}

/** One run of a fetch that may be answered from the cache. */
class CachedFetch {
  readonly #fetch: Known;
  readonly #request: SubgraphRequest;
  readonly #target: Target;
  readonly #places: Place[];

  constructor(fetch: Known, request: SubgraphRequest, target: Target) {
    this.#fetch = fetch;
    this.#request = request;
    this.#target = target;
    this.#places = (fetch.lists ?? []).flatMap((list) =>
      representationsOf(request, list).map((representation) => ({ list, representation })),
    );
  }

  run(): MaybePromise<ExecutionResult> {
    const { subgraph, execute, cache } = this.#target;
    const { maxAgeSeconds, events } = this.#fetch.policy;
    const lookup = {
      subgraph,
      maxAgeSeconds,
      events,
      load: (missing: readonly number[]) => this.#load(missing),
    };
    const finish = (texts: readonly string[] | null) =>
      texts ? this.#toResult(texts) : execute(this.#request);
    const found = cache.find(this.#keys(), lookup);
    if (!isPromise(found)) return finish(found);
    return untilAborted(found, this.#request.call.signal).then(finish);
  }

  #keys(): string[] {
    const { lists, prefixes, isOwnVariable } = this.#fetch;
    const own = Object.entries(this.#request.variables).filter(([name]) => isOwnVariable(name));
    const variables = JSON.stringify(own.sort(([a], [b]) => (a < b ? -1 : 1)));
    const { publicUrl } = this.#request.call;
    const keyOf = (prefix: string, representation: unknown) =>
      hash("sha256", JSON.stringify([prefix, publicUrl, variables, representation]), "base64url");
    if (!lists) return [keyOf(prefixes[0]!, null)];
    return this.#places.map(({ list, representation }) =>
      keyOf(prefixes[lists.indexOf(list)]!, representation),
    );
  }

  /** Fetches what is missing as a principal without an account. */
  async #load(missing: readonly number[]): Promise<readonly (string | null)[]> {
    const { document, variables } = this.#request;
    const call = this.#readerCall();
    const wanted = missing.map((index) => this.#places[index]!);
    const narrowed = { ...variables };
    for (const { variable } of this.#fetch.lists ?? [])
      narrowed[variable] = wanted
        .filter(({ list }) => list.variable === variable)
        .map(({ representation }) => representation);
    const result = await this.#target.execute({ document, variables: narrowed, call });
    if (!isCacheable(result, call)) return missing.map(() => null);
    const { data } = result;
    const { lists, rootKeys } = this.#fetch;
    if (!lists) return [rootKeys.every((key) => isThere(data[key])) ? JSON.stringify(data) : null];
    const texts = new Map<EntityList, (string | null)[]>();
    for (const list of lists) {
      const entities = data[list.key];
      const count = (narrowed[list.variable] as unknown[]).length;
      if (!Array.isArray(entities) || entities.length !== count) return missing.map(() => null);
      texts.set(
        list,
        entities.map((entity) => (isThere(entity) ? JSON.stringify(entity) : null)),
      );
    }
    // Places of one list are in the order of its representations.
    return wanted.map(({ list }) => texts.get(list)!.shift() ?? null);
  }

  #readerCall(): CallContext {
    const { requestId, clock, log, publicUrl } = this.#request.call;
    return {
      principal: this.#fetch.reader,
      requestId,
      clock,
      log,
      publicUrl,
      appId: null,
      idempotencyKey: null,
      meter: newMeter(),
    };
  }

  /** Parsed anew each time: the executor adds to the objects that it is given. */
  #toResult(texts: readonly string[]): ExecutionResult {
    const { lists } = this.#fetch;
    if (!lists) return { data: JSON.parse(texts[0]!) as Record<string, unknown> };
    const data: Record<string, unknown[]> = {};
    for (const { key } of lists) data[key] = [];
    this.#places.forEach(({ list }, index) => data[list.key]!.push(JSON.parse(texts[index]!)));
    return { data };
  }
}

function representationsOf({ variables }: SubgraphRequest, { variable }: EntityList): unknown[] {
  const value = variables[variable];
  return Array.isArray(value) ? value : [];
}

/** True for a complete response that cost nothing and came from fresh data. */
function isCacheable(
  result: ExecutionResult,
  { meter }: CallContext,
): result is ExecutionResult & { data: Record<string, unknown> } {
  if (!result.data || result.errors || result.extensions) return false;
  return meter.chargedHundredths === 0 && !meter.stale && !meter.replayed && meter.attempts === undefined;
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** The value, unless the client disconnects first. The fetch goes on for the others who wait for it. */
function untilAborted<T>(value: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return value;
  return new Promise((resolve, reject) => {
    const leave = () => {
      const message = "The request was cancelled before its data was there. Send it again.";
      reject(new DomainError("SERVICE_UNAVAILABLE", message, {}, { cause: signal.reason }));
    };
    value.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  });
}
