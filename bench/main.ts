/**
 * Runs the benchmark's programs one after the other: all, or those that the arguments name. `quick` instead compares all
 * ratios with the stored reference in under three minutes.
 */
import { spawn } from "node:child_process";
import { projectPath } from "../src/project-root.ts";
import { sections, type Section } from "./results-file.ts";

const programs: Record<Section, string> = {
  federation: "federation/main.ts",
  platform: "platform/main.ts",
  memory: "federation/memory.ts",
  limits: "limits.ts",
  cache: "entity-cache.ts",
  ai: "ai.ts",
  credits: "credits/main.ts",
  webhooks: "webhooks/main.ts",
  checkout: "checkout/main.ts",
  exports: "exports/main.ts",
  banking: "banking/main.ts",
  agents: "agents.ts",
  apps: "apps.ts",
  import: "import/main.ts",
  mail: "mail.ts",
  "bulk-send": "bulk-send.ts",
  property: "property.ts",
  accounting: "accounting.ts",
  finance: "finance.ts",
  slots: "slots.ts",
  calls: "calls.ts",
  "open-loop": "open-loop/main.ts",
  "search-scale": "search-scale.ts",
  scale: "scale/main.ts",
};

const asked = process.argv.slice(2);
if (asked[0] === "quick") process.exit(await run("quick/main.ts", asked.slice(1)));
const unknown = asked.filter((name) => !(sections as readonly string[]).includes(name));
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(", ")}; there are ${sections.join(", ")}.`);

for (const section of sections) {
  if (asked.length > 0 && !asked.includes(section)) continue;
  const code = await run(programs[section], []);
  if (code !== 0) throw new Error(`${section} ended with ${code}`);
}

function run(program: string, args: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, [projectPath("bench", program), ...args], { stdio: "inherit" });
  return new Promise((resolve) => child.once("exit", resolve));
}
