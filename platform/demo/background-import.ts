import type { RequestContext } from "../../src/context.ts";
import { seedPropertyDemo } from "../../subgraphs/property/demo.ts";
import type { Progress } from "../progress.ts";
import type { Readiness } from "../readiness.ts";

/** An import of buildings beside the running platform. */
export interface BackgroundImport {
  /** Resolves when the import has ended, however it ended. */
  ended: Promise<void>;
  /** Aborts the import, which leaves the buildings as they were, and waits for its end. */
  stop(): Promise<void>;
}

/** The detail of `/readyz` that shows the import while it runs, and that it failed. */
const detail = "propertyImport";

/** Imports the buildings of a folder. Progress goes to `report` and to `/readyz`; a failure is logged and shown there. */
export function startBackgroundImport(
  ctx: RequestContext,
  dataDir: string,
  { readiness, report }: { readiness: Readiness; report(progress: Progress): void },
): BackgroundImport {
  const abort = new AbortController();
  const show = (progress: Progress) => {
    const { phase, count, total } = progress;
    readiness.setDetail(detail, { phase, count, total });
    report(progress);
  };
  const run = async () => {
    try {
      await seedPropertyDemo(ctx, { dataDir, report: show, signal: abort.signal });
      readiness.setDetail(detail, null);
    } catch (err) {
      if (abort.signal.aborted) return;
      readiness.setDetail(detail, { phase: "failed" });
      ctx.log.error({ err }, "Property data could not be imported");
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
