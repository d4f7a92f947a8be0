import { isDeepStrictEqual } from "node:util";
import type { GraphQLCase } from "./graphql-cases.ts";
import type { WireRequest } from "./hostile-doors.ts";

/** The body of a response of the GraphQL door. */
export interface GraphQLBody {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions?: { code?: string; http?: { status?: number } } }[];
}

/** The longest answer with an error, in characters. */
const maxRefusal = 1024 * 1024;
/** The response; status 599 without one. */
export interface Exchanged {
  status: number;
  text: string;
  hasRequestId: boolean;
}

/** The case as a request, by GET or by POST. */
export function requestOf(one: GraphQLCase, headers: Record<string, string>, isGet: boolean): WireRequest {
  const { query, variables, operationName } = one;
  if (isGet) {
    const search = new URLSearchParams({ query });
    if (variables) search.set("variables", variables);
    if (operationName) search.set("operationName", operationName);
    return { method: "GET", url: `/graphql?${search}`, headers: { "x-requested-with": "fuzz", ...headers } };
  }
  const name = operationName ? `,"operationName":${JSON.stringify(operationName)}` : "";
  const payload = `{"query":${JSON.stringify(query)},"variables":${variables ?? "{}"}${name}}`;
  return {
    method: "POST",
    url: "/graphql",
    headers: { "content-type": "application/json", ...headers },
    payload,
  };
}

/** Faults that no response may have, whatever the request. */
export function faultsOf({ status, text }: Exchanged): string[] {
  const body = parseBody(text);
  const faults: string[] = [];
  if (status === 599) faults.push("no answer at all");
  const codes = (body.errors ?? []).map(({ extensions }) => extensions?.code);
  const statuses = [status, ...(body.errors ?? []).map(({ extensions }) => extensions?.http?.status ?? 0)];
  if (codes.includes("INTERNAL_ERROR") || /"code":"INTERNAL_ERROR"/.test(text)) faults.push("INTERNAL_ERROR");
  else if (statuses.some((one) => one >= 500) && codes.includes("SERVICE_UNAVAILABLE"))
    faults.push(`${Math.max(...statuses)} SERVICE_UNAVAILABLE`);
  else if (status >= 500 && status !== 599) faults.push(`${status}`);
  if (body.errors && text.length > maxRefusal) faults.push("a refusal of more than 1 MiB");
  if (body.errors?.some(({ extensions }) => extensions?.code === undefined))
    faults.push("an error without a code");
  if (status < 400 && body.data === undefined && !body.errors) faults.push("neither data nor errors");
  return faults;
}

/** The body of an answer, empty where it is no JSON. */
export function parseBody(text: string): GraphQLBody {
  try {
    return JSON.parse(text) as GraphQLBody;
  } catch {
    return {};
  }
}

/** Every object that was selected with aliases: it has a plain name beside. */
export function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.values(value).flatMap(objectsIn);
  return Object.hasOwn(value, "plain") ? [value as Record<string, unknown>, ...below] : below;
}

/** The same refusal, or data in both. */
export function isAlike(one: GraphQLBody, other: GraphQLBody): boolean {
  const codes = ({ errors = [] }: GraphQLBody) => errors.map(({ extensions }) => extensions?.code);
  return isDeepStrictEqual(codes(one), codes(other)) && !one.data === !other.data;
}
