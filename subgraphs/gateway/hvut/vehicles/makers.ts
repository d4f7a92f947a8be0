import { readFileSync } from "node:fs";
import { z } from "zod";
import { projectPath } from "../../../../src/project-root.ts";

const makersSchema = z.object({ makers: z.record(z.string().regex(/^[A-HJ-NPR-Z0-9]{3}$/), z.string()) });

const file = projectPath("subgraphs", "gateway", "hvut", "vehicles", "makers.json");
let read: ReadonlyMap<string, string> | undefined;

/** Maker of trucks with that world manufacturer identifier. Null for one that is not in the list. */
export function makerOf(wmi: string): string | null {
  read ??= new Map(Object.entries(makersSchema.parse(JSON.parse(readFileSync(file, "utf8"))).makers));
  return read.get(wmi) ?? null;
}
