import { GraphQLError, parse, specifiedRules, validate, visit } from "graphql";
import type { DocumentNode, GraphQLFormattedError, GraphQLSchema, ValidationRule } from "graphql";
import { DomainError } from "../../src/errors.ts";
import { documentLimits } from "./limits.ts";
import { SegmentedCache } from "./segmented-cache.ts";
import { subscriptionFaults } from "./subscription-faults.ts";

/** A parsed and validated document, or why it is not one. */
export type ReadDocument =
  | { document: DocumentNode; errors: null }
  | { document: null; errors: readonly GraphQLFormattedError[]; phase: "parse" | "validate" };

/** The text of a document, and which of its operations is meant. */
export interface DocumentChoice {
  text: string;
  operationName?: string | undefined;
}

interface Entry {
  read: ReadDocument;
  /** True when nothing dear is left to do: it has a plan, or errors. */
  isReady: boolean;
}

/** Heap of a parsed document with its locations, measured: 75 to 110 bytes for each byte of its text. */
const bytesPerTextByte = 100;
const entryBytes = 1_000;

/**
 * Ad-hoc documents, parsed and validated once each; what the executor compiles for them goes when they go. Bounded by
 * count and by the estimated bytes of everything that hangs on them. Each operation of a document is an entry of its
 * own, so that no document can gather plans without bound.
 */
export class DocumentCache {
  readonly #entries: SegmentedCache<Entry>;
  readonly #schema: GraphQLSchema;
  readonly #rules: readonly ValidationRule[];

  constructor(
    schema: GraphQLSchema,
    {
      maxEntries = 4_000,
      maxBytes = 96 * 1024 * 1024,
      extraRules = [],
    }: { maxEntries?: number; maxBytes?: number; extraRules?: readonly ValidationRule[] } = {},
  ) {
    this.#schema = schema;
    this.#rules = [...specifiedRules, ...extraRules];
    this.#entries = new SegmentedCache({ maxEntries, maxBytes });
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Estimated bytes of all documents with what hangs on them. */
  get bytes(): number {
    return this.#entries.bytes;
  }

  /** The document, when reading and planning it is done; null when that is still to do. */
  findReady(choice: DocumentChoice): ReadDocument | null {
    const entry = this.#entries.get(keyOf(choice));
    return entry?.isReady ? entry.read : null;
  }

  /** Reads the document unless that is done. Throws QUERY_TOO_COMPLEX when the text itself is too long to be read. */
  read(choice: DocumentChoice): ReadDocument {
    const key = keyOf(choice);
    const known = this.#entries.get(key);
    if (known) return known.read;
    const read = this.readAside(choice.text);
    const bytes = Buffer.byteLength(choice.text);
    const held = read.document ? bytesPerTextByte * bytes : bytes + 2 * JSON.stringify(read.errors).length;
    this.#entries.set(key, { read, isReady: !read.document }, entryBytes + held);
    return read;
  }

  /** Reads a document without keeping it. Throws QUERY_TOO_COMPLEX when the text itself is too long to be read. */
  readAside(text: string): ReadDocument {
    refuseLong(Buffer.byteLength(text));
    let document: DocumentNode;
    try {
      document = parse(text, { maxTokens: documentLimits.tokens });
    } catch (error) {
      return refused("parse", [error as GraphQLError]);
    }
    const nul = findNul(document);
    if (nul) return refused("validate", [nul]);
    const conditions = subscriptionFaults(document);
    if (conditions.length > 0) return refused("validate", conditions);
    const errors = validate(this.#schema, document, this.#rules, { maxErrors: 20 });
    return errors.length > 0 ? refused("validate", errors) : { document, errors: null };
  }

  /** From now on the document is ready, and holds so many bytes more. */
  markReady(choice: DocumentChoice, read: ReadDocument, compiledBytes: number): void {
    const held = bytesPerTextByte * Buffer.byteLength(choice.text) + compiledBytes;
    this.#entries.set(keyOf(choice), { read, isReady: true }, entryBytes + held);
  }
}

/**
 * The text itself where no operation is named. Otherwise the name with its length before it, so that no name can run
 * into the text, behind a character that no other key begins with.
 */
function keyOf({ text, operationName = "" }: DocumentChoice): string {
  if (operationName === "" && !text.startsWith("\0")) return text;
  return `\0${operationName.length} ${operationName}${text}`;
}

function refuseLong(bytes: number): void {
  if (bytes <= documentLimits.bytes) return;
  throw new DomainError("QUERY_TOO_COMPLEX", `A document has at most ${documentLimits.bytes} bytes.`, {
    bytes: { limit: documentLimits.bytes, actual: bytes },
  });
}

function refused(phase: "parse" | "validate", errors: readonly GraphQLError[]): ReadDocument {
  // As they are shown: an error itself holds on to the whole document.
  return { document: null, errors: errors.map((error) => error.toJSON()), phase };
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
