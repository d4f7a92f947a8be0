/** Something that has to be done by a time. */
export interface Due {
  expire(): void;
}

/** A thing's place among those that are not done. */
export interface DuePlace {
  readonly due: Due;
  readonly until: number;
  before: DuePlace | null;
  after: DuePlace | null;
  isListed: boolean;
}

/**
 * Deadlines of the same length for many things: they end in the order in which they began, so one timer serves them all.
 * It keeps the process running while anything is not done, and nothing that is done is kept.
 */
export class Deadlines {
  readonly ms: number;
  #first: DuePlace | null = null;
  #last: DuePlace | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(ms: number) {
    this.ms = ms;
  }

  add(due: Due): DuePlace {
    const place: DuePlace = {
      due,
      until: performance.now() + this.ms,
      before: this.#last,
      after: null,
      isListed: true,
    };
    if (this.#last) this.#last.after = place;
    else {
      this.#first = place;
      this.#timer ??= setTimeout(this.#check, this.ms);
      this.#timer.ref();
    }
    this.#last = place;
    return place;
  }

  /** Without effect for what is done already. */
  done(place: DuePlace): void {
    if (!place.isListed) return;
    place.isListed = false;
    const { before, after } = place;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    if (!this.#first) this.#timer?.unref();
  }

  readonly #check = (): void => {
    this.#timer = null;
    const now = performance.now();
    // Timers may be a little early.
    while (this.#first && this.#first.until <= now + 1) {
      const { due } = this.#first;
      this.done(this.#first);
      due.expire();
    }
    if (this.#first) this.#timer ??= setTimeout(this.#check, Math.max(1, this.#first.until - now));
  };
}
