import { writeFileSync } from "node:fs";
import { pino } from "pino";
import { envExample, readConfig, type Config } from "../../src/config/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { DataDirInUseError, startEmbeddedPostgres } from "../../src/db/postgres/embedded-postgres.ts";
import { projectPath } from "../../src/project-root.ts";
import type { Command } from "./command.ts";
import { usages } from "./command-usages.ts";
import { examineDatabase } from "../doctor/examine-database.ts";
import type { Finding } from "../doctor/finding.ts";
import { settingsReport } from "../doctor/show-settings.ts";

export const doctorCommand: Command = {
  async run(args) {
    const { values } = readOptions(args, usages.doctor.options);
    if (values["write-example"]) writeFileSync(projectPath(".env.example"), envExample());
    const config = readConfig();
    process.stdout.write(settingsReport(config));
    return values.database ? report(await findingsOf(config)) : 0;
  },
};

/** The findings, one a line, and the exit code that they come to. */
function report(findings: readonly Finding[]): number {
  process.stdout.write("\n");
  for (const { what, isGood, words } of findings) {
    process.stdout.write(`  ${isGood ? "good" : "BAD "}  ${what.padEnd(14)}${words}\n`);
  }
  const bad = findings.filter(({ isGood }) => !isGood);
  process.stdout.write(
    bad.length === 0
      ? "\n  The database has no problems.\n"
      : `\n  The database has problems: ${bad.map(({ what }) => what).join(", ")}.\n`,
  );
  return bad.length === 0 ? 0 : 1;
}

/** Examines the database of DATABASE_URL, or the embedded one, whether or not the platform is running on it. */
async function findingsOf(config: Config): Promise<Finding[]> {
  if (config.DATABASE_URL !== undefined) return examineDatabase(config.DATABASE_URL, config);
  const log = pino({ level: "silent" });
  const server = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log }).catch((error: unknown) => {
    if (error instanceof DataDirInUseError && error.url !== null) return error.url;
    throw error;
  });
  if (typeof server === "string") return examineDatabase(server, config);
  try {
    return await examineDatabase(server.adminUrl, config);
  } finally {
    await server.stop();
  }
}
