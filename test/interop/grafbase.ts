import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectPath } from "../../src/project-root.ts";
import type { SubgraphUrls } from "./engines.ts";

const run = promisify(execFile);

/**
 * The command line program of Grafbase, whose `dev` runs their gateway: 38 MB for one kind of machine, which is too much
 * for everybody's `npm ci`. It is fetched from the registry when it is wanted, and must be the one that was tried.
 */
const release = {
  package: "@grafbase/cli-x86_64-unknown-linux-musl@0.103.0",
  integrity:
    "sha512-1mG30beCLom32UNTmD4KziW1ve1W5E9yhJE1fJohjwDDwmw9zJnFfx5pDSs9tVSSQmXVNPOBUdIGGZOvDqcKVw==",
};

const folder = projectPath("node_modules", ".cache", "grafbase");

/** Fetches the program once and writes its configuration: our subgraphs' SDL as committed, composed by Grafbase itself. */
export async function prepareGrafbase(
  urls: SubgraphUrls,
): Promise<{ program: string; configFile: string; home: string }> {
  const program = join(folder, "package", "grafbase");
  if (!existsSync(program)) await fetchProgram();
  const configFile = join(folder, "grafbase.toml");
  const sections = Object.entries(urls).map(
    ([name, url]) => `[subgraphs.${name}]
schema_path = ${JSON.stringify(projectPath("schema", `${name}.graphql`))}
url = "${url}/graphql"

[[subgraphs.${name}.headers]]
rule = "forward"
name = "x-principal-${name}"
rename = "x-principal"
`,
  );
  await writeFile(configFile, `[graph]\nintrospection = true\n\n${sections.join("\n")}`);
  return { program, configFile, home: folder };
}

async function fetchProgram(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { stdout } = await run("npm", ["pack", release.package, "--json", "--pack-destination", folder]);
  const [packed] = JSON.parse(stdout) as [{ filename: string }];
  const archive = join(folder, packed.filename);
  const found = `sha512-${createHash("sha512")
    .update(await readFile(archive))
    .digest("base64")}`;
  if (found !== release.integrity) {
    await rm(archive);
    throw new Error(`${release.package} has the digest ${found}, not the expected one.`);
  }
  await run("tar", ["-xzf", archive, "-C", folder]);
  await chmod(join(folder, "package", "grafbase"), 0o755);
  await rm(archive);
}
