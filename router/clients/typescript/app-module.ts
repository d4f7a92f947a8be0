import {
  callText,
  camelCase,
  pascalCase,
  type ClientOperation,
  type InputField,
} from "../client-operation.ts";
import { docComment, fieldLines, typeOf } from "./types.ts";

const generatedNote = "// Generated from the OpenAPI document by the build. Do not edit.\n";

/** The module of an app: its calls by the names of their methods. */
export function appModule(app: string, operations: readonly ClientOperation[]): string {
  const calls = operations.map(
    (operation) => `  ${camelCase(operation.name)}: ${JSON.stringify(callText(operation))},\n`,
  );
  return `${generatedNote}import { createClient } from "../call.js";

const calls = {
${calls.join("")}};

export const create${pascalCase(app)}Client = (options) => createClient(${JSON.stringify(app)}, calls, options);
`;
}

/** The types of the module. */
export function appDeclarations(app: string, operations: readonly ClientOperation[]): string {
  const name = pascalCase(app);
  return `${generatedNote}import type { ClientOptions, Paged, RequestOptions } from "../options.js";
import type * as models from "../models.js";

${operations.map(inputDeclaration).join("")}
/** The operations of the app \`${app}\`. */
export interface ${name}Client {
${operations.map(method).join("\n")}}

/** Creates a client of the app \`${app}\`. */
export declare function create${name}Client(options: ClientOptions): ${name}Client;
`;
}

function inputDeclaration({ name, parameters, body, bodyFields }: ClientOperation): string {
  if (parameters.length === 0 && bodyFields.length === 0) return "";
  const own = parameters.length > 0 ? `{\n${fieldLines(parameters, "models.")}}` : null;
  const parts = [own, body ? typeOf(body, "models.") : null].filter((part) => part !== null);
  return `/** Input of \`${camelCase(name)}\`. */\nexport type ${inputName(name)} = ${parts.join(" & ")};\n\n`;
}

/** A name that no model has. */
function inputName(name: string): string {
  return `${name}Arguments`;
}

function method(operation: ClientOperation): string {
  const { name, description, scope, response, paging } = operation;
  const inputs: readonly InputField[] = [...operation.parameters, ...operation.bodyFields];
  const optional = inputs.every(({ isRequired }) => !isRequired) ? "?" : "";
  const input = inputs.length > 0 ? `input${optional}: ${inputName(name)}` : "input?: Record<string, never>";
  const result = typeOf(response, "models.");
  const type = paging ? `Paged<${result}, ${typeOf(paging.itemSchema, "models.")}>` : `Promise<${result}>`;
  const text = scope === null ? description : `${description} Scope: \`${scope}\`.`;
  return `${docComment(text, "  ")}  ${camelCase(name)}(${input}, options?: RequestOptions): ${type};\n`;
}
