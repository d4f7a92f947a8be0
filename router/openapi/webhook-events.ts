import {
  getNamedType,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from "graphql";
import { eventFamilies, exampleOf } from "../../src/events/event-catalogue.ts";
import type { EventFamily, EventObject } from "../../src/events/event-family.ts";
import type { OperationRegistry } from "../operations/registry.ts";
import { nullable, outputLeafSchema, type JsonSchema } from "../schema/json-schema.ts";
import { parameter } from "./link-path.ts";
import type { SchemaComponents } from "./schema-components.ts";

/** The requests that the platform sends to webhook endpoints, by event type: the `webhooks` of an OpenAPI document. */
export function webhookEventsOf(
  registry: OperationRegistry,
  schemas: SchemaComponents,
): Record<string, unknown> {
  const types = outputTypesOf(registry);
  return Object.fromEntries(
    eventFamilies.flatMap((family) => {
      const data = dataSchema(objectSchemaOf(family.object, types, schemas), family, schemas);
      return Object.entries(family.events).map(([event, { description }]) => [
        `${family.name}.${event}`,
        { post: eventRequest(family, event, { description, data, schemas }) },
      ]);
    }),
  );
}

function eventRequest(
  family: EventFamily,
  event: string,
  { description, data, schemas }: { description: string; data: JsonSchema; schemas: SchemaComponents },
): Record<string, unknown> {
  const type = `${family.name}.${event}`;
  const own: JsonSchema = {
    type: "object",
    properties: { type: { type: "string", const: type }, data },
    required: ["type", "data"],
  };
  return {
    operationId: `on_${type.replaceAll(".", "_")}`,
    summary: description.replace(/\..*$/s, ""),
    description,
    tags: ["webhooks"],
    security: [],
    parameters: Object.keys(signatureParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { allOf: [envelopeSchema(schemas), own] },
          example: exampleBody(family, event),
        },
      },
    },
    responses: {
      "2XX": {
        description: "Received. Any other response, or none within 15 seconds, is retried for three days.",
      },
      "410": { description: "Not wanted any more. The endpoint is disabled." },
    },
  };
}

/** A whole body with the family's example. */
function exampleBody(family: EventFamily, event: string): Record<string, unknown> {
  const object = exampleOf(family, event);
  return {
    id: "evt_01m853j8a2v4e3m1xk5c7wz9bd",
    type: `${family.name}.${event}`,
    timestamp: "2026-11-23T09:30:00.000Z",
    apiVersion: "2.0.0",
    appId: object["appId"] ?? null,
    account: "org_01m853j8a2v4e3m1xk5c7wz9bd",
    actor: { type: "user", id: "usr_8f2c" },
    sequence: 42,
    data: { object, previous: null },
  };
}

const actor: JsonSchema = {
  type: "object",
  description: "Who caused an event.",
  properties: {
    type: {
      type: "string",
      enum: ["user", "api_key", "service_account"],
      description: "Kind of the actor: a person, an API key or a service account.",
    },
    id: { type: "string", description: "ID of the user, API key or service account." },
  },
  required: ["type", "id"],
};

/** What every event has besides its type and data. */
function envelopeSchema(schemas: SchemaComponents): JsonSchema {
  const description = "Who caused the event; null for what the platform does itself, such as a renewal.";
  const ofActor = { ...nullable(schemas.add("EventActor", actor)), description };
  return schemas.add("EventEnvelope", {
    ...envelope,
    properties: { ...(envelope["properties"] as object), actor: ofActor },
  });
}

const envelope: JsonSchema = {
  type: "object",
  description: "What every event has besides its type and data.",
  properties: {
    id: {
      type: "string",
      description: "ID of the event, the same in every delivery. Use it to detect duplicates.",
    },
    timestamp: { type: "string", format: "date-time", description: "Time of the event, ISO 8601 in UTC." },
    apiVersion: { type: "string", description: "Version of the API that the data follows." },
    appId: { type: ["string", "null"], description: "ID of the app that the event is about; null for none." },
    account: {
      type: "string",
      description: "ID of the account whose event it is: a user or an organization.",
    },
    sequence: {
      type: "integer",
      description:
        "Increases with every event of an object. Ignore an event with a lower number than the last one.",
    },
  },
  required: ["id", "timestamp", "apiVersion", "appId", "account", "actor", "sequence"],
};

