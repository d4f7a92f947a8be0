import { readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { projectPath } from "../src/project-root.ts";

export const sections = [
  "federation",
  "platform",
  "memory",
  "limits",
  "cache",
  "credits",
  "webhooks",
  "checkout",
  "ai",
  "exports",
  "banking",
  "agents",
  "apps",
  "import",
  "mail",
  "bulk-send",
  "property",
  "accounting",
  "finance",
  "slots",
  "calls",
  "open-loop",
  "search-scale",
  "scale",
] as const;
export type Section = (typeof sections)[number];

const file = projectPath("bench", "RESULTS.md");
const marker = (section: Section) => `<!-- ${section} -->`;

/** Replaces one section of RESULTS.md; the other sections stay as they are. */
export async function recordSection(section: Section, text: string): Promise<void> {
  const before = await readFile(file, "utf8").catch(() => "");
  const kept = new Map(sections.map((name) => [name, readSection(before, name)]));
  kept.set(section, text.trim());
  const parts = sections.flatMap((name) => (kept.get(name) ? [`${marker(name)}\n\n${kept.get(name)}`] : []));
  await writeFile(file, `${introduction()}\n\n${parts.join("\n\n")}\n`);
}

function readSection(text: string, section: Section): string {
  const start = text.indexOf(marker(section));
  if (start < 0) return "";
  const from = start + marker(section).length;
  const next = sections.map((name) => text.indexOf(marker(name), from)).filter((index) => index >= 0);
  return text.slice(from, Math.min(text.length, ...next)).trim();
}

function introduction(): string {
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  return `# Benchmark results

Written by \`npm run bench\`; each section by a program of its own (\`npm run bench -- federation | platform | memory | limits | cache | credits | webhooks | checkout | ai | exports | banking | import | mail | bulk-send | property | accounting | finance | slots | calls | search-scale\`).
All processes that answer share the first core, the load has the second. Rounds of what is compared are interleaved, in
an order that rotates, and the best round counts: other work on a machine only ever makes a round slower.

Machine: ${machine}`;
}
