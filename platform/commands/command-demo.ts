import { readConfig, type Config } from "../../src/config/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { suggestion, UsageError } from "../../src/cli/usage.ts";
import { demoIdentities } from "../../src/demo-identities.ts";
import type { Command } from "./command.ts";
import { usages } from "./command-usages.ts";
import { formatDemoAccess, readDemoAccess, readDemoToken } from "../demo/demo.ts";

const formats = ["json", "env", "table"] as const;

/** Prints the access to a running demo: everything, or with `token <name>` one token and nothing else. */
export const demoCommand: Command = {
  async run(args) {
    const { values, words } = readOptions(args, usages.demo.options, ["action", "name"]);
    const print = words.length === 0 ? printerOf(values.format) : tokenPrinter(words, values.format);
    const config = readConfig();
    try {
      process.stdout.write(`${await print(config)}\n`);
      return 0;
    } catch (error) {
      process.stderr.write(
        `The demo is not reachable at ${config.OIDC_ISSUER}. Start it with: npm start\n  (${(error as Error).message})\n`,
      );
      return 1;
    }
  },
};

type Printer = (config: Config) => Promise<string>;

function printerOf(given = "table"): Printer {
  const format = formats.find((name) => name === given);
  if (!format) throw new UsageError(`--format must be one of ${formats.join(", ")}.`);
  return async (config) => formatDemoAccess(await readDemoAccess(config), format);
}

function tokenPrinter([action, name]: readonly string[], format: string | undefined): Printer {
  if (action !== "token")
    throw new UsageError(`Unexpected argument "${action!}".${suggestion(action!, ["token"])}`);
  if (format !== undefined) throw new UsageError("Remove --format: it does not apply to token.");
  const names = demoIdentities.map((identity) => identity.name);
  if (name === undefined) throw new UsageError(`Add an identity: ${names.join(", ")}.`);
  const identity = demoIdentities.find((one) => one.name === name);
  if (!identity) {
    const meant = suggestion(name, names);
    throw new UsageError(`Unknown identity "${name}".${meant || ` Choose one of: ${names.join(", ")}.`}`);
  }
  return (config) => readDemoToken(config, identity);
}
