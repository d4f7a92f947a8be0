import {
  callText,
  pascalCase,
  snakeCase,
  type ClientOperation,
  type InputField,
} from "../client-operation.ts";
import { docText, safeName, typeOf } from "./types.ts";

/** The module of an app: a client that waits, and one for asyncio, with the same methods. */
export function appModule(app: string, operations: readonly ClientOperation[]): string {
  return `# Generated from the OpenAPI document by the build. Do not edit.
"""Clients of the app \`${app}\`."""

from __future__ import annotations

from typing import Any, Literal

from . import models
from ._call import UNSET, AsyncClient, AsyncPaged, Client, Paged, RequestOptions, Unset

__all__ = ["${pascalCase(app)}Client", "Async${pascalCase(app)}Client"]

${classText(app, operations, false)}

${classText(app, operations, true)}`;
}

function classText(app: string, operations: readonly ClientOperation[], isAsync: boolean): string {
  const name = `${isAsync ? "Async" : ""}${pascalCase(app)}Client`;
  const base = isAsync ? "AsyncClient" : "Client";
  return `
class ${name}(${base}):
    """Operations of the app \`${app}\`${isAsync ? ", for asyncio" : ""}."""

    _app = "${app}"

${operations.map((operation) => method(operation, isAsync)).join("\n")}`;
}

function method(operation: ClientOperation, isAsync: boolean): string {
  const { name, description, scope, response, paging } = operation;
  const fields = inputsOf(operation);
  const parameters = fields.map(({ name: field, schema, isRequired }) => {
    const type = typeOf(schema, "models.");
    return `        ${argument(field)}: ${isRequired ? type : `${type} | Unset = UNSET`},\n`;
  });
  const result = typeOf(response, "models.");
  const item = paging ? typeOf(paging.itemSchema, "models.") : "";
  const type = paging ? `${isAsync ? "Async" : ""}Paged[${result}, ${item}]` : result;
  const given = fields.map(({ name: field }) => `"${field}": ${argument(field)}`).join(", ");
  const call = paging ? "_paged" : "_call";
  const text = scope === null ? description : `${description} Scope: \`${scope}\`.`;
  const isCoroutine = isAsync && !paging;
  return `    ${isCoroutine ? "async " : ""}def ${safeName(snakeCase(name))}(
        self,
        *,
${parameters.join("")}        options: RequestOptions | None = None,
    ) -> ${type}:
        """${docText(text)}"""
        return ${isCoroutine ? "await " : ""}self.${call}("${callText(operation)}", {${given}}, options)
`;
}

/** Required inputs first; each name once. */
function inputsOf({ parameters, bodyFields }: ClientOperation): InputField[] {
  const byName = new Map([...bodyFields, ...parameters].map((field) => [field.name, field]));
  return [...byName.values()].toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

function argument(name: string): string {
  const snake = safeName(snakeCase(name));
  return snake === "options" || snake === "self" ? `${snake}_` : snake;
}
