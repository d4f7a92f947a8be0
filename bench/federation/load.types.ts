/** What the load generator shall do: the bodies in turn, for a time or for a number of requests. */
export interface LoadJob {
  port: number;
  path: string;
  bodies: readonly string[];
  connections: number;
  seconds?: number;
  requests?: number;
}

export interface LoadFigures {
  completed: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Share of its core that the generator itself used; near 1 it would be the limit, not the server. */
  generatorCpuShare: number;
}

export type LoadResult = LoadFigures | { fault: string };
