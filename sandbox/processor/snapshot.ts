import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";

/** How soon a change is written, at the least. */
const delayMs = 250;
/** Writing takes at most one part in so many of the process's time. */
const timeShare = 20;

/**
 * One JSON file that follows what is in memory: written whole, a moment after a change, and at the end. The larger the
 * state, the longer that moment. A reader sees the old file or the new one, never a part.
 */
export class Snapshot {
  readonly path: string;
  readonly #dir: string;
  readonly #data: () => unknown;
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #isDirty = false;
  /** Time that the last text took, which is time in which nothing else ran. */
  #textMs = 0;

  constructor(options: { dir: string; name: string; data: () => unknown; log: FastifyBaseLogger }) {
    this.#dir = options.dir;
    this.path = join(options.dir, options.name);
    this.#data = options.data;
    this.#log = options.log;
  }

  /** Null without a file. An unreadable file is an error: its content must not be overwritten. */
  async read(): Promise<unknown> {
    try {
      return JSON.parse(await readFile(this.path, "utf8")) as unknown;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw thrown;
    }
  }

  /** Something changed; does not keep the process alive. */
  touch(): void {
    this.#isDirty = true;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#write().catch((err: unknown) => this.#log.error({ err }, "the processor's state was not kept"));
    }, delayOf(this.#textMs)).unref();
  }

  /** Writes what is not written yet. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#write();
  }

  #write(): Promise<void> {
    const written = this.#writeAfter(this.#writing);
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #writeAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    if (!this.#isDirty) return;
    this.#isDirty = false;
    await mkdir(this.#dir, { recursive: true, mode: 0o700 });
    const draft = join(this.#dir, `.${randomUUID()}.tmp`);
    const startedAt = performance.now();
    const text = JSON.stringify(this.#data());
    this.#textMs = performance.now() - startedAt;
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, this.path);
  }
}

function delayOf(textMs: number): number {
  return Math.max(delayMs, textMs * timeShare);
}
