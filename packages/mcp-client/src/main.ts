#!/usr/bin/env node
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { forward } from "./forward.ts";
import { readOptions, usage, UsageError } from "./options.ts";

// Standard output is the protocol's alone.
const report = (line: string) => void process.stderr.write(`hub-mcp: ${line}\n`);

try {
  // oxlint-disable-next-line node/no-process-env -- a program of its own, which has no other settings
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === "help") process.stderr.write(usage);
  else {
    const platform = new StreamableHTTPClientTransport(options.url, {
      requestInit: { headers: options.headers },
    });
    const { closed } = await forward(new StdioServerTransport(), platform, report);
    await closed;
    await platform.close();
  }
} catch (error) {
  report(error instanceof UsageError ? error.message : "the connection failed");
  process.exitCode = 2;
}
