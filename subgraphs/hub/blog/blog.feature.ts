import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { BlogPagesResolver } from "./blog-pages.resolver.ts";
import { BlogResolver } from "./blog.resolver.ts";
import { blogRules } from "./blog.rules.ts";
import { BlogCommentsResolver } from "./comments/comments.resolver.ts";

export const blogFeature: FeatureGraph = {
  resolvers: [BlogResolver, BlogPagesResolver, BlogCommentsResolver],
  rules: blogRules,
};
