import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { print, type DocumentNode } from "graphql";
import { z } from "zod";
import { DomainError } from "../../src/errors.ts";
import type { OperationRegistry } from "../operations/registry.ts";
import type { ReadDocument } from "./document-cache.ts";

/**
 * `off`: documents have no ids. `allow`: a request may use an id instead of a document. `only`: other documents
 * are refused.
 */
export type TrustedMode = "off" | "allow" | "only";

export interface TrustedSettings {
  mode: TrustedMode;
  /** Manifest of documents by the SHA-256 of their text. */
  file?: string | undefined;
  /** The stored operations. */
  registry: OperationRegistry;
}

/**
 * Documents that clients may send by id. Ids and texts decide which documents are allowed, never who may run
 * them: a document with an id passes the same complexity, input and access checks as any other.
 */
export class TrustedDocuments {
  /** True when no other document is accepted. */
  readonly isOnly: boolean;
  readonly #byId = new Map<string, DocumentNode>();
  readonly #byText = new Map<string, DocumentNode>();

  constructor({ isOnly }: { isOnly: boolean }) {
    this.isOnly = isOnly;
  }

  get size(): number {
    return this.#byText.size;
  }

  add(ids: readonly string[], text: string, document: DocumentNode): void {
    for (const id of ids) this.#byId.set(id, document);
    this.#byText.set(text, document);
  }

  /** Throws DOCUMENT_NOT_FOUND. */
  byId(id: string): DocumentNode {
    const document = this.#byId.get(id);
    if (!document) throw new DomainError("DOCUMENT_NOT_FOUND", "Document not found. Check the document ID.");
    return document;
  }

  /** The document of exactly this text; null when other documents are allowed too. Throws DOCUMENT_NOT_TRUSTED. */
  byText(text: string): DocumentNode | null {
    const document = this.#byText.get(text);
    if (document) return document;
    if (this.isOnly)
      throw new DomainError(
        "DOCUMENT_NOT_TRUSTED",
        "Only registered documents are accepted. Send the ID of a registered document.",
      );
    return null;
  }
}

/**
 * The documents of the manifest file and the stored operations, these also by their names. Throws with all
 * faults of the manifest, each with its entry.
 */
export function loadTrustedDocuments(
  { mode, file, registry }: TrustedSettings,
  read: (text: string) => ReadDocument,
): TrustedDocuments | null {
  if (mode === "off") return null;
  const trusted = new TrustedDocuments({ isOnly: mode === "only" });
  for (const { row, document } of registry.values()) {
    const text = print(document);
    trusted.add([row.name, ...idsOf(sha256(text))], text, document);
  }
  if (file === undefined) return trusted;
  const faults: string[] = [];
  for (const [id, text] of Object.entries(readManifest(file))) {
    const fault = addEntry(trusted, id, text, read);
    if (fault) faults.push(`${id}: ${fault}`);
  }
  if (faults.length > 0) throw new Error(`Trusted documents of ${file}:\n  ${faults.join("\n  ")}`);
  return trusted;
}

function readManifest(file: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Error(`Trusted documents of ${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
  const manifest = z.record(z.string(), z.unknown()).safeParse(content);
  if (!manifest.success) throw new Error(`Trusted documents of ${file} must be one JSON object by ID`);
  return manifest.data;
}

/** Adds an entry of the manifest, or returns its fault. */
function addEntry(
  trusted: TrustedDocuments,
  id: string,
  text: unknown,
  read: (text: string) => ReadDocument,
): string | null {
  const hash = /^(?:sha256:)?([0-9a-f]{64})$/.exec(id)?.[1];
  if (!hash) return "the id must be the SHA-256 of the text in hexadecimal, with or without `sha256:`";
  if (typeof text !== "string") return "the document must be a string";
  if (sha256(text) !== hash) return `the text's SHA-256 is ${sha256(text)}`;
  try {
    const { document, errors } = read(text);
    if (!document) return errors.map(({ message }) => message).join("; ");
    trusted.add(idsOf(hash), text, document);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function idsOf(hash: string): string[] {
  return [`sha256:${hash}`, hash];
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
