import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import fc from "fast-check";
import type { Answer, TestApp } from "../../support/app.ts";
import { responseOf, routesOf, type OpenApiDocument, type OpenApiRoute } from "../../support/openapi.ts";
import { valuesOf, type JsonSchema } from "./from-schema.ts";
import { hostileText } from "./hostile.ts";

/** Something that the platform may not do, and how to make it do it again. */
export interface Finding {
  operation: string;
  request: { method: string; url: string; body?: unknown };
  status: number;
  what: string;
}

export interface FuzzReport {
  requests: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  findings: Finding[];
}

/**
 * Calls every REST path of the OpenAPI document in turn with generated parameters and bodies, as people,
 * administrators, keys, anonymous clients and forgers. A finding is a response of 500 or more, a status that
 * the document does not have, or a body that violates its schema.
 */
export async function fuzzRest(
  app: TestApp,
  options: { requests: number; seed: number },
): Promise<FuzzReport> {
  const document = (await app.get("/openapi.json")).body as OpenApiDocument;
  const judge = createJudge();
  const routes = routesOf(document);
  const report: FuzzReport = { requests: 0, statuses: {}, findings: [] };
  const callers = createCallers(app, options.seed);
  const perRoute = Math.ceil(options.requests / routes.length);
  for (const [index, route] of routes.entries()) {
    const requests = fc.sample(requestsOf(route), {
      numRuns: perRoute,
      seed: options.seed + index,
    });
    for (const { url, headers, body } of requests) {
      const caller = await callers.next(route);
      const answer = await app.send(
        route.method,
        url,
        { accept: "application/json", ...caller, ...headers },
        body,
      );
      report.requests++;
      report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1;
      const what = judge(route, answer);
      if (what !== null) {
        const request = { method: route.method, url, ...(body === undefined ? {} : { body }) };
        report.findings.push({
          operation: route.operation.operationId,
          request,
          status: answer.status,
          what,
        });
      }
    }
  }
  return report;
}

interface MadeUp {
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

function requestsOf({ path, method, operation }: OpenApiRoute): fc.Arbitrary<MadeUp> {
  const { parameters = [], requestBody } = operation;
  const texts = (schema: JsonSchema) =>
    fc.oneof({ weight: 3, arbitrary: valuesOf(schema).map(String) }, { weight: 1, arbitrary: hostileText });
  const inPath = parameters.filter((one) => one.in === "path");
  const inQuery = parameters.filter((one) => one.in === "query");
  const schema = requestBody?.content["application/json"]?.schema;
  return fc
    .record({
      segments: fc.record(Object.fromEntries(inPath.map(({ name, schema: one }) => [name, texts(one)]))),
      query: fc.record(Object.fromEntries(inQuery.map(({ name, schema: one }) => [name, texts(one)])), {
        requiredKeys: inQuery.filter(({ required }) => required).map(({ name }) => name),
      }),
      appId: fc.constantFrom("central", "invoicer", "event-manager", "payroll", "finance", ""),
      key: fc.option(fc.uuid(), { freq: 3 }),
      body: schema && method !== "GET" ? valuesOf(schema) : fc.constant(undefined),
    })
    .map(({ segments, query, appId, key, body }) => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
        encodeSafely(segments[name] ?? "x"),
      );
      const search = new URLSearchParams(Object.entries(query)).toString();
      return {
        url: search === "" ? filled : `${filled}?${search}`,
        headers: {
          ...(appId ? { "x-app-id": appId } : {}),
          ...(key === null ? {} : { "idempotency-key": key }),
        },
        body: method === "GET" ? undefined : body,
      };
    });
}

/** A path segment; characters that no URL can contain are removed. */
function encodeSafely(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return encoded === "" || encoded === "." || encoded === ".." ? "x" : encoded;
}

function createCallers(app: TestApp, seed: number) {
  let count = 0;
  let person: Record<string, string> = {};
  return {
    /** The next principal. A principal that a request may close, suspend or empty is not used again. */
    async next({ method }: OpenApiRoute): Promise<Record<string, string>> {
      const turn = count++ % 10;
      if (turn === 0) return {};
      if (turn === 1) return { authorization: "Bearer eyJhbGciOiJub25lIn0.e30." };
      if (turn === 2 && method === "GET") return app.withKey("full");
      if (turn === 3) return app.withKey("revoked");
      if (turn === 4 || turn === 7) {
        const sub = `usr_fuzz${seed}n${count}`;
        const roles = turn === 4 ? ["admin"] : [];
        person = {
          authorization: `Bearer ${await app.tokenFor({ sub, email: `${sub}@people.example`, roles })}`,
        };
      }
      return person;
    },
  };
}

/** The fault of a response, in words; null without one. */
function createJudge(): (route: OpenApiRoute, answer: Answer) => string | null {
  // Each schema checks a few answers: shorter code for it takes longer to make than it saves.
  const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
  ajvFormats.default(ajv);
  const validators = new Map<object, ValidateFunction>();
  return ({ operation }, { status, body, headers, text }) => {
    const known = responseOf(operation, status);
    if (status >= 500 && !(known && isTold(body))) return `${status}: ${text.slice(0, 300)}`;
    if (!known) return `a status that is not documented: ${text.slice(0, 300)}`;
    if (headers["x-request-id"] === undefined) return "no x-request-id";
    if (!String(headers["content-type"]).startsWith("application/json")) return null;
    const { schema } = known.content!["application/json"]!;
    const validate = validators.get(schema) ?? ajv.compile(schema);
    validators.set(schema, validate);
    return validate(body) ? null : `not as documented: ${ajv.errorsText(validate.errors)}`;
  };
}

/** A 502 or 503 that names the failing external service is not our fault. */
function isTold(body: unknown): boolean {
  const { code } = (body ?? {}) as { code?: unknown };
  return typeof code === "string" && code !== "INTERNAL_ERROR";
}
