import { GraphQLError, parse, specifiedRules, validate, visit } from "graphql";
import type { DocumentNode, GraphQLSchema, ValidationRule } from "graphql";
import { DomainError } from "../../src/errors.ts";
import { documentLimits } from "./limits.ts";

/** A parsed and validated document, or why it is not one. */
export type CachedDocument =
  | { document: DocumentNode; errors: null }
  | { document: null; errors: readonly GraphQLError[]; phase: "parse" | "validate" };

/**
 * Parses and validates ad-hoc documents once each. Bounded by count and by bytes; the document used least
 * recently leaves first.
 */
export class DocumentCache {
  readonly #entries = new Map<string, CachedDocument>();
  readonly #schema: GraphQLSchema;
  readonly #rules: readonly ValidationRule[];
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(
    schema: GraphQLSchema,
    {
      maxEntries = 1_000,
      maxBytes = 4 * 1024 * 1024,
      extraRules = [],
    }: { maxEntries?: number; maxBytes?: number; extraRules?: readonly ValidationRule[] } = {},
  ) {
    this.#schema = schema;
    this.#rules = [...specifiedRules, ...extraRules];
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Throws QUERY_TOO_COMPLEX when the text itself is too long to be looked at. */
  get(source: string): CachedDocument {
    const bytes = Buffer.byteLength(source);
    if (bytes > documentLimits.bytes) {
      throw new DomainError("QUERY_TOO_COMPLEX", `A document has at most ${documentLimits.bytes} bytes.`, {
        bytes: { limit: documentLimits.bytes, actual: bytes },
      });
    }
    const known = this.#entries.get(source);
    if (known) {
      this.#entries.delete(source);
      this.#entries.set(source, known);
      return known;
    }
    const entry = this.#read(source);
    this.#entries.set(source, entry);
    this.#bytes += source.length;
    this.#evict();
    return entry;
  }

  #read(source: string): CachedDocument {
    let document: DocumentNode;
    try {
      document = parse(source, { maxTokens: documentLimits.tokens });
    } catch (error) {
      return { document: null, errors: [error as GraphQLError], phase: "parse" };
    }
    const nul = findNul(document);
    if (nul) return { document: null, errors: [nul], phase: "validate" };
    const errors = validate(this.#schema, document, this.#rules, { maxErrors: 20 });
    return errors.length > 0 ? { document: null, errors, phase: "validate" } : { document, errors: null };
  }

  #evict(): void {
    for (const source of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries && this.#bytes <= this.#maxBytes) return;
      this.#entries.delete(source);
      this.#bytes -= source.length;
    }
  }
}

/** A literal with the one character that text columns cannot hold. */
function findNul(document: DocumentNode): GraphQLError | null {
  let found: GraphQLError | null = null;
  visit(document, {
    StringValue: (node) => {
      if (node.value.includes("\0"))
        found = new GraphQLError("A string must not contain the NUL character.", { nodes: node });
    },
  });
  return found;
}
