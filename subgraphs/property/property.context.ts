import DataLoader from "dataloader";
import type { RequestContext } from "../../src/context.ts";
import type { PropertySource } from "./sources/property-source.port.ts";
import type { StoredProperty } from "./properties/stored-property.ts";
import { loadStoredProperties } from "./properties/stored-property.ts";
import { loadScoredProperties, type ScoredProperty } from "./scoring/score.rows.ts";
import { SearchSnapshots } from "./search/search-snapshot.ts";

/** Ports that live as long as the process. */
export interface PropertyPorts {
  snapshots: SearchSnapshots;
  /** The configured publishers of building data. */
  sources: readonly PropertySource[];
}

/** Batching readers of one request. */
export interface PropertyLoaders {
  properties: DataLoader<string, StoredProperty | null>;
  scores: DataLoader<string, ScoredProperty | null>;
}

/** Request context of the property subgraph's resolvers and use cases. */
export interface PropertyContext extends RequestContext {
  ports: PropertyPorts;
  loaders: PropertyLoaders;
}

export function createPropertyPorts(sources: readonly PropertySource[] = []): PropertyPorts {
  return { snapshots: new SearchSnapshots(), sources };
}

export function createPropertyLoaders(ctx: RequestContext): PropertyLoaders {
  return {
    properties: new DataLoader((ids: readonly string[]) => loadStoredProperties(ctx, ids)),
    scores: new DataLoader((ids: readonly string[]) => loadScoredProperties(ctx, ids)),
  };
}
