import { print } from "graphql";
import type { OperationRow } from "../../router/operations/operation.ts";
import type { StoredOperation } from "../../router/operations/registry.ts";
import type { Answer, TestApp } from "../support/app.ts";

export type Headers = Record<string, string>;

/** The outcome of a call, whatever the door. */
export interface Outcome {
  status: number;
  body: Record<string, unknown>;
  charged: unknown;
  requestId: string;
  headers: Answer["headers"];
}

export type Door = (
  operation: StoredOperation,
  input: Record<string, unknown>,
  headers: Headers,
) => Promise<Outcome>;

/** The doors of an operation, by name. */
export function doorsOf(app: TestApp, { row }: StoredOperation): [string, Door][] {
  return [
    ["graphql", viaGraphql(app)],
    ...(row.rest ? [["rest", viaRest(app)] as [string, Door]] : []),
    ...(row.tool ? [["tool", viaTool(app)] as [string, Door]] : []),
  ];
}

function outcome({ status, body, headers }: Answer, value: Record<string, unknown> = body): Outcome {
  return {
    status,
    body: value,
    charged: headers["x-credits-charged"],
    requestId: String(headers["x-request-id"]),
    headers,
  };
}

/** The app that a call must name: at REST always, at the others where the operation belongs to no app of its own. */
function namedApp({ row, access }: StoredOperation, door: "rest" | "other"): Headers {
  if (!row.rest?.needsApp || (door === "other" && access.app)) return {};
  return { "x-app-id": access.app ?? "central" };
}

export function viaRest(app: TestApp): Door {
  return async (operation, input, headers) => {
    const { row } = operation;
    const rest = { ...input };
    const url = row.rest!.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
      const value = String(rest[name]);
      delete rest[name];
      return encodeURIComponent(value);
    });
    if (row.rest!.rawBody) return outcome(await sendRaw(app, row, input, headers));
    const json: Headers = row.rest!.redirect ? { accept: "application/json" } : {};
    const own = { ...namedApp(operation, "rest"), ...json, ...headers };
    if (row.rest!.method === "GET" || row.rest!.method === "DELETE") {
      // As JSON does, a query leaves out what is undefined.
      const given = Object.entries(rest).filter(([, value]) => value !== undefined);
      const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
      const target = query.size > 0 ? `${url}?${query}` : url;
      return outcome(
        row.rest!.method === "GET" ? await app.get(target, own) : await app.send("DELETE", target, own),
      );
    }
    return outcome(await app.send(row.rest!.method, url, own, rest));
  };
}

/** A call whose body is signed: the input's `body` as it is, the `signature` in its header. */
async function sendRaw(
  app: TestApp,
  { rest }: OperationRow,
  { body, signature, timestamp }: Record<string, unknown>,
  headers: Headers,
): Promise<Answer> {
  const response = await app.running.router.server.inject({
    method: "POST",
    url: rest!.path,
    headers: {
      "content-type": "application/json",
      ...headers,
      ...(typeof signature === "string" ? { [rest!.rawBody!.signatureHeader]: signature } : {}),
      ...(typeof timestamp === "string" ? { [rest!.rawBody!.timestampHeader!]: timestamp } : {}),
    },
    payload: typeof body === "string" ? body : "",
  });
  const { statusCode: status, headers: sent, body: text } = response;
  return { status, headers: sent, text, body: JSON.parse(text) };
}

export function viaTool(app: TestApp): Door {
  return async (operation, input, headers) =>
    outcome(await app.tool(operation.row.tool!.name, input, { ...namedApp(operation, "other"), ...headers }));
}

/** The text of each operation's document, which is sent some fifty times. */
const texts = new WeakMap<StoredOperation, string>();

function textOf(operation: StoredOperation): string {
  const text = texts.get(operation) ?? print(operation.document);
  texts.set(operation, text);
  return text;
}

export function viaGraphql(app: TestApp): Door {
  return async (operation, input, headers) => {
    const query = textOf(operation);
    const own = { ...namedApp(operation, "other"), ...headers };
    const answer = await app.graphql(query, operation.toVariables(input), own);
    const [error] = answer.body.errors ?? [];
    if (error) {
      const { http, ...facts } = error.extensions;
      const body = { error: error.message, ...facts };
      return { ...outcome(answer, body), status: http?.status ?? answer.status };
    }
    const value = answer.body.data[operation.rootKey];
    const { bodyKey } = operation.row;
    return outcome(answer, bodyKey ? { [bodyKey]: value } : value);
  };
}
