/** The provider's stand-in in its own process; prints nothing and ends with its parent. */
import { pino } from "pino";
import { systemClock } from "../../src/time/clock.ts";
import { startSandbox } from "../../sandbox/sandbox.ts";
import { reportToParent } from "../child.ts";

const [port, keyDir] = process.argv.slice(2) as [string, string];
const sandbox = await startSandbox({
  port: Number(port),
  audience: "bench",
  log: pino({ level: "silent" }),
  clock: systemClock,
  keyDir,
});
reportToParent(() => sandbox.close());
