import { failedAttemptsPerMinute } from "../../src/limits/limit-table.ts";
import type { WindowState } from "../../src/limits/limits.types.ts";
import { MinuteLog } from "../../src/limits/minute-log.ts";

const maxAddresses = 50_000;

/**
 * Invalid credentials by address, in this process: an address that sends too many is refused before its
 * credential is checked. Valid requests never count here, so an address that many people share is not
 * throttled.
 */
export class FailedAttempts {
  readonly #byAddress = new Map<string, MinuteLog>();

  note(address: string, now: number): void {
    const log = this.#byAddress.get(address) ?? new MinuteLog();
    // The address that failed last is the last to be forgotten.
    this.#byAddress.delete(address);
    this.#byAddress.set(address, log);
    log.add(now, 1);
    if (this.#byAddress.size <= maxAddresses) return;
    const oldest = this.#byAddress.keys().next();
    if (!oldest.done) this.#byAddress.delete(oldest.value);
  }

  /** The window that is in the way of an address; null when none is. */
  refusalOf(address: string, now: number): WindowState | null {
    const log = this.#byAddress.get(address);
    const used = log?.usedAt(now) ?? 0;
    if (!log || used < failedAttemptsPerMinute) return null;
    const resetAt = log.freeAt(now, used - failedAttemptsPerMinute + 1);
    return { name: "ip", limit: failedAttemptsPerMinute, remaining: 0, resetAt };
  }
}
