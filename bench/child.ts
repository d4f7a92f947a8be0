/** What a server of the benchmark has used so far. */
export interface Usage {
  /** Processor time of all threads, user and system, in microseconds. */
  cpuMicros: number;
  rssBytes: number;
}

/**
 * Tells the parent process that this server listens, and from then on what it uses whenever the parent asks. Ends in
 * order when the parent says so or is gone, so that a profile asked for by an argument of node is written.
 */
export function reportToParent(close: () => Promise<void> = () => Promise.resolve()): void {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    const usage: Usage = { cpuMicros: user + system, rssBytes: process.memoryUsage.rss() };
    process.send?.(usage);
  });
  for (const event of ["disconnect", "SIGTERM"]) {
    process.once(event, () => void close().finally(() => process.exit(0)));
  }
  process.send?.("ready");
}
