import { propertyOwnData } from "../subgraphs/property/own-data.ts";
import { openProperty, propertyJobs } from "../subgraphs/property/subgraph.ts";
import type { Part } from "./part.ts";
import { propertySources } from "./property-sources.ts";

export const propertyPart: Part = {
  jobs: propertyJobs,
  ownData: propertyOwnData,
  open: ({ config, database, log }) => openProperty({ ...database, log, sources: propertySources(config) }),
};
