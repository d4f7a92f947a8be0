/** What the load generator shall do: the bodies in turn, for a time or for a number of requests. */
export interface LoadJob {
  port: number;
  method: "GET" | "POST";
  path: string;
  /** Addresses that are asked in turn instead, without bodies. */
  paths?: readonly string[];
  headers?: Record<string, string>;
  bodies: readonly string[];
  /**
   * When given, `counterMark` in a body becomes a number that no request had before, from this one on: every document
   * is a new one.
   */
  countFrom?: number;
  connections: number;
  /**
   * The generator never sleeps while it waits. The kernel has whoever answers pay for waking a process that sleeps: up to
   * a tenth of a short answer, the more of it the slower the answers come.
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
  /** Share of the time in which the generator had something to do; near 1 it would be the limit, not the server. */
  generatorCpuShare: number;
}

export type LoadResult = LoadFigures | { fault: string };
