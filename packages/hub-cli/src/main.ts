#!/usr/bin/env node
import { isHubError } from "@hub-platform/client/errors";
import { plain } from "./output.ts";
import { createProgram } from "./program.ts";
import { UsageError } from "./usage-error.ts";

/** The message of an expected error. Anything else is a bug, and thrown. */
function messageOf(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (!isHubError(error)) throw error;
  const request = error.requestId === null ? "" : `, request ${error.requestId}`;
  return `${error.message} (${error.code}${request})`;
}

// The reader of a pipe may end first, as "head" does: nobody wants the rest, and nothing failed.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

try {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, which has no other settings
  await createProgram(process.env).parseAsync();
} catch (error) {
  process.stderr.write(`hub: ${plain(messageOf(error))}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
