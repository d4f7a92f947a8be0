import type { RequestContext } from "../../src/context.ts";
import { seedPropertyDemo } from "../../subgraphs/property/demo.ts";
import type { Progress } from "../progress.ts";
import type { Readiness } from "../readiness.ts";

/** An import of buildings beside the running platform. */
export interface BackgroundImport {
  /** Resolves when the import has ended: to false when it failed or was aborted. */
  ended: Promise<boolean>;
  /** Aborts the import, which leaves the buildings as they were, and waits for its end. */
  stop(): Promise<unknown>;
}

/** The part of the start that `/readyz` names until the buildings are there. */
const part = "property data";

/**
 * Imports the buildings of a folder while requests are answered. Until they are there the platform is not ready; progress
 * goes to `report` and to `/readyz`, a failure to the log, too.
 */
export function startBackgroundImport(
  ctx: RequestContext,
  dataDir: string,
  { readiness, report }: { readiness: Readiness; report(progress: Progress): void },
): BackgroundImport {
  const abort = new AbortController();
  const show = (progress: Progress) => {
    const { phase, count, total } = progress;
    readiness.report(part, `${phase}: ${count}${total === null ? "" : ` of ${total}`}`);
    report(progress);
  };
  const run = async (): Promise<boolean> => {
    readiness.report(part, "import is starting");
    try {
      await seedPropertyDemo(ctx, { dataDir, report: show, signal: abort.signal });
      readiness.done(part);
      return true;
    } catch (err) {
      if (abort.signal.aborted) return false;
      readiness.report(part, "could not be imported");
      ctx.log.error({ err }, "Property data could not be imported");
      return false;
    }
  };
  const ended = run();
  return {
    ended,
    stop: () => {
      abort.abort();
      return ended;
    },
  };
}
