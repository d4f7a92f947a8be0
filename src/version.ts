import { readFileSync } from "node:fs";
import { projectPath } from "./project-root.ts";

/** The platform's version, as package.json says. */
export const platformVersion = (
  JSON.parse(readFileSync(projectPath("package.json"), "utf8")) as { version: string }
).version;
