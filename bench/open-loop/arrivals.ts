import { setTimeout as wait } from "node:timers/promises";
import type { Spender } from "../../test/split/spenders.ts";
import type { Call, Traffic } from "../../test/split/traffic.ts";

export interface Figures {
  offeredPerSecond: number;
  answeredPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Answers that were no good ones. */
  failed: number;
  /** The first of them, in words. */
  failure: string | null;
}

/** Latencies of the calls that should have been sent within a stretch of time. */
export interface Window {
  /** Seconds from the start of the load to that of the window. */
  atSeconds: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

export interface Load {
  traffic: Traffic;
  people: readonly Spender[];
  /** The next call to send. */
  next(turn: number): Call;
}

/** Length of the windows whose latencies are compared. */
const windowSeconds = 15;

/**
 * Sends requests at a constant rate, whether or not earlier ones have completed. A latency counts from the
 * moment at which the request should have been sent, so waiting caused by the server is fully included.
 */
export async function sendAtRate(
  { traffic, next }: Load,
  perSecond: number,
  seconds: number,
): Promise<Figures & { windows: readonly Window[] }> {
  const total = Math.round(perSecond * seconds);
  const latencies: number[] = [];
  const windows: number[][] = [];
  let underWay = 0;
  let failed = 0;
  let failure: string | null = null;
  const startedAt = performance.now();
  const send = async (turn: number, intendedAt: number) => {
    const { outcome, status, text } = await traffic.ask(next(turn), turn);
    const latency = performance.now() - intendedAt;
    latencies.push(latency);
    (windows[Math.floor((intendedAt - startedAt) / (windowSeconds * 1000))] ??= []).push(latency);
    if (outcome === "ok") return;
    failed += 1;
    failure ??= `${status} ${text.slice(0, 200)}`;
  };
  for (let turn = 0; turn < total;) {
    const due = ((performance.now() - startedAt) / 1000) * perSecond;
    for (; turn < total && turn < due; turn++) {
      underWay += 1;
      void send(turn, startedAt + (turn / perSecond) * 1000).finally(() => (underWay -= 1));
    }
    await wait(1);
  }
  const sentFor = (performance.now() - startedAt) / 1000;
  while (underWay > 0) await wait(1);
  const figures = figuresOf(latencies, { offeredPerSecond: perSecond, seconds: sentFor, failed, failure });
  return { ...figures, windows: windows.map((each, index) => windowOf(each, index * windowSeconds)) };
}

/** Sends from a number of clients, each as fast as it gets responses: the rate is the server's capacity. */
export async function sendClosed(
  { traffic, next }: Load,
  clients: number,
  seconds: number,
): Promise<Figures> {
  const latencies: number[] = [];
  let failed = 0;
  let failure: string | null = null;
  let turn = 0;
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const client = async () => {
    while (performance.now() < until) {
      const own = turn++;
      const sentAt = performance.now();
      const { outcome, status, text } = await traffic.ask(next(own), own);
      latencies.push(performance.now() - sentAt);
      if (outcome === "ok") continue;
      failed += 1;
      failure ??= `${status} ${text.slice(0, 200)}`;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = (performance.now() - startedAt) / 1000;
  return figuresOf(latencies, {
    offeredPerSecond: latencies.length / elapsed,
    seconds: elapsed,
    failed,
    failure,
  });
}

function figuresOf(
  latencies: number[],
  { seconds, ...rest }: { offeredPerSecond: number; seconds: number; failed: number; failure: string | null },
): Figures {
  return { ...rest, answeredPerSecond: latencies.length / seconds, ...quantilesOf(latencies) };
}

function windowOf(latencies: number[], atSeconds: number): Window {
  return { atSeconds, ...quantilesOf(latencies) };
}

function quantilesOf(latencies: number[]): Pick<Figures, "p50Ms" | "p99Ms" | "maxMs"> {
  latencies.sort((a, b) => a - b);
  const quantile = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { p50Ms: quantile(0.5), p99Ms: quantile(0.99), maxMs: latencies.at(-1) ?? 0 };
}
