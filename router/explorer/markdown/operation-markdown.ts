import { accessLine, headerLines, describeAccess } from "../access-words.ts";
import type { OperationDocs } from "../data/docs.types.ts";
import { block, code, document, table } from "./text.ts";
import { schemaRows, typeWords, ruleWords } from "../schema-rows.ts";

/** The page of a REST path as Markdown. */
export function restMarkdown(operation: OperationDocs): string {
  const { rest, name, description, documented, access, output, errors, tool } = operation;
  if (!rest)
    return document(`# ${name}`, description, "This operation has no REST path.", graphqlPart(operation));
  return document(
    `# ${rest.method} ${rest.path}`,
    description,
    `- Operation: ${code(name)} (${documented ? "documented" : "extension"}), GraphQL ${code(operation.coordinate)}` +
      `${tool ? `, agent tool [${tool.name}](/tools/${tool.name}.md)` : ""}\n${accessPart(operation, rest.path)}`,
    rest.routes.length > 1
      ? `Also at ${rest.routes
          .slice(1)
          .map(({ path, isDeprecated }) => `${code(path)}${isDeprecated ? " (deprecated)" : ""}`)
          .join(", ")}.`
      : null,
    "## Parameters",
    table(
      ["Name", "In", "Type", "Meaning"],
      rest.parameters.map((parameter) => [
        `${code(parameter.name)}${parameter.required ? " (required)" : ""}`,
        parameter.in,
        typeWords(parameter.schema),
        [parameter.description, ...ruleWords(parameter.schema)].join("; "),
      ]),
    ),
    ...(rest.body ? ["## Body", schemaPart(rest.body)] : []),
    `## Response (${rest.status})`,
    schemaPart(output, true),
    operation.example ? "## Example input" : null,
    operation.example ? block("json", JSON.stringify(operation.example.input, null, 2)) : null,
    examplePart(operation),
    errorPart(errors, access.auth),
    graphqlPart(operation),
  );
}

/** The page of an agent tool as Markdown. */
export function toolMarkdown(operation: OperationDocs): string {
  const tool = operation.tool!;
  const { hints } = tool;
  const marks = [
    hints.readOnly ? "read-only" : "changes data",
    ...(hints.destructive ? ["destructive"] : []),
    ...(hints.openWorld ? ["uses external services"] : []),
    ...(hints.idempotent ? ["idempotent"] : []),
    ...(tool.asksFirst ? ["needs confirmation by a person"] : []),
  ];
  const rest = operation.rest;
  return document(
    `# ${tool.name}`,
    tool.description,
    `- App ${code(tool.app)}, toolset ${code(tool.toolset)}; ${marks.join(", ")}\n- GraphQL ${code(operation.coordinate)}` +
      `${rest ? `, REST [${rest.method} ${rest.path}](/rest/${operation.name}.md)` : ""}\n${accessPart(operation, null)}`,
    "## Arguments",
    schemaPart(tool.input),
    "## Response",
    schemaPart(tool.output, true),
    operation.example ? "## Example call" : null,
    operation.example
      ? block("json", JSON.stringify({ name: tool.name, arguments: operation.example.input }, null, 2))
      : null,
    examplePart(operation),
    errorPart(operation.errors, operation.access.auth),
    graphqlPart(operation),
  );
}

/** Who can run the example on the demo data. */
function examplePart({ example, exampleRun }: OperationDocs): string | null {
  if (!exampleRun) return null;
  const { as, accountId } = exampleRun;
  if (example?.signingSecret !== undefined)
    return `Its signature is valid for 5 minutes. Make another with the secret of the demo, ${code(example.signingSecret)}.`;
  const account = accountId === null ? "" : `, with ${code(`x-account-id: ${accountId}`)}`;
  return `It runs on the demo data as ${code(as)}${account}.`;
}

function accessPart({ access, rest }: OperationDocs, path: string | null): string {
  const headers = headerLines(access, { path, appHeader: rest?.appHeader ?? "optional" });
  return [
    `- Who may call: ${describeAccess(access)} (${accessLine(access)})`,
    ...(headers.length > 0 ? [`- Headers: ${headers.map(code).join("; ")}`] : []),
    `- Credits: ${access.cost ? `charged as ${code(access.cost)}` : "free"}`,
  ].join("\n");
}

function schemaPart(schema: Record<string, unknown>, isAnswer = false): string {
  return table(
    ["Name", "Type", "Meaning"],
    schemaRows(schema).map(({ path, type, isRequired, description, rules }) => [
      `${code(path)}${isRequired && !isAnswer ? " (required)" : ""}`,
      type,
      [description, rules].filter((part) => part !== "").join("; "),
    ]),
  );
}

function errorPart(errors: OperationDocs["errors"], auth: string): string {
  const list = errors.map(({ code: name, status }) => `${name} (${status})`);
  return document(`## Errors`, `${list.join(", ")}.`, auth === "public" ? null : "See [errors](/errors.md).");
}

function graphqlPart({ document: text, example, hash }: OperationDocs): string {
  return document(
    "## GraphQL",
    block("graphql", text),
    example ? block("json", JSON.stringify(example.variables, null, 2)) : null,
    `Stored document ID: ${code(`sha256:${hash}`)}.`,
  );
}
