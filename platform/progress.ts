/** Progress of long work, as it is shown to people. */
export interface Progress {
  phase: string;
  count: number;
  total: number | null;
  ratePerSecond: number;
  secondsLeft: number | null;
}

const everyMs = 5_000;

/**
 * Prints progress: on a terminal one line that is rewritten, otherwise one line per phase and then one every 5
 * seconds.
 */
export function printProgress(stream: NodeJS.WriteStream): (progress: Progress) => void {
  let lastPhase = "";
  let lastAt = 0;
  return (progress) => {
    const text = describe(progress);
    const isNewPhase = progress.phase !== lastPhase;
    if (stream.isTTY) stream.write(`${isNewPhase && lastPhase ? "\n" : ""}\r[2K${text}`);
    else if (isNewPhase || performance.now() - lastAt >= everyMs) {
      stream.write(`${text}\n`);
      lastAt = performance.now();
    }
    lastPhase = progress.phase;
  };
}

function describe({ phase, count, total, ratePerSecond, secondsLeft }: Progress): string {
  const of = total === null ? "" : ` / ${total.toLocaleString("en")}`;
  const rate = ratePerSecond > 0 ? `   ${Math.round(ratePerSecond).toLocaleString("en")}/s` : "";
  const left = secondsLeft === null ? "" : `   ${Math.ceil(secondsLeft)} s left`;
  return `  ${phase.padEnd(10)}${count.toLocaleString("en")}${of}${rate}${left}`;
}
