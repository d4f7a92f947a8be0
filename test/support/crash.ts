import { AsyncLocalStorage } from "node:async_hooks";
import type { EntityManager } from "@mikro-orm/postgresql";
import { until } from "./poll.ts";

/**
 * A process that dies at one of the external steps of a piece of work: its statements, and the watched calls.
 * The step is not executed, or it is executed and its result is lost; whatever the work tries after that fails
 * too, so its open transaction is rolled back. Other work of the same test process continues.
 */
export interface CrashPoint {
  /** From 1. */
  at: number;
  isDone: boolean;
}

interface Run extends CrashPoint {
  steps: string[];
  /** Server processes of the connections that it lost. */
  sessions: Set<number>;
  /** True once the work has ended: activity that it triggered (relays) is not affected by the crash. */
  isOver: boolean;
}

const current = new AsyncLocalStorage<Run>();
const lost = () => new Error("The process is gone.");

/** Whether the server still has one of the sessions; set by `watchStatements`. */
let hasSession: (pids: readonly number[]) => Promise<boolean> = async () => false;

/**
 * Runs the work up to a step of it, and waits until the server has rolled back what the work left open: until then its
 * locks are held, and work that skips locked rows would pass them by. Its answer is null when it threw; it has survived if it
 * took fewer steps.
 */
export async function dieAt<T>(
  point: CrashPoint,
  work: () => Promise<T>,
): Promise<{ answer: T | null; hasDied: boolean; lastStep: string }> {
  const run: Run = { ...point, steps: [], sessions: new Set(), isOver: false };
  const answer = await current.run(run, work).catch(() => null);
  run.isOver = true;
  const lostOnes = [...run.sessions];
  if (lostOnes.length > 0)
    await until("the server has ended the lost sessions", async () => !(await hasSession(lostOnes)));
  const hasDied = run.steps.length >= run.at;
  return { answer, hasDied, lastStep: run.steps[hasDied ? run.at - 1 : run.steps.length - 1] ?? "" };
}

/** Null for a step that is taken as ever. */
function fateOf(step: string): "never done" | "done unheard" | null {
  const run = current.getStore();
  if (!run || run.isOver) return null;
  run.steps.push(step);
  if (run.steps.length < run.at) return null;
  return run.steps.length === run.at && run.isDone ? "done unheard" : "never done";
}

interface Client {
  query: Query;
  processID: number;
  connection: { stream: { destroy(): void } };
}
type Query = (this: Client, ...args: unknown[]) => unknown;
type Callback = (error: Error) => void;

/** A query that carries its own callback, as reads under an owner do: the driver returns no promise for it. */
interface QueryObject {
  submit: unknown;
  callback: Callback;
}

const isQueryObject = (statement: unknown): statement is QueryObject =>
  typeof (statement as Partial<QueryObject>).submit === "function";

/** The callback that waits for the statement, taken from its arguments; null where a promise is expected. */
function takeCallback(args: unknown[]): Callback | null {
  if (typeof args.at(-1) === "function") return args.pop() as Callback;
  return isQueryObject(args[0]) ? args[0].callback : null;
}

/** Runs a statement without its callback. */
function whenDone(client: Client, query: Query, args: unknown[]): Promise<unknown> {
  const [statement] = args;
  if (!isQueryObject(statement)) return Promise.resolve(query.apply(client, args));
  return new Promise((resolve) => {
    statement.callback = resolve;
    query.apply(client, args);
  });
}

/** Makes each statement on any pool a step; answers how to end that. */
export async function watchStatements(em: EntityManager): Promise<() => void> {
  const pool = await em.getConnection().getNativeClient();
  const client = await pool.connect();
  const prototype = Object.getPrototypeOf(client) as Client;
  client.release();
  const sql = "SELECT 1 FROM pg_stat_activity WHERE pid = ANY($1)";
  hasSession = async (pids) => (await pool.query(sql, [pids])).rows.length > 0;
  const { query } = prototype;
  prototype.query = function (...args) {
    const [statement] = args as [string | { text?: string }];
    const fate = fateOf(typeof statement === "string" ? statement : (statement.text ?? ""));
    if (fate === null) return query.apply(this, args);
    const callback = takeCallback(args);
    const done = fate === "done unheard" ? whenDone(this, query, args) : Promise.resolve();
    current.getStore()!.sessions.add(this.processID);
    const gone = done.then(() => {
      this.connection.stream.destroy();
      throw lost();
    });
    if (callback === null) return gone;
    void gone.catch(callback);
    return undefined;
  };
  return () => (prototype.query = query);
}

/** Makes each call of the object's asynchronous methods a step. */
export function watchCalls(party: object): void {
  for (const [name, method] of Object.entries(party) as [string, unknown][]) {
    if (typeof method !== "function") continue;
    const call = (...args: unknown[]): unknown => {
      const fate = fateOf(name);
      if (fate === null) return method.apply(party, args);
      const done = fate === "done unheard" ? Promise.resolve(method.apply(party, args)) : Promise.resolve();
      return done.then(() => {
        throw lost();
      });
    };
    Object.assign(party, { [name]: call });
  }
}
