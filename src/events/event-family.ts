/** JSON Schema of a field that no type of the graph has. */
export interface EventField {
  type: string | readonly string[];
  description: string;
  format?: string;
  items?: object;
}

/** What `data.object` of an event is: a type of the graph with all its fields, changed a little, or fields of its own. */
export interface EventObject {
  /** Name of the type in the graph, or of the schema. */
  name: string;
  /** Null for a type of the graph. */
  description: string | null;
  /** Fields that the graph's type does not have. */
  fields: Readonly<Record<string, EventField>>;
  /** Fields of the graph's type that events do not have. */
  without: readonly string[];
}

/** An event of a family. */
export interface EventWords {
  /** When it is sent: a whole sentence. */
  description: string;
  /** What its example has other than the family's. */
  example?: Readonly<Record<string, unknown>>;
}

/** Events whose data has one shape. Their types are the family's name, a dot, and the event's name. */
export interface EventFamily {
  name: string;
  object: EventObject;
  /** An object as all events of the family have it. */
  example: Readonly<Record<string, unknown>>;
  events: Readonly<Record<string, EventWords>>;
}

/** A type of the graph. */
export function graphObject(name: string, differences: Partial<EventObject> = {}): EventObject {
  return { name, description: null, fields: {}, without: [], ...differences };
}

/** An object that only events have. */
export function ownObject(
  name: string,
  description: string,
  fields: Readonly<Record<string, EventField>>,
): EventObject {
  return { name, description, fields, without: [] };
}

/** A text that is always there. */
export function text(description: string): EventField {
  return { type: "string", description };
}

/** A field that may be null. */
export function nullable({ type, ...field }: EventField): EventField {
  return { ...field, type: [type, "null"].flat() };
}

/** A number that is always there. */
export function number(description: string): EventField {
  return { type: "number", description };
}
