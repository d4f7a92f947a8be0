import { visit, BREAK, type DocumentNode } from "graphql";
import { keepTrust, type SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import type { KeyUsageRecorder } from "./key-usage.ts";

const shownIn = new Set(["usageStats", "apiKeyUsage", "accountKeyUsage"]);

/** The hub's executor, which stores this process's usage counts before it queries the usage of keys. */
export function flushUsageBeforeRead(hub: SubgraphExecutor, recorder: KeyUsageRecorder): SubgraphExecutor {
  const known = new WeakMap<DocumentNode, boolean>();
  return keepTrust(hub, (request) => {
    let isAbout = known.get(request.document);
    if (isAbout === undefined) known.set(request.document, (isAbout = showsUsage(request.document)));
    if (!isAbout) return hub(request);
    // A hub that takes no counts answers no reads either; if it does, older numbers are better than none.
    return recorder.flush().then(
      () => hub(request),
      () => hub(request),
    );
  });
}

function showsUsage(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field: (node) => {
      found ||= shownIn.has(node.name.value);
      return found ? BREAK : undefined;
    },
  });
  return found;
}
