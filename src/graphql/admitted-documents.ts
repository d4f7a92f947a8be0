import type { ApolloServerPlugin } from "@apollo/server";
import { Kind, OperationTypeNode, type DocumentNode } from "graphql";
import type { RequestContext } from "../context.ts";

interface Admitted {
  document: DocumentNode;
  wasUsed: boolean;
}

const maxDocuments = 2_000;
const maxCharacters = 4 * 1024 * 1024;

/**
 * Documents that Apollo Server has parsed and validated once. Routers send the same few repeatedly, so from the
 * second request on both steps are skipped. Bounded; when it is full, the oldest that was not used since the last round
 * goes (second chance).
 */
export class AdmittedDocuments {
  readonly #documents = new Map<string, Admitted>();
  #characters = 0;

  /** The document of this text when it was admitted before. */
  find(text: unknown): DocumentNode | undefined {
    if (typeof text !== "string") return undefined;
    const admitted = this.#documents.get(text);
    if (!admitted) return undefined;
    admitted.wasUsed = true;
    return admitted.document;
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
    this.#documents.set(text, { document, wasUsed: false });
    this.#characters += text.length;
    for (const [oldest, admitted] of this.#documents) {
      if (this.#documents.size <= maxDocuments && this.#characters <= maxCharacters) return;
      this.#documents.delete(oldest);
      if (admitted.wasUsed) {
        admitted.wasUsed = false;
        this.#documents.set(oldest, admitted);
      } else this.#characters -= oldest.length;
    }
  }
}

/** One operation, so that no name has to choose, and not a stream. */
function isPlain(document: DocumentNode): boolean {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return operations.length === 1 && operations[0]!.operation !== OperationTypeNode.SUBSCRIPTION;
}
