import "reflect-metadata";
import { runCommand } from "./subgraphs/main/commands.ts";

process.exitCode = await runCommand(process.argv.slice(2));
