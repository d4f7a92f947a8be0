import type { SplitProcess } from "../split/split-process.ts";

/** How the memory of processes goes over time. */
export interface Growth {
  name: string;
  isFlat: boolean;
  words: string;
}

const mebibyte = 2 ** 20;
/** Garbage is collected when it pays, so that some of it is always there. */
const allowedMiB = 40;

/**
 * Samples the resident memory of processes; memory that is flat after the first quarter has no leak that a day
 * would show.
 */
export class MemoryWatch {
  readonly #samples = new Map<SplitProcess, number[]>();
  readonly #timer: NodeJS.Timeout;

  constructor(processes: readonly SplitProcess[], seconds: number) {
    for (const one of processes) this.#samples.set(one, []);
    this.#timer = setInterval(() => void this.#sample(), Math.max(250, (seconds * 1000) / 200));
  }

  stop(): Growth[] {
    clearInterval(this.#timer);
    return [...this.#samples].map(([{ kind, port }, samples]) => growthOf(`${kind} ${port}`, samples));
  }

  async #sample(): Promise<void> {
    for (const [one, samples] of this.#samples) samples.push(await one.residentBytes());
  }
}

/** Compares the middle of the second quarter's samples with that of the last one. */
function growthOf(name: string, samples: readonly number[]): Growth {
  const quarter = Math.floor(samples.length / 4);
  const early = median(samples.slice(quarter, 2 * quarter)) / mebibyte;
  const late = median(samples.slice(-quarter)) / mebibyte;
  const isFlat = late - early < Math.max(allowedMiB, early * 0.1);
  return { name, isFlat, words: `${early.toFixed(0)} MiB, at the end ${late.toFixed(0)} MiB` };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
