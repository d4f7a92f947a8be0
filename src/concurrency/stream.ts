/** A stream for one reader at a time. It ends immediately when it is returned, even while a value is awaited. */
export interface Stream<T> extends AsyncIterableIterator<T> {
  /** Ends the stream from outside: the reader gets what `whenFailed` makes of the error, or the error, then the end. */
  fail(error: unknown): void;
  return(): Promise<IteratorResult<T, undefined>>;
}

export interface StreamOptions<T> {
  /** The last value of a stream whose source or mapping throws. Without it the reader is thrown the error. */
  whenFailed?(error: unknown): T;
  /** Called once, however the stream ends. */
  onEnd?(): void;
}

const done = { done: true, value: undefined } as const;

/** Returned by a mapping for a value that the reader must not see. */
export const skipped = Symbol("skipped");

/**
 * Maps a source value by value, pulling each only when the reader requests it. Returning the stream returns the
 * source and waits for neither: an async generator resolves `return` only after the value that it waits for.
 */
export function mapStream<In, Out>(
  source: AsyncIterable<In>,
  map: Mapping<In, Out>,
  options: StreamOptions<Out> = {},
): Stream<Out> {
  return new MappedStream(source[Symbol.asyncIterator](), map, options);
}

type Mapping<In, Out> = (value: In) => Promise<Out | typeof skipped> | Out | typeof skipped;

class MappedStream<In, Out> implements Stream<Out> {
  readonly #source: AsyncIterator<In>;
  readonly #map: Mapping<In, Out>;
  readonly #options: StreamOptions<Out>;
  #isOver = false;
  /** A failure that occurred while no reader was waiting. */
  #last: Promise<IteratorResult<Out, undefined>> | null = null;
  #waiting: ((result: Promise<IteratorResult<Out, undefined>>) => void) | null = null;

  constructor(source: AsyncIterator<In>, map: Mapping<In, Out>, options: StreamOptions<Out>) {
    this.#source = source;
    this.#map = map;
    this.#options = options;
  }

  next(): Promise<IteratorResult<Out, undefined>> {
    const ready = this.#last ?? (this.#isOver ? Promise.resolve(done) : null);
    this.#last = null;
    if (ready) return ready;
    return new Promise((resolve) => {
      this.#waiting = resolve;
      void this.#advance();
    });
  }

  fail(cause: unknown): void {
    if (this.#isOver) return;
    this.#finish();
    const { whenFailed } = this.#options;
    const last = whenFailed
      ? Promise.resolve({ done: false, value: whenFailed(cause) } as const)
      : Promise.reject<IteratorResult<Out, undefined>>(cause);
    if (this.#settle(last)) return;
    this.#last = last;
    // It may never be read.
    last.catch(() => undefined);
  }

  return(): Promise<IteratorResult<Out, undefined>> {
    this.#last = null;
    if (!this.#isOver) this.#finish();
    this.#settle(Promise.resolve(done));
    return Promise.resolve(done);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #advance(): Promise<void> {
    try {
      while (!this.#isOver) {
        const next = await this.#source.next();
        if (this.#isOver) return;
        if (next.done) {
          this.#finish();
          this.#settle(Promise.resolve(done));
          return;
        }
        const value = await this.#map(next.value);
        if (this.#isOver || value === skipped) continue;
        this.#settle(Promise.resolve({ done: false, value }));
        return;
      }
    } catch (error) {
      this.fail(error);
    }
  }

  #settle(result: Promise<IteratorResult<Out, undefined>>): boolean {
    const resolve = this.#waiting;
    this.#waiting = null;
    resolve?.(result);
    return resolve !== null;
  }

  #finish(): void {
    this.#isOver = true;
    this.#options.onEnd?.();
    void releaseSource(this.#source);
  }
}

async function releaseSource(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // No reader is left to notify.
  }
}

/** True for a value that is async-iterable. */
export function isStream<T>(value: object): value is AsyncIterable<T> {
  return Symbol.asyncIterator in value;
}

/** A source of wake-up calls for one reader. Calls that come while one is waiting to be read are that one. */
export class WakeUps implements AsyncIterableIterator<true> {
  #isDue: boolean;
  #isOver = false;
  #waiting: ((result: IteratorResult<true, undefined>) => void) | null = null;
  readonly #onEnd: () => void;

  /** `isDue`: the first call is there from the start. */
  constructor(options: { isDue: boolean; onEnd: () => void }) {
    this.#isDue = options.isDue;
    this.#onEnd = options.onEnd;
  }

  wake(): void {
    if (this.#isOver) return;
    const resolve = this.#waiting;
    this.#waiting = null;
    if (resolve) resolve({ done: false, value: true });
    else this.#isDue = true;
  }

  next(): Promise<IteratorResult<true, undefined>> {
    if (this.#isOver) return Promise.resolve(done);
    if (!this.#isDue) return new Promise((resolve) => void (this.#waiting = resolve));
    this.#isDue = false;
    return Promise.resolve({ done: false, value: true });
  }

  return(): Promise<IteratorResult<true, undefined>> {
    if (!this.#isOver) {
      this.#isOver = true;
      this.#onEnd();
      this.#waiting?.(done);
    }
    return Promise.resolve(done);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
