import type { LoadJob } from "../load.types.ts";
import { load } from "../processes.ts";
import { balanceJobs } from "../tool-message.ts";
import type { QuickRun } from "./federation.ts";
import { comparePairs, sliceOf } from "./paired.ts";
import type { PlatformScope } from "./platform.ts";

const name = "read tool (MCP), against its REST twin";
const sliceSeconds = 0.2;

/** One connection, one call after the other; the rate is that of the median call. */
export async function compareToolCall(run: QuickRun, { platform, generator }: PlatformScope): Promise<void> {
  if (!run.isWanted(name)) return;
  const { tool, rest } = balanceJobs(platform);
  const slice = (job: LoadJob, seconds: number) => () =>
    sliceOf([platform.process], async () => {
      const { completed, p50Ms } = await load(generator, { ...job, seconds });
      return { completed, requestsPerSecond: 1000 / p50Ms };
    });
  await slice(tool, 1)();
  await slice(rest, 0.5)();
  const comparison = await comparePairs(slice(tool, sliceSeconds), slice(rest, sliceSeconds), {
    fewestPairs: 8,
    mostPairs: 20,
    enough: 0.02,
    decidedBy: "ratio",
  });
  run.add({ name, decidedBy: "ratio", comparison });
}
