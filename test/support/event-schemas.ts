import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { dereference } from "../../router/openapi/dereference.ts";
import { isEventType } from "../../src/events/event-types.ts";
import { buildEventBody } from "../../subgraphs/hub/webhooks/event-body.ts";
import { closeObjects } from "./close-objects.ts";
import type { OpenApiDocument } from "./openapi.ts";
import type { TestDatabase } from "./postgres.ts";

interface WebhookRequest {
  post: { requestBody: { content: { "application/json": { schema: object; example: unknown } } } };
}

const schemas = ["hub", "gateway", "property"] as const;

/** Events of a type that are compared, the latest; all of them have the same shape. */
const perType = 20;

let document: OpenApiDocument & { webhooks: Record<string, unknown> };
let ajv: Ajv2020;
const compiled = new Map<string, ValidateFunction>();

/** How the body of an event differs from the document; null where it does not. A field that is not described is a fault. */
export function eventFaultsOf(type: string, body: unknown): unknown {
  const validate = validatorOf(type);
  return validate(body) ? null : validate.errors;
}

/** The example of every event in the document. */
export function eventExamples(): [type: string, example: unknown][] {
  return Object.entries(read().webhooks).map(([type, request]) => [
    type,
    dereference<WebhookRequest>(request, document).post.requestBody.content["application/json"].example,
  ]);
}

/** Up to which sequence number the events of each schema were compared, where a database is compared several times. */
export type ComparedEvents = Map<string, number>;

/** Throws when an event in the outboxes of a database has another body than the document says. */
export async function refuseUndocumentedEvents(
  { query }: Pick<TestDatabase, "query">,
  compared: ComparedEvents = new Map(),
): Promise<void> {
  const found = await query<{ name: string }>(
    "SELECT schemaname AS name FROM pg_tables WHERE tablename = 'outbox_events' AND schemaname = ANY ($1)",
    [schemas],
  );
  if (found.length === 0) return;
  const parts = found.map(
    ({ name }) => `SELECT '${name}' AS schema, sequence::int, type, payload, object_id, app_id, created_at,
        row_number() OVER (PARTITION BY type ORDER BY created_at DESC) AS place
      FROM ${name}.outbox_events WHERE sequence > ${compared.get(name) ?? 0}`,
  );
  const sql = `SELECT schema, sequence, type, payload, object_id AS "objectId", app_id AS "appId", created_at AS "createdAt"
    FROM (${parts.join(" UNION ALL ")}) AS events WHERE place <= ${perType}`;
  const rows = await query<StoredEvent>(sql);
  for (const { schema, sequence } of rows)
    compared.set(schema, Math.max(compared.get(schema) ?? 0, sequence));
  for (const { schema: _schema, sequence: _sequence, type, ...event } of rows) {
    if (!isEventType(type)) continue;
    const text = buildEventBody({ id: "evt_1", type, ownerId: "usr_1", sequence: 1, ...event });
    const faults = eventFaultsOf(type, JSON.parse(text));
    if (faults)
      throw new Error(`The event ${type} is not as documented: ${JSON.stringify(faults)} in ${text}`);
  }
}

interface StoredEvent {
  schema: string;
  sequence: number;
  type: string;
  payload: unknown;
  objectId: string;
  appId: string | null;
  createdAt: Date;
}

function read() {
  if (!document) {
    document = JSON.parse(readFileSync("schema/openapi.json", "utf8")) as typeof document;
    ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
    ajvFormats.default(ajv);
    // As the API writes times.
    ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
  return document;
}

function validatorOf(type: string): ValidateFunction {
  const known = compiled.get(type);
  if (known) return known;
  const request = read().webhooks[type];
  if (!request) throw new Error(`The document has no event ${type}`);
  const { post } = dereference<WebhookRequest>(request, document);
  const { schema } = post.requestBody.content["application/json"];
  const validate = ajv.compile(closeObjects(schema) as object);
  compiled.set(type, validate);
  return validate;
}
