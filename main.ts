import "reflect-metadata";
import { runCommand } from "./platform/commands.ts";

process.exitCode = await runCommand(process.argv.slice(2));