/** Components: the headers of a delivery (Standard Webhooks 1.0). */
export const signatureParameters: Readonly<Record<string, Record<string, unknown>>> = {
  WebhookId: parameter("header", "webhook-id", "ID of the message, the same for each attempt."),
  WebhookTimestamp: parameter(
    "header",
    "webhook-timestamp",
    "Time of this attempt, in seconds since 1970. Refuse one that is older than 5 minutes.",
  ),
  WebhookSignature: parameter(
    "header",
    "webhook-signature",
    "`v1,` and the Base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the endpoint's secret; several, separated by spaces, while a secret is being rotated.",
  ),
};

/** The data of an event; of an object that is too large, only its plain fields are sent. */
function dataSchema(
  object: JsonSchema,
  { object: { name } }: EventFamily,
  schemas: SchemaComponents,
): JsonSchema {
  const previous = {
    type: ["object", "null"],
    description: "Former values of the fields that changed; null where the event reports none.",
  };
  const whole = { type: "object", properties: { object, previous }, required: ["object", "previous"] };
  return { anyOf: [schemas.add(`${name}EventData`, whole), schemas.add("TruncatedEventData", truncated)] };
}

const truncated: JsonSchema = {
  type: "object",
  description: "Data of an event whose object is too large for 20 KB.",
  properties: {
    object: { type: "object", description: "The object's plain fields, or its ID alone." },
    previous: { type: "null", description: "Always null." },
    truncated: {
      type: "boolean",
      const: true,
      description: "Always true: read the whole object through the API.",
    },
  },
  required: ["object", "previous", "truncated"],
};

/** Throws for a type that the graph does not have. */
function objectSchemaOf(
  { name, description, fields, without }: EventObject,
  types: ReadonlyMap<string, GraphQLObjectType>,
  schemas: SchemaComponents,
): JsonSchema {
  if (description !== null) {
    const schema = { type: "object", description, properties: fields, required: Object.keys(fields) };
    return schemas.add(name, schema);
  }
  const type = types.get(name);
  if (!type) throw new Error(`OpenAPI: events contain ${name}, which no operation returns`);
  return typeSchema(type, schemas, { fields, without });
}

/** The schema of an object type with all its fields. */
function typeSchema(
  type: GraphQLObjectType,
  schemas: SchemaComponents,
  { fields, without }: Pick<EventObject, "fields" | "without"> = { fields: {}, without: [] },
): JsonSchema {
  const own = Object.values(type.getFields())
    .filter(({ name }) => !without.includes(name))
    .map(({ name, type: of, description }): [string, JsonSchema] => [
      name,
      { ...fieldSchema(of, schemas), ...(description ? { description } : {}) },
    ]);
  const properties = { ...Object.fromEntries(own), ...fields };
  return schemas.place(type, { type: "object", properties, required: Object.keys(properties) });
}

function fieldSchema(type: GraphQLOutputType, schemas: SchemaComponents): JsonSchema {
  const bare = getNullableType(type) as GraphQLOutputType;
  const schema = isListType(bare)
    ? { type: "array", items: fieldSchema(bare.ofType as GraphQLOutputType, schemas) }
    : isObjectType(bare)
      ? typeSchema(bare, schemas)
      : outputLeafSchema(bare, schemas.place);
  return isNonNullType(type) ? schema : nullable(schema);
}

/** Object types that operations return, directly or within others. */
function outputTypesOf(registry: OperationRegistry): ReadonlyMap<string, GraphQLObjectType> {
  const types = new Map<string, GraphQLObjectType>();
  const visit = (type: GraphQLOutputType): void => {
    const named = getNamedType(type);
    if (!isObjectType(named) || types.has(named.name)) return;
    types.set(named.name, named);
    for (const field of Object.values(named.getFields())) visit(field.type);
  };
  for (const { rootField } of registry.values()) visit(rootField.type);
  return types;
}
