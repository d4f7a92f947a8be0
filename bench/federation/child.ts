/** What a server of the benchmark has used so far. */
export interface Usage {
  /** Processor time of all threads, user and system, in microseconds. */
  cpuMicros: number;
  rssBytes: number;
}

/** Tells the parent process that this server listens, and from then on what it uses whenever the parent asks. */
export function reportToParent(): void {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    const usage: Usage = { cpuMicros: user + system, rssBytes: process.memoryUsage.rss() };
    process.send?.(usage);
  });
  // An orderly end, so that a profile asked for by an argument of node is written.
  for (const event of ["disconnect", "SIGTERM"]) process.on(event, () => process.exit(0));
  process.send?.("ready");
}
