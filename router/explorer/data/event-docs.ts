import { eventFamilies, exampleOf } from "../../../src/events/event-catalogue.ts";
import { dereference } from "../../openapi/dereference.ts";
import { createSchemas } from "../../openapi/openapi.ts";
import { webhookEventsOf } from "../../openapi/webhook-events.ts";
import { schemaRows } from "../schema-rows.ts";
import type { DocsSource } from "./docs-source.ts";
import type { EventCatalogue, EventDocs, EventObjectDocs } from "./guide.types.ts";

type Schema = Record<string, unknown>;

/** The catalogue of webhook events, from the descriptions and schemas of the OpenAPI document. */
export function eventCatalogue({ registry }: Pick<DocsSource, "registry">): EventCatalogue {
  const schemas = createSchemas(registry.values());
  const named = schemas.finish(webhookEventsOf(registry, schemas));
  const document = { components: { schemas: named.schemas } };
  const events = eventFamilies.flatMap((family, shape) =>
    Object.entries(family.events).map(([event, { description }]): EventDocs => ({
      type: `${family.name}.${event}`,
      description,
      shape,
      object: family.object.name,
      example: exampleOf(family, event),
    })),
  );
  const objects = eventFamilies.map(({ name, object, events: own }): EventObjectDocs => {
    const [event] = Object.keys(own);
    const schema = objectSchema(named.content[`${name}.${event!}`] as EventPath, document);
    const rows = schemaRows(schema).filter(({ path }) => !/[.[]/.test(path));
    return { name: object.name, hasType: object.description === null, properties: rows };
  });
  return { events, objects };
}

/** The schema of `data.object` of an event. */
function objectSchema({ post }: EventPath, document: object): Schema {
  const [, own] = post.requestBody.content["application/json"].schema.allOf;
  const [data] = own.properties.data.anyOf;
  return dereference<{ properties: { object: Schema } }>(data, document).properties.object;
}

/** The request of an event in the OpenAPI document, as far as it is read here. */
interface EventPath {
  post: {
    requestBody: {
      content: {
        "application/json": {
          schema: { allOf: [Schema, { properties: { data: { anyOf: [Schema, Schema] } } }] };
        };
      };
    };
  };
}
