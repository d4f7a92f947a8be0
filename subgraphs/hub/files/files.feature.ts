import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { ConnectedFilesResolver } from "./connected-files.resolver.ts";
import { FilesResolver } from "./files.resolver.ts";
import { filesRules } from "./files.rules.ts";
import { UploadsResolver } from "./uploads.resolver.ts";

export const filesFeature: FeatureGraph = {
  resolvers: [FilesResolver, UploadsResolver, ConnectedFilesResolver],
  rules: filesRules,
};
