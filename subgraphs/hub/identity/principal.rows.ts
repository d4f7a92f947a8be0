import type { ChannelListener } from "../../../src/db/channel-listener.ts";

/** The database announces here, in the changing transaction, whose access changed: an account's, key's or user's id. */
export const accessChannel = "hub_access";

const keepForMs = 5_000;
const maxRows = 20_000;

interface Entry {
  row: unknown;
  subjects: readonly string[];
  untilMs: number;
}

/**
 * Remembers the rows behind credentials, so that a caller's next call costs no statement. A row is dropped as soon as
 * the database announces a change of anyone it speaks of, and after 5 seconds at the latest; while announcements may
 * be missed nothing is remembered. A credential that is not known is never remembered.
 */
export class PrincipalRows {
  readonly #entries = new Map<string, Entry>();
  readonly #listener: ChannelListener | null;
  /** Moves with every change, so that a row read before one is not put back after it. */
  #changes = 0;
  readonly #stop: () => void;

  /** Without a listener nothing is remembered. */
  constructor(listener: ChannelListener | null) {
    this.#listener = listener;
    const stop = listener?.listen(
      accessChannel,
      (subject) => this.forget(subject),
      () => this.#forgetAll(),
    );
    this.#stop = stop ?? (() => undefined);
  }

  /** The remembered row of `key`, or what `read` finds, which then is remembered. */
  async find<Row>(
    key: string,
    read: () => Promise<Row | undefined>,
    subjectsOf: (row: Row) => readonly string[],
  ): Promise<Row | undefined> {
    const known = this.known<Row>(key);
    if (known) return known;
    const now = performance.now();
    const changesBefore = this.#changes;
    const row = await read();
    if (row && this.#listener?.isHearing && this.#changes === changesBefore) {
      this.#remember(key, { row, subjects: subjectsOf(row), untilMs: now + keepForMs });
    }
    return row;
  }

  /** The remembered row of `key`, at once. */
  known<Row>(key: string): Row | undefined {
    const known = this.#entries.get(key);
    return known && known.untilMs > performance.now() ? (known.row as Row) : undefined;
  }

  /** Drops every cached row of `subject`. Must be called by every change of access, right after the commit. */
  forget(subject: string): void {
    this.#changes += 1;
    for (const [key, { subjects }] of this.#entries) {
      if (subjects.includes(subject)) this.#entries.delete(key);
    }
  }

  close(): void {
    this.#stop();
    this.#forgetAll();
  }

  #remember(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size <= maxRows) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }

  #forgetAll(): void {
    this.#changes += 1;
    this.#entries.clear();
  }
}
