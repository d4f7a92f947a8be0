/** The platform in one process, as `npm start` runs it, on the benchmark's database. */
import "reflect-metadata";
import { readConfig } from "../src/config.ts";
import { createLog } from "../src/log.ts";
import { startPlatform } from "../subgraphs/main/start.ts";

const running = await startPlatform(readConfig(), createLog({ level: "silent" }));
process.on("SIGTERM", () => void running.close().then(() => process.exit(0)));
process.send?.("ready");
