/** The mail server's stand-in in its own process; reports its URL and ends with its parent. */
import { pino } from "pino";
import { systemClock } from "../src/time/clock.ts";
import { startSandbox } from "../sandbox/sandbox.ts";
import { reportToParent } from "./child.ts";

const [port, smtpPort, keyDir] = process.argv.slice(2) as [string, string, string];
const sandbox = await startSandbox({
  port: Number(port),
  smtpPort: Number(smtpPort),
  audience: "bench",
  log: pino({ level: "silent" }),
  clock: systemClock,
  keyDir,
});
reportToParent(() => sandbox.close());
