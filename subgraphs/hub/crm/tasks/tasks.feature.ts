import { withRight } from "../../../../src/access/account-rights.ts";
import { and, isUser } from "../../../../src/access/rules.ts";
import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { TasksResolver } from "./tasks.resolver.ts";

const writes = and(isUser, withRight("write"));

export const tasksFeature: FeatureGraph = {
  resolvers: [TasksResolver],
  rules: {
    Query: { tasks: and(isUser, withRight("read")) },
    Mutation: { createTask: writes, completeTask: writes },
  },
};
