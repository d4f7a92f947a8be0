/** A job of the load generator: bodies in rotation, for a time or for a number of requests. */
export interface LoadJob {
  port: number;
  method: "GET" | "POST";
  path: string;
  /** Paths to request in rotation instead, without bodies. */
  paths?: readonly string[];
  headers?: Record<string, string>;
  /** Headers to send in rotation instead, with the first body. */
  headersInTurn?: readonly Record<string, string>[];
  bodies: readonly string[];
  /** If given, `counterMark` in a body becomes a unique number, counted from this one: every document is new. */
  countFrom?: number;
  connections: number;
  /**
   * The generator never sleeps while it waits. Waking a sleeping process costs the responding process time: up
   * to a tenth of a short response, and more for slower responses.
   */
  staysAwake?: boolean;
  seconds?: number;
  requests?: number;
}

export const counterMark = "0000000";

export interface LoadFigures {
  completed: number;
  requestsPerSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** Share of the time in which the generator was busy; near 1 the generator would be the limit, not the server. */
  generatorCpuShare: number;
}

export type LoadResult = LoadFigures | { fault: string };
