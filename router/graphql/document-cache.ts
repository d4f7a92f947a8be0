import { parse, specifiedRules, validate } from "graphql";
import type {
  DocumentNode,
  GraphQLError,
  GraphQLFormattedError,
  GraphQLSchema,
  ValidationRule,
} from "graphql";
import { DomainError } from "../../src/errors.ts";
import { deferFaults } from "./defer-faults.ts";
import { characterFaults, literalAndNameFaults } from "./document-faults.ts";
import type { KnownOperation } from "./known-operation.ts";
import { documentLimits } from "../complexity/document-complexity.ts";
import { SegmentedCache } from "../../src/concurrency/segmented-cache.ts";
import { subscriptionFaults } from "./subscription-faults.ts";
import { forgetTokens } from "./forget-tokens.ts";

/** A parsed and validated document, or why it is not one. `isReady` when no expensive step is left: it has a plan, or errors. */
export type ReadDocument =
  | { document: DocumentNode; errors: null; isReady: boolean; known: KnownOperation | null }
  | {
      document: null;
      errors: readonly GraphQLFormattedError[];
      isReady: boolean;
      phase: "parse" | "names" | "validate";
    };

/**
 * Limits of the errors in the response to a refused document. A message may quote names and values of the
 * document.
 */
const refusalLimits = { errors: 20, messageCharacters: 500, locations: 10 } as const;

/** The text of a document, and the name of the selected operation. */
export interface DocumentChoice {
  text: string;
  operationName?: string | undefined;
}

/** Heap of a parsed document with its locations, measured: 75 to 110 bytes for each byte of its text. */
const bytesPerTextByte = 100;
const entryBytes = 1_000;

/**
 * Ad-hoc documents, parsed and validated once each; compiled code is dropped together with its document.
 * Bounded by count and by the estimated bytes of all attached data. Each operation of a document is a separate
 * entry, so that no document can accumulate plans without bound.
 */
export class DocumentCache {
  readonly #entries: SegmentedCache<ReadDocument>;
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

  /** Estimated bytes of all documents with their attached data. */
  get bytes(): number {
    return this.#entries.bytes;
  }

  /** The document, when reading and planning it is done; null when that is still to do. */
  findReady(choice: DocumentChoice): ReadDocument | null {
    const read = this.#entries.get(keyOf(choice));
    return read?.isReady ? read : null;
  }

  /**
   * The parsed document, which is not validated unless that was done before. This part is cheap, whatever the text.
   * Throws QUERY_TOO_COMPLEX when the text itself is too long to be read.
   */
  parse(choice: DocumentChoice): ReadDocument {
    const known = this.#entries.get(keyOf(choice));
    if (known) return known;
    const read = parseWithin(choice.text);
    return read.document ? read : this.#keep(choice, read);
  }

  /**
   * The parsed and validated document; `parsed` is the result of an earlier `parse`, if any. Throws
   * QUERY_TOO_COMPLEX when the text itself is too long to parse.
   */
  read(choice: DocumentChoice, parsed?: DocumentNode): ReadDocument {
    const known = this.#entries.get(keyOf(choice));
    if (known) return known;
    return this.#keep(choice, parsed ? this.#validate(parsed) : this.readAside(choice.text));
  }

  /** Reads a document without keeping it. Throws QUERY_TOO_COMPLEX when the text itself is too long to be read. */
  readAside(text: string): ReadDocument {
    const parsed = parseWithin(text);
    return parsed.document ? this.#validate(parsed.document) : parsed;
  }

  #keep(choice: DocumentChoice, read: ReadDocument): ReadDocument {
    const bytes = Buffer.byteLength(choice.text);
    const held = read.document ? bytesPerTextByte * bytes : bytes + 2 * JSON.stringify(read.errors).length;
    this.#entries.set(keyOf(choice), read, entryBytes + held);
    return read;
  }

  #validate(document: DocumentNode): ReadDocument {
    const ownFaults = [
      ...characterFaults(document),
      ...subscriptionFaults(document),
      ...deferFaults(document),
    ];
    if (ownFaults.length > 0) return refused("validate", ownFaults);
    const errors = validate(this.#schema, document, this.#rules, { maxErrors: refusalLimits.errors });
    return errors.length > 0 ? refused("validate", errors) : unplanned(document);
  }

  /** Sets `compiledBytes` as what is compiled of the document, where it is still cached. */
  grow(choice: DocumentChoice, read: ReadDocument, compiledBytes: number): void {
    if (this.#entries.get(keyOf(choice)) === read) this.markReady(choice, read, compiledBytes);
  }

  /** Marks the document as ready, and adds `compiledBytes` to its size. */
  markReady(choice: DocumentChoice, read: ReadDocument, compiledBytes: number): void {
    const held = bytesPerTextByte * Buffer.byteLength(choice.text) + compiledBytes;
    read.isReady = true;
    this.#entries.set(keyOf(choice), read, entryBytes + held);
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
  throw new DomainError(
    "QUERY_TOO_COMPLEX",
    `The document is too large. Maximum ${documentLimits.bytes} bytes.`,
    {
      bytes: { limit: documentLimits.bytes, actual: bytes },
    },
  );
}

function parseWithin(text: string): ReadDocument {
  refuseLong(Buffer.byteLength(text));
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: documentLimits.tokens });
  } catch (error) {
    return refused("parse", [error as GraphQLError]);
  }
  const names = literalAndNameFaults(document);
  return names.length > 0 ? refused("names", names) : unplanned(forgetTokens(document));
}

function unplanned(document: DocumentNode): ReadDocument {
  return { document, errors: null, isReady: false, known: null };
}

function refused(phase: "parse" | "names" | "validate", errors: readonly GraphQLError[]): ReadDocument {
  // In the form that is shown: an error object references the whole document.
  const shown = errors.slice(0, refusalLimits.errors).map((error) => shorten(error.toJSON()));
  return { document: null, errors: shown, isReady: true, phase };
}

function shorten({ message, locations, ...error }: GraphQLFormattedError): GraphQLFormattedError {
  const { messageCharacters } = refusalLimits;
  const isLong = message.length > messageCharacters;
  return {
    message: isLong ? `${message.slice(0, messageCharacters)}…` : message,
    ...(locations && { locations: locations.slice(0, refusalLimits.locations) }),
    ...error,
  };
}
