/**
 * Values by text, one per text while somebody holds it. Values are held by their users alone, so that whatever bounds
 * those bounds these.
 */
export class SharedByText<T extends object> {
  readonly #known = new Map<string, WeakRef<T>>();
  readonly #gone = new FinalizationRegistry<string>((text) => {
    if (this.#known.get(text)?.deref() === undefined) this.#known.delete(text);
  });

  /** The value of this text, made when nobody holds one. */
  find(text: string, make: (text: string) => T): { value: T; isNew: boolean } {
    const held = this.#known.get(text)?.deref();
    if (held) return { value: held, isNew: false };
    const value = make(text);
    this.#known.set(text, new WeakRef(value));
    this.#gone.register(value, text);
    return { value, isNew: true };
  }
}
