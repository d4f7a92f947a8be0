import type { Draining } from "../src/http/drain.ts";
import type { Health } from "../router/http/health.ts";

/** Readiness of start-up. Ready once no part is pending and every live check passes. */
export class Readiness implements Health, Draining {
  readonly #pending = new Map<string, string>();
  readonly #checks = new Map<string, () => Promise<void>>();
  readonly #details = new Map<string, unknown>();
  #draining = false;

  constructor(parts: readonly string[]) {
    for (const part of parts) this.#pending.set(part, "not started");
  }

  /** Sets the current activity of a part. */
  report(part: string, doing: string): void {
    this.#pending.set(part, doing);
  }

  done(part: string): void {
    this.#pending.delete(part);
  }

  /** Adds a check that runs at every probe. */
  watch(part: string, check: () => Promise<void>): void {
    this.#checks.set(part, check);
  }

  /** Sets a detail that `/readyz` shows while the process stays ready; null removes it. */
  setDetail(name: string, value: unknown): void {
    if (value === null) this.#details.delete(name);
    else this.#details.set(name, value);
  }

  details(): Record<string, unknown> | undefined {
    return this.#details.size === 0 ? undefined : Object.fromEntries(this.#details);
  }

  /** Reports not ready from now on: load balancers send no more requests. */
  drain(): void {
    this.#draining = true;
  }

  isDraining(): boolean {
    return this.#draining;
  }

  async reasons(): Promise<Record<string, string>> {
    const reasons: Record<string, string> = Object.fromEntries(this.#pending);
    if (this.#draining) reasons["process"] = "is shutting down";
    await Promise.all(
      [...this.#checks].map(async ([part, check]) => {
        await check().catch(() => {
          reasons[part] = "does not respond";
        });
      }),
    );
    return reasons;
  }
}
