import { parse, type DocumentNode } from "graphql";

interface Shared {
  document: WeakRef<DocumentNode>;
  uses: number;
}

/**
 * Parsed documents of fetches, one per text while some plan uses it: plans of different operations often fetch
 * the same fields of an entity, and compiled code is attached to the document.
 */
export class FetchDocuments {
  readonly #known = new Map<string, Shared>();
  readonly #gone = new FinalizationRegistry<string>((text) => {
    if (this.#known.get(text)?.document.deref() === undefined) this.#known.delete(text);
  });

  /** True when more than one fetch was given the document of this text. */
  isShared(text: string): boolean {
    return (this.#known.get(text)?.uses ?? 0) > 1;
  }

  /** The document of this text. */
  parse(text: string): DocumentNode {
    const known = this.#known.get(text);
    const held = known?.document.deref();
    if (known && held) {
      known.uses += 1;
      return held;
    }
    const document = parse(text, { noLocation: true });
    this.#known.set(text, { document: new WeakRef(document), uses: 1 });
    this.#gone.register(document, text);
    return document;
  }
}
