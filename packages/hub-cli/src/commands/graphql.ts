import { send } from "@hub-platform/client/send";
import { connect, type GlobalOptions } from "../connect.ts";
import type { Environment } from "../credentials.ts";
import { plain, printResult, type Format } from "../output.ts";
import { readObject, readText } from "../text-input.ts";

interface GraphQLResponse {
  data?: unknown;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** Sends a document, and prints its data. Errors go to standard error; the exit code is then 1. */
export async function graphql(
  document: string,
  options: GlobalOptions & { variables?: string; operation?: string; output: Format },
  env: Environment,
): Promise<void> {
  const client = await connect(options, env);
  const body = {
    query: await readText(document),
    variables: await readObject(options.variables, "--variables"),
    ...(options.operation === undefined ? {} : { operationName: options.operation }),
  };
  const response = await send(client, { method: "POST", path: "/graphql", body });
  const { data, errors = [] } = response.body as GraphQLResponse;
  for (const { message, extensions } of errors)
    process.stderr.write(`${plain(message)} (${plain(extensions?.code ?? "unknown")})\n`);
  if (errors.length > 0) process.exitCode = 1;
  if (data !== null && data !== undefined) printResult(data, options.output);
}
