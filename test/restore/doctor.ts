import { execFile } from "node:child_process";
import { projectPath } from "../../src/project-root.ts";
import type { DrillServer } from "./archived-postgres.ts";

/** The output of `doctor --database` for a database, with its exit code. */
export function runDoctor(
  server: DrillServer,
  settings: Record<string, string>,
): Promise<{ code: number; text: string; bad: string[] }> {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, ...settings, DATABASE_URL: server.url };
  return new Promise((resolve) => {
    const words = [projectPath("dist", "main.js"), "doctor", "--database"];
    const child = execFile(process.execPath, words, { env, cwd: projectPath() }, (_error, stdout, stderr) => {
      const text = stdout + stderr;
      const bad = text.split("\n").filter((line) => line.startsWith("  BAD "));
      resolve({ code: child.exitCode ?? 1, text, bad: bad.map((line) => line.slice(7)) });
    });
  });
}
