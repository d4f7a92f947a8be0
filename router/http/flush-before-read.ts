import { visit, BREAK, type DocumentNode } from "graphql";
import { keepTrust, type SubgraphExecutor } from "../../src/graphql/local-executor.ts";

/** Something that waits in this process to be stored. */
interface Recorder {
  flush(): Promise<void>;
}

/** Fields that show the usage of keys. */
export const usageFields: ReadonlySet<string> = new Set(["usageStats", "apiKeyUsage", "accountKeyUsage"]);

/** Fields that show logged requests. */
export const requestLogFields: ReadonlySet<string> = new Set(["requests", "request"]);

/** The hub's executor, which stores what waits in this process before it queries one of these fields. */
export function flushBeforeRead(
  hub: SubgraphExecutor,
  recorder: Recorder,
  fields: ReadonlySet<string>,
): SubgraphExecutor {
  const known = new WeakMap<DocumentNode, boolean>();
  return keepTrust(hub, (request) => {
    let isAbout = known.get(request.document);
    if (isAbout === undefined) known.set(request.document, (isAbout = shows(request.document, fields)));
    if (!isAbout) return hub(request);
    // A hub that takes nothing answers no reads either; if it does, older data is better than none.
    return recorder.flush().then(
      () => hub(request),
      () => hub(request),
    );
  });
}

function shows(document: DocumentNode, fields: ReadonlySet<string>): boolean {
  let found = false;
  visit(document, {
    Field: (node) => {
      found ||= fields.has(node.name.value);
      return found ? BREAK : undefined;
    },
  });
  return found;
}
