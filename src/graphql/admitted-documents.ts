import type { ApolloServerPlugin } from "@apollo/server";
import { Kind, OperationTypeNode, type DocumentNode } from "graphql";
import type { RequestContext } from "../context.ts";

const maxDocuments = 2_000;
const maxCharacters = 4 * 1024 * 1024;

/**
 * Documents that Apollo Server has parsed and validated once. Routers send the same few repeatedly, so from the
 * second request on both steps are skipped. Bounded; evicts the least recently used.
 */
export class AdmittedDocuments {
  readonly #documents = new Map<string, DocumentNode>();
  #characters = 0;

  /** The document of this text when it was admitted before. */
  find(text: unknown): DocumentNode | undefined {
    if (typeof text !== "string") return undefined;
    const document = this.#documents.get(text);
    if (document) {
      this.#documents.delete(text);
      this.#documents.set(text, document);
    }
    return document;
  }

  /** Admits what Apollo Server has resolved to one query or mutation. */
  readonly plugin: ApolloServerPlugin<RequestContext> = {
    requestDidStart: async () => ({
      didResolveOperation: async ({ source, document }) => {
        if (isPlain(document)) this.#admit(source, document);
      },
    }),
  };

  #admit(text: string, document: DocumentNode): void {
    if (this.#documents.has(text)) return;
    this.#documents.set(text, document);
    this.#characters += text.length;
    for (const oldest of this.#documents.keys()) {
      if (this.#documents.size <= maxDocuments && this.#characters <= maxCharacters) return;
      this.#documents.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}

/** One operation, so that no name has to choose, and not a stream. */
function isPlain(document: DocumentNode): boolean {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return operations.length === 1 && operations[0]!.operation !== OperationTypeNode.SUBSCRIPTION;
}
