import type { EventEmitter } from "node:events";
import { setTimeout } from "node:timers";

/** Bounds of the time in which a pool opens one connection more: within them what opening the last one took. */
const [quickestMs, slowestMs] = [2, 20];

interface GrowingPool extends EventEmitter {
  readonly options: { max: number };
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  /** Calls the callback, or answers a promise where there is none. */
  connect: (...callback: never[]) => Promise<unknown>;
}

/**
 * Lets who finds all connections in use wait a moment for one of them before another one is opened, in the order in which they
 * came: a new one takes longer, and its first statements fill its caches. Bursts of short statements then share few connections,
 * and where connections stay in use, the pool grows by one each moment.
 */
export function growSlowly(emitter: EventEmitter): void {
  const pool = emitter as GrowingPool;
  const connect = pool.connect.bind(pool);
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | null = null;
  let openedAt = 0;
  let momentMs = quickestMs;

  const isFree = () => pool.idleCount > pool.waitingCount;
  const canGrow = () => pool.totalCount > 0 && pool.totalCount < pool.options.max;
  const open = (...callback: never[]) => {
    if (!isFree()) openedAt = performance.now();
    return connect(...callback);
  };
  const serveFree = () => {
    for (let free = pool.idleCount - pool.waitingCount; free > 0; free--) waiting.shift()?.();
  };
  const grow = () => {
    timer = null;
    waiting.shift()?.();
    if (!canGrow()) {
      // The pool keeps those who wait for a full one.
      for (const go of waiting) go();
      waiting = [];
    }
    if (waiting.length > 0) timer = setTimeout(grow, momentMs);
  };

  pool.on("connect", () => {
    momentMs = Math.min(Math.max(performance.now() - openedAt, quickestMs), slowestMs);
  });
  // The connection is free after this event.
  pool.on("release", () => waiting.length > 0 && process.nextTick(serveFree));
  const connectPatiently = (...callback: never[]) => {
    if (waiting.length === 0 && (isFree() || !canGrow())) return open(...callback);
    timer ??= setTimeout(grow, momentMs);
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    return promise.then(() => open(...callback));
  };
  pool.connect = connectPatiently;
}
