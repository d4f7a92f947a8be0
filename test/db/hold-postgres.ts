/** Starts an embedded server on the given directory, prints where, and stops it when its input ends. */
import { pino } from "pino";
import { startEmbeddedPostgres } from "../../src/db/postgres/embedded-postgres.ts";

const dataDir = process.argv[2];
if (!dataDir) throw new Error("A data directory is needed.");
const began = performance.now();
const server = await startEmbeddedPostgres({ dataDir, log: pino({ level: "silent" }) });
const startMs = Math.round(performance.now() - began);
process.stdout.write(`${JSON.stringify({ pid: server.pid(), url: server.url, startMs })}\n`);
process.stdin.resume().once("end", () => void server.stop());
