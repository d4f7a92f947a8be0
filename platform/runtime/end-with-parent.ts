import { isMainThread } from "node:worker_threads";

// Preloaded into the process that `runOn` starts. A killed parent forwards no signal, so the closed channel to it is one.
if (isMainThread && process.channel) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}
