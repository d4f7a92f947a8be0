import { recordSection } from "../results-file.ts";
import { settings } from "../settings.ts";
import { renderFederation } from "./render.ts";
import { measureFederation } from "./run.ts";

const text = renderFederation(await measureFederation((line) => void process.stderr.write(`${line}\n`)));
process.stdout.write(text);
if (settings.isWhole) await recordSection("federation", text);
else process.stderr.write("Not recorded: only a part was measured, or too short.\n");
