const read = (name: string) => process.env[name];
const number = (name: string, fallback: number) => Number(read(name) ?? fallback);

const rounds = number("BENCH_ROUNDS", 5);
const seconds = number("BENCH_SECONDS", 1.5);
const soakSeconds = number("BENCH_SOAK_SECONDS", 60);
const filters = ["BENCH_CONTENDERS", "BENCH_OPERATIONS", "BENCH_NODE_ARGS"];

/** What to measure, and for how long. */
export const settings = {
  /** Interleaved rounds; the best of them counts. */
  rounds,
  /** Length of one round. */
  seconds,
  /** Length of the run in which every document is a new one. */
  soakSeconds,
  connections: number("BENCH_CONNECTIONS", 10),
  /** Comma-separated names of contenders and operations to measure. Default: all. */
  contenders: read("BENCH_CONTENDERS")?.split(",") ?? null,
  operations: read("BENCH_OPERATIONS")?.split(",") ?? null,
  /** Extra arguments of node for the measured servers, with spaces: `--cpu-prof` and the like. */
  nodeArgs: read("BENCH_NODE_ARGS")?.split(" ") ?? [],
  /** True when everything is measured, and long enough to be written down. */
  isWhole:
    rounds >= 5 && seconds >= 0.8 && soakSeconds >= 60 && filters.every((name) => read(name) === undefined),
};
