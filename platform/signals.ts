/** Resolves at SIGTERM or SIGINT; a second signal ends the process immediately. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const onSignal = () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      resolve();
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
  });
}

/** Closes within the deadline, or ends the process and says so. */
export async function shutDown(close: () => Promise<void>, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => {
    process.stderr.write("Requests did not finish in time; stopping anyway.\n");
    process.exit(1);
  }, timeoutMs + 5_000);
  timer.unref();
  await close();
  clearTimeout(timer);
}
