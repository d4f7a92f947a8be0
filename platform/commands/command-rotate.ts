import { readConfig, type Config } from "../../src/config/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { suggestion, UsageError } from "../../src/cli/usage.ts";
import { deriveKeyRing, keyIdOf, legacyKeyId } from "../../src/crypto/crypto.ts";
import { createLog } from "../../src/observability/log.ts";
import type { HubContext } from "../../subgraphs/hub/hub.context.ts";
import { readPepperUse } from "../../subgraphs/hub/identity/pepper-use.service.ts";
import type { Command } from "./command.ts";
import { usages } from "./command-usages.ts";
import { Platform } from "../platform.ts";
import { printProgress } from "../progress.ts";
import { Readiness } from "../readiness.ts";
import { readColumnUse, rotateEncryption } from "../rotate/rotate-encryption.ts";
import { unstoredSecrets } from "../rotate/secrets.ts";
import type { SubgraphName } from "../subgraph-addresses.ts";

const actions = { status: printStatus, encryption: rotateSealed, peppers: printPeppers } satisfies Record<
  keyof typeof usages.rotate.actions,
  unknown
>;

/**
 * Rotates secrets: shows which data depends on which value, reseals everything, and lists keys under older
 * peppers.
 */
export const rotateCommand: Command = {
  async run(args) {
    const { words } = readOptions(args, usages.rotate.options, ["action"]);
    const name = words[0] ?? "status";
    if (!Object.hasOwn(actions, name))
      throw new UsageError(`Unknown action "${name}".${suggestion(name, Object.keys(actions))}`);
    const config = readConfig();
    if (name === "encryption" && config.ENCRYPTION_SECRET.length === 1)
      throw new UsageError("ENCRYPTION_SECRET has one value. Put the new one before it, with a comma.");
    const platform = new Platform(config, createLog({ level: "warn" }));
    try {
      await platform.open({ smtpUrl: null, work: false, besideRunning: true }, new Readiness([]));
      return await actions[name as keyof typeof actions](platform, config);
    } finally {
      await platform.close(5_000);
    }
  },
};

const say = (text: string) => process.stdout.write(`${text}\n`);

function sealedOf(platform: Platform, config: Config) {
  const emOf = (name: SubgraphName) => platform.contextIn(name).em;
  return { keyRing: deriveKeyRing(config.ENCRYPTION_SECRET), emOf };
}

async function rotateSealed(platform: Platform, config: Config): Promise<number> {
  const abort = new AbortController();
  process.once("SIGINT", () => abort.abort(new Error("Stopped. Run it again to continue.")));
  const { changed, failed, left } = await rotateEncryption({
    ...sealedOf(platform, config),
    report: printProgress(process.stderr),
    signal: abort.signal,
  });
  say(`${changed} values resealed.`);
  for (const { column, row } of failed)
    say(`Not resealed: ${column} of ${row}: no secret opens it, or its number is stored twice.`);
  for (const { column, older } of left) say(`${older} values of ${column} need an older secret.`);
  if (failed.length > 0 || left.length > 0) return 1;
  say("Nothing needs an older value of ENCRYPTION_SECRET. Links that it signed work until you remove it.");
  return 0;
}

async function printPeppers(platform: Platform, config: Config): Promise<number> {
  const uses = await readPepperUse(platform.contextIn("hub") as HubContext);
  for (const { kind, total, older, examples } of uses) {
    say(`${kind}: ${total}, of which ${older} need an older value of KEY_PEPPER.`);
    for (const id of examples) say(`  ${id}`);
    if (older > examples.length) say(`  and ${older - examples.length} more`);
  }
  const older = uses.reduce((sum, use) => sum + use.older, 0);
  if (older === 0) say("No key needs an older value of KEY_PEPPER.");
  else if (config.KEY_PEPPER.length === 1) say("Their pepper is not configured: these keys do not work.");
  else say("Each is rehashed on its next use. Replace keys that are not used again, or they stop working.");
  return older === 0 ? 0 : 1;
}

async function printStatus(platform: Platform, config: Config): Promise<number> {
  const secrets = config.ENCRYPTION_SECRET;
  say(`ENCRYPTION_SECRET: ${valuesOf(secrets)}`);
  const names = new Map(secrets.map((secret, index) => [keyIdOf(secret), `value ${index + 1}`]));
  names.set(legacyKeyId, secrets.length === 1 ? "value 1" : "no key ID: every value is tried");
  let all = 0;
  for (const { column, byKey, older } of await readColumnUse(sealedOf(platform, config))) {
    const counts = [...byKey].map(
      ([keyId, count]) => `${count} under ${keyId} (${names.get(keyId) ?? "unknown"})`,
    );
    if (counts.length > 0 || older > 0)
      say(`  ${column}: ${[...counts, `${older} need an older value`].join(", ")}`);
    all += older;
  }
  say(all === 0 ? "  Nothing needs an older value." : "  Run: npm run rotate -- encryption");
  say(`KEY_PEPPER: ${valuesOf(config.KEY_PEPPER)}`);
  for (const { kind, total, older } of await readPepperUse(platform.contextIn("hub") as HubContext))
    say(`  ${kind}: ${total}, ${older} need an older value`);
  for (const { name, values, use } of unstoredSecrets(config)) {
    say(`${name}: ${valuesOf(values)}`);
    if (values.length > 1) say(`  ${use}`);
  }
  return 0;
}

function valuesOf(values: readonly string[]): string {
  return values.length === 1 ? "1 value" : `${values.length} values`;
}
