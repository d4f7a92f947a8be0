/** How long and what is measured. */
const read = (name: string) => process.env[name];

const filters = ["BENCH_CONTENDERS", "BENCH_OPERATIONS", "BENCH_NODE_ARGS"];

export const settings = {
  /** Interleaved rounds; the best of them counts. */
  rounds: Number(read("BENCH_ROUNDS") ?? 5),
  /** Length of one round. */
  seconds: Number(read("BENCH_SECONDS") ?? 1),
  /** True when everything is measured as long as it takes to be written down. */
  isWhole: filters.every((name) => read(name) === undefined) && Number(read("BENCH_ROUNDS") ?? 5) >= 5,
  connections: Number(read("BENCH_CONNECTIONS") ?? 10),
  /** Names of contenders and operations to measure, with commas; all when left out. */
  contenders: read("BENCH_CONTENDERS")?.split(",") ?? null,
  operations: read("BENCH_OPERATIONS")?.split(",") ?? null,
  /** Extra arguments of node for the measured servers, with spaces: `--cpu-prof` and the like. */
  nodeArgs: read("BENCH_NODE_ARGS")?.split(" ") ?? [],
  soakSeconds: Number(read("BENCH_SOAK_SECONDS") ?? 60),
};
