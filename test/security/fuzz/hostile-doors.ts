import { print } from "graphql";
import { restPaths, type StoredOperation } from "../../../router/operations/registry.ts";
import { toJson, withOwnFields, type Input } from "./places.ts";

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

/** A way to an operation. */
export interface HostileDoor {
  name: "rest" | "tool" | "mcp" | "graphql";
  /** Maximum number of characters of hostile text in a request: a URL has less room than a body. */
  room: number;
  request(input: Input): WireRequest;
}

const json = { "content-type": "application/json" };
const addressRoom = 12_000;

/** The doors of an operation: REST at the given one of its paths, GraphQL, and the two protocols of tools. */
export function hostileDoors(operation: StoredOperation, pathIndex = 0): HostileDoor[] {
  const paths = restPaths(operation.row);
  const path = paths[pathIndex % Math.max(1, paths.length)];
  return [
    graphqlDoor(operation),
    ...(path === undefined ? [] : [restDoor(operation, path)]),
    ...(operation.row.tool ? [toolDoor(operation), mcpDoor(operation)] : []),
  ];
}

/** The app that a request must name when the operation has none of its own. */
function appOf({ row, access }: StoredOperation): Record<string, string> {
  return row.rest?.needsApp ? { "x-app-id": access.app ?? "central" } : {};
}

function graphqlDoor(operation: StoredOperation): HostileDoor {
  const query = print(operation.document);
  return {
    name: "graphql",
    room: Infinity,
    request: (input) => ({
      method: "POST",
      url: "/graphql",
      headers: { ...json, ...appOf(operation) },
      payload: toJson({ query, variables: operation.toVariables(input) }),
    }),
  };
}

function toolDoor(operation: StoredOperation): HostileDoor {
  return {
    name: "tool",
    room: Infinity,
    request: (input) => ({
      method: "POST",
      url: `/tools/${operation.row.tool!.name}/call`,
      headers: { ...json, ...appOf(operation) },
      payload: toJson({ arguments: input }),
    }),
  };
}

function mcpDoor(operation: StoredOperation): HostileDoor {
  const { name } = operation.row.tool!;
  return {
    name: "mcp",
    room: Infinity,
    request: (input) => ({
      method: "POST",
      url: "/mcp",
      headers: { ...json, accept: "application/json, text/event-stream", ...appOf(operation) },
      payload: toJson({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } }),
    }),
  };
}

function restDoor(operation: StoredOperation, path: string): HostileDoor {
  const { method, rawBody, queryParameters = [] } = operation.row.rest!;
  const hasBody = method !== "GET" && method !== "DELETE";
  return {
    name: "rest",
    room: hasBody ? Infinity : addressRoom,
    request: (input) => {
      const rest = hasBody ? { ...input } : withOwnFields(input);
      const own = { accept: "application/json", ...appOf(operation) };
      const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
        const value = rest[name] ?? (name === "appId" ? (operation.access.app ?? "central") : "x");
        delete rest[name];
        return encodeText(textOf(value).slice(0, addressRoom)) || "x";
      });
      if (rawBody) {
        const { body, signature } = rest;
        const header =
          typeof signature === "string" ? { [rawBody.signatureHeader]: headerText(signature) } : {};
        return { method, url: filled, headers: { ...own, ...json, ...header }, payload: textOf(body) };
      }
      const inQuery = hasBody ? queryParameters.filter((name) => name in rest) : Object.keys(rest);
      const query = inQuery
        .map((name) => `${encodeText(name)}=${encodeText(textOf(rest[name]).slice(0, addressRoom))}`)
        .join("&");
      for (const name of inQuery) delete rest[name];
      const url = query === "" ? filled : `${filled}?${query}`;
      return hasBody
        ? { method, url, headers: { ...own, ...json }, payload: toJson(rest) }
        : { method, url, headers: own };
    },
  };
}

/** Characters that are not allowed in an HTTP header are removed. */
function headerText(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e]/g, "").slice(0, 4_000);
}

/** A value in its URL form. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : toJson(value ?? "");
}

/** Percent-encoded; a lone surrogate as the three bytes that no UTF-8 has, which `encodeURIComponent` refuses. */
function encodeText(text: string): string {
  if (text === "." || text === "..") return "%2e".repeat(text.length);
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : [...text]
        .map((one) => (one.isWellFormed() ? encodeURIComponent(one) : percentBytes(one.charCodeAt(0))))
        .join("");
}

function percentBytes(unit: number): string {
  return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63)]
    .map((byte) => `%${byte.toString(16).toUpperCase()}`)
    .join("");
}

const addresses = {
  "invalid UTF-8": "%ED%A0%80",
  NUL: "%00",
  "bare percent": "%",
  "12,000 characters": "a".repeat(addressRoom),
  dots: "%2e%2e%2f%2e%2e%2fetc",
  "inherited name": "__proto__",
} as const;

const manyParameters = Array.from({ length: 1_000 }, (_, index) => `x${index}=1`).join("&");

/** Requests whose address is hostile: each parameter of the path, and names and values of the query. */
export function hostileAddresses(
  method: string,
  path: string,
): { kind: string; place: string; request: WireRequest }[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const fill = (hostile: string | null, text: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      name === hostile ? text : name === "appId" ? "central" : "x",
    );
  const request = (url: string): WireRequest => ({ method, url, headers: { accept: "application/json" } });
  return [
    ...names.flatMap((name) =>
      Object.entries(addresses).map(([kind, text]) => ({
        kind: `address: ${kind}`,
        place: `{${name}}`,
        request: request(fill(name, text)),
      })),
    ),
    {
      kind: "address: hostile query",
      place: "the query",
      request: request(
        `${fill(null, "")}?__proto__=1&constructor=2&toString=3&%ED%A0%80=%ED%A0%80&%00=%00&limit=%00&limit=%ED%A0%80&appId=__proto__`,
      ),
    },
    {
      kind: "address: 1,000 parameters",
      place: "the query",
      request: request(`${fill(null, "")}?${manyParameters}`),
    },
  ];
}

const form = { "content-type": "application/x-www-form-urlencoded" };

/** Bodies for paths that have no stored operation: kind, headers, text. */
export const hostileBodies: readonly (readonly [string, Record<string, string>, string])[] = [
  [
    "surrogates in a form",
    form,
    "Body=%ED%A0%80&From=%ED%A0%80&CallSid=%ED%A0%80&__proto__=1&token=%ED%A0%80",
  ],
  ["NUL in a form", form, "Body=%00&From=%00&CallSid=%00&constructor=1&SpeechResult=%00"],
  ["a long form", form, `Body=${"a".repeat(500_000)}%0a&From=${"+1".repeat(100_000)}`],
  ["60,000 fields of a form", form, Array.from({ length: 60_000 }, (_, index) => `x${index}=1`).join("&")],
  ["surrogates", json, '{"a":"\\ud800","\\ud800":"b","token":"\\ud800","body":"\\ud800"}'],
  ["50,000 levels", json, "[".repeat(50_000)],
];
