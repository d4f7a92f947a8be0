import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { projectPath } from "../../src/project-root.ts";
import type { DrillServer } from "./archived-postgres.ts";

/** The commands that the guide in deploy/ runs before a dump is restored. */
export async function makeRoles(server: DrillServer): Promise<void> {
  const { PATH = "", HOME = "" } = process.env;
  const words = [projectPath("dist", "main.js"), "migrate", "--roles-only"];
  const env = { PATH, HOME, DATABASE_URL: server.url, LOG_LEVEL: "warn" };
  await promisify(execFile)(process.execPath, words, { env, cwd: projectPath() });
}
