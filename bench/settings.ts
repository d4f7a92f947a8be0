/** How long and what is measured. */
const read = (name: string) => process.env[name];

export const settings = {
  /** Interleaved rounds; the best of them counts. */
  rounds: Number(read("BENCH_ROUNDS") ?? 5),
  /** Length of one round. */
  seconds: Number(read("BENCH_SECONDS") ?? 2),
  connections: Number(read("BENCH_CONNECTIONS") ?? 10),
  /** Names of contenders and operations to measure, with commas; all when left out. */
  contenders: read("BENCH_CONTENDERS")?.split(",") ?? null,
  operations: read("BENCH_OPERATIONS")?.split(",") ?? null,
  /** Extra arguments of node for the measured servers, with spaces: `--cpu-prof` and the like. */
  nodeArgs: read("BENCH_NODE_ARGS")?.split(" ") ?? [],
  soakSeconds: Number(read("BENCH_SOAK_SECONDS") ?? 60),
};
