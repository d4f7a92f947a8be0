/** Resource usage of a benchmark server so far. */
export interface Usage {
  /** Processor time of all threads, user and system, in microseconds. */
  cpuMicros: number;
  rssBytes: number;
}

/**
 * Notifies the parent process that this server listens, and then reports its usage on request. Shuts down in order
 * when the parent says so or has exited, so that a profile requested by an argument of node is written.
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
