import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { AttendeesResolver } from "./attendees.resolver.ts";
import { TicketedEventsResolver } from "./ticketed-events.resolver.ts";
import { ticketedEventsRules } from "./ticketed-events.rules.ts";

export const ticketedEventsFeature: FeatureGraph = {
  resolvers: [TicketedEventsResolver, AttendeesResolver],
  rules: ticketedEventsRules,
};
