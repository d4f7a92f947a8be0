import { exec, execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { demoIdentities } from "../../src/demo-identities.ts";
import { projectPath } from "../../src/project-root.ts";
import type { TestApp } from "./app.ts";

const run = promisify(exec);
const runFile = promisify(execFile);

/** Stops at the first command that fails, including HTTP error responses. */
const preamble = `set -euo pipefail
curl() { command curl --fail-with-body "$@"; }
hub() { node '${projectPath("packages", "hub-cli", "dist", "main.js")}' "$@"; }
npm() {
  local words="$*"
  [ "\${words% *}" = "run -s demo -- token" ] || { echo "unexpected: npm $*" >&2; return 1; }
  local name="TOKEN_\${words##* }"
  printf '%s\\n' "\${!name}"
}
`;

/**
 * Runs the `sh` blocks of a document as one script against the app, as if a user pasted them, and returns their
 * output. Throws with the output when a command fails. `hub` is the built command line. `npm run -s demo -- token <name>` prints a token of the
 * app's issuer.
 */
export async function runShellBlocks(app: TestApp, document: string): Promise<string> {
  const text = readFileSync(projectPath(document), "utf8");
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!);
  if (blocks.length === 0) throw new Error(`${document} has no sh block.`);
  const script = blocks
    .join("\n")
    .replaceAll("http://127.0.0.1:4000", app.url)
    .replaceAll("http://127.0.0.1:4010", app.sandboxUrl);
  const folder = await mkdtemp(join(tmpdir(), "hub-shell-"));
  try {
    const env = { ...process.env, ...(await demoTokens(app)) };
    const { stdout } = await run(preamble + script, {
      env,
      shell: "/bin/bash",
      cwd: folder,
      timeout: 200_000,
    });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${document} stopped after:\n${stdout.slice(-2_000)}\n${stderr.slice(-500)}`, {
      cause: error,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs the samples of a document in a language, each as a program of its own with the token of a demo identity, and
 * returns their output. Throws when one fails.
 */
export async function runSamples(
  app: TestApp,
  document: string,
  { language, as }: { language: "js" | "python"; as: string },
): Promise<string> {
  const text = readFileSync(projectPath(document), "utf8");
  const samples = [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g"))].map(
    ([, code]) => code!,
  );
  if (samples.length === 0) throw new Error(`${document} has no ${language} block.`);
  const command = language === "js" ? [process.execPath, "--input-type=module", "-e"] : ["python3", "-c"];
  const env = { ...process.env, TOKEN: (await demoTokens(app))[`TOKEN_${as}`] };
  const printed: string[] = [];
  for (const code of samples) {
    const [program, ...flags] = command;
    const source = code.replaceAll("http://127.0.0.1:4000", app.url);
    const { stdout } = await runFile(program!, [...flags, source], { env, timeout: 200_000 });
    printed.push(stdout);
  }
  return printed.join("");
}

/** A variable per demo identity: `TOKEN_pia` and so on. */
async function demoTokens(app: TestApp): Promise<Record<string, string>> {
  const entries = demoIdentities.map(async ({ name }) => {
    const { authorization } = await app.as(name);
    return [`TOKEN_${name}`, authorization!.replace("Bearer ", "")] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
