import type { Logger } from "pino";
import { auditMutations } from "../../src/access/audit.ts";
import { buildSubgraph, type SubgraphGraph } from "../../src/graphql/build-subgraph.ts";
import {
  type DatabaseSettings,
  openSubgraph,
  type RunningSubgraph,
} from "../../src/graphql/open-subgraph.ts";
import { scalars } from "../../src/graphql/scalars.ts";
import type { AnyJob } from "../../src/jobs/define-job.ts";
import type { JobContext } from "../../src/jobs/job-context.ts";
import { rescoreJob } from "./import/rescore.job.ts";
import { propertiesFeature } from "./properties/properties.feature.ts";
import { createPropertyLoaders, createPropertyPorts } from "./property.context.ts";
import { reportsFeature } from "./reports/reports.feature.ts";
import { savedPropertiesFeature } from "./saved-properties/saved-properties.feature.ts";
import { IndicatorValueScalar } from "./scoring/indicator-value.scalar.ts";
import { scoringFeature } from "./scoring/scoring.feature.ts";
import { searchFeature } from "./search/search.feature.ts";
import { dataSourcesFeature } from "./sources/data-sources.feature.ts";
import type { PropertySource } from "./sources/property-source.port.ts";
import { probeSourcesJob, syncSourceJob, syncSourcesJob } from "./sources/sync-source.job.ts";

export const propertyJobs: readonly AnyJob<JobContext>[] = [
  rescoreJob,
  probeSourcesJob,
  syncSourceJob,
  syncSourcesJob,
];

// Built once per process: nothing of a request or a database is in it.
let graph: SubgraphGraph | undefined;

/** The property graph: buildings, search, and what an account saves. Needs no database. */
export function buildPropertyGraph(): SubgraphGraph {
  return (graph ??= buildSubgraph({
    name: "property",
    features: [
      propertiesFeature,
      searchFeature,
      savedPropertiesFeature,
      reportsFeature,
      scoringFeature,
      dataSourcesFeature,
    ],
    scalars: [...scalars, { type: IndicatorValueScalar, scalar: IndicatorValueScalar }],
    outside: auditMutations,
  }));
}

export interface PropertyOptions extends DatabaseSettings {
  /** The configured publishers of building data; none by default. */
  sources?: readonly PropertySource[];
  log: Logger;
}

/** Migrates and opens the property subgraph. */
export function openProperty(options: PropertyOptions): Promise<RunningSubgraph> {
  return openSubgraph({
    ...options,
    graph: buildPropertyGraph(),
    entities: [],
    ports: createPropertyPorts(options.sources),
    loaders: createPropertyLoaders,
  });
}
