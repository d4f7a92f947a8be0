import type { SchemaRow } from "../schema-rows.ts";

/** A part of a guide: text, or an element with its children. */
export type GuideNode =
  | string
  | { tag: GuideTag; children: GuideNode[] }
  | { tag: "h2" | "h3"; id: string; children: GuideNode[] }
  | { tag: "a"; href: string; children: GuideNode[] }
  | { tag: "code"; text: string; href?: string }
  | { tag: "table"; head: GuideNode[][]; rows: GuideNode[][][] }
  /** Code blocks without text between them: the same in several languages. */
  | { tag: "samples"; samples: GuideSample[] };

export type GuideTag = "p" | "ul" | "ol" | "li" | "strong" | "em" | "blockquote";

export interface GuideSample {
  language: string;
  code: string;
}

/** A section of a guide that links lead to. */
export interface GuideHeading {
  id: string;
  text: string;
  level: 2 | 3;
}

export interface GuideSummary {
  slug: string;
  title: string;
  /** The first paragraph, as text. */
  summary: string;
  group: string;
}

export interface GuideNeighbour {
  slug: string;
  title: string;
}

/** One guide, as its page shows it. */
export interface GuideDocs extends GuideSummary {
  headings: readonly GuideHeading[];
  body: readonly GuideNode[];
  previous: GuideNeighbour | null;
  next: GuideNeighbour | null;
}

/** A webhook event with an example of its object. */
export interface EventDocs {
  type: string;
  description: string;
  /** Position of the object in the catalogue. */
  shape: number;
  /** Name of the object in `data.object`. */
  object: string;
  example: Record<string, unknown>;
}

/** The object of a family of events. Several may have one name, and differ in a property. */
export interface EventObjectDocs {
  name: string;
  /** False for objects that only events have, which are no type of the graph. */
  hasType: boolean;
  properties: readonly SchemaRow[];
}

export interface EventCatalogue {
  events: readonly EventDocs[];
  objects: readonly EventObjectDocs[];
}
