import { Command, Option } from "commander";
import { call, type CallOptions } from "./commands/call.ts";
import { completionScript } from "./commands/completion.ts";
import { graphql } from "./commands/graphql.ts";
import { listen } from "./commands/listen.ts";
import { login, logout } from "./commands/login.ts";
import { logs, type LogsOptions } from "./commands/logs.ts";
import { tools } from "./commands/tools.ts";
import { trigger } from "./commands/trigger.ts";
import type { Environment } from "./credentials.ts";

const output = () =>
  new Option("-o, --output <format>", "format of the result").choices(["json", "table"]).default("json");

const about = `
Credentials: the session of \`hub login\`, or an API key or access token in HUB_TOKEN.
Keys are not arguments: everyone on this machine can read those.`;

/** The program with all commands. */
export function createProgram(env: Environment): Command {
  const program = new Command("hub")
    .description("Command line of the hub platform.")
    .version("2.0.0")
    .option("--url <url>", "URL of the platform (default: HUB_URL, the last login, or http://127.0.0.1:4000)")
    .option("--account <id>", "organization to act for")
    .option("--app <id>", "app of the request")
    .addHelpText("after", about)
    .showHelpAfterError("Add --help for the usage.");
  addSession(program, env);
  addCalls(program, env);
  addLogs(program, env);
  addWebhooks(program, env);
  program
    .command("completion <shell>")
    .description("Print the completion script for bash or zsh")
    .action((shell: string) => void process.stdout.write(completionScript(shell, program)));
  return program;
}

function addSession(program: Command, env: Environment): void {
  program
    .command("login")
    .description("Sign in with your browser, and store the tokens on this machine")
    .option("--scope <scopes>", "narrow the session to these scopes, separated by spaces")
    .option("--client-id <id>", "client ID at the identity provider")
    .action((_own, command: Command) => login(command.optsWithGlobals(), env));
  program
    .command("logout")
    .description("Delete the stored tokens")
    .action((_own, command: Command) => logout(command.optsWithGlobals(), env));
}

function addCalls(program: Command, env: Environment): void {
  program
    .command("tools [query]")
    .description("List the tools, or those that fit a search")
    .option("--names", "print only names")
    .addOption(output())
    .action((query: string | undefined, _own, command: Command) =>
      tools(query, command.optsWithGlobals(), env),
    );
  program
    .command("call <tool> [arguments...]")
    .description("Call a tool. Its arguments are flags, such as --app-id central")
    .option("--json <arguments>", "arguments as JSON, as @file, or - for standard input")
    .option("--dry-run", "check access, arguments and price, and change nothing")
    .option("-y, --yes", "confirm tools that commit money, cannot be undone or reach people")
    .option("--idempotency-key <key>", "the same call with the same key runs once")
    .addOption(output())
    .helpOption(false)
    .option("-h, --help", "list the arguments of the tool")
    .allowUnknownOption()
    .action((name: string, words: string[], _own, command: Command) =>
      call(name, words, command.optsWithGlobals<CallOptions>(), env),
    );
  program
    .command("graphql <document>")
    .description("Send a GraphQL document, given as text, as @file, or - for standard input")
    .option("--variables <json>", "variables as JSON, as @file, or - for standard input")
    .option("--operation <name>", "name of the operation to run")
    .addOption(output())
    .action((document: string, _own, command: Command) => graphql(document, command.optsWithGlobals(), env));
}

function addLogs(program: Command, env: Environment): void {
  program
    .command("logs")
    .description("List the account's latest requests, and follow those to come")
    .option("-f, --follow", "keep printing new requests until Ctrl+C")
    .option("--status <class>", "only 2xx, 3xx, 4xx or 5xx")
    .option("--operation <name>", "only requests of this operation, such as CreateInvoice")
    .option("--key <id>", "only requests of this API key, service account or user")
    .option("--request <id>", "only requests with this ID")
    .option("--since <time>", "only requests since a time, or of the last 15m, 2h or 7d")
    .option("-n, --limit <count>", "number of past requests", "20")
    .option("--interval <seconds>", "time between two reads of the log", "2")
    .addOption(
      new Option("-o, --output <format>", "lines to read, or one JSON object per line")
        .choices(["lines", "json"])
        .default("lines"),
    )
    .action((_own, command: Command) => logs(command.optsWithGlobals<LogsOptions>(), env));
}

function addWebhooks(program: Command, env: Environment): void {
  program
    .command("listen")
    .description("Forward webhook events to a port of this machine")
    .requiredOption("--forward-to <port or url>", "receiver of the events")
    .option("--events <types>", "event types, separated by commas, such as invoice.*", "*")
    .option("--endpoint <id>", "read the deliveries of this endpoint (default: a temporary one)")
    .option("--interval <seconds>", "time between two requests for new deliveries", "2")
    .action((_own, command: Command) => listen(command.optsWithGlobals(), env));
  program
    .command("trigger [event]")
    .description(
      "Send an example event to a receiver, or webhook.test to an endpoint. Without an event: list all",
    )
    .option("--endpoint <id>", "endpoint that the platform sends webhook.test to")
    .option("--forward-to <port or url>", "receiver of the event on this machine")
    .option("--secret <secret>", "signing secret of the receiver (default: HUB_WEBHOOK_SECRET)")
    .action((event: string | undefined, _own, command: Command) =>
      trigger(event, command.optsWithGlobals(), env),
    );
}
