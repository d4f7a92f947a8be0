import { readFileSync } from "node:fs";
import { z } from "zod";
import { projectPath } from "../../../../src/project-root.ts";

const day = z.iso.date();
const ratesSchema = z.object({
  /** The last day of the last quarter whose rate is published. */
  publishedThrough: day,
  rates: z
    .array(z.object({ from: day, percent: z.int().min(1).max(20), source: z.string().nullable() }))
    .min(1),
});

const file = projectPath("subgraphs", "gateway", "hvut", "tax", "interest-rates.json");
let read: z.infer<typeof ratesSchema> | undefined;

/** Interest rates on underpayments as the release brings them, oldest first. */
export function interestRates(): z.infer<typeof ratesSchema> {
  return (read ??= ratesSchema.parse(JSON.parse(readFileSync(file, "utf8"))));
}
