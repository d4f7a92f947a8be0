import { and, isPublic, limitedAs, type RuleMap } from "../../../../src/access/rules.ts";

const reads = and(isPublic, limitedAs("booking-read"));
const writes = and(isPublic, limitedAs("booking-write"));

/** The page's address, or the guest's link, is the authorization. */
export const eventPagesRules: RuleMap = {
  Query: { publicEvents: reads, publicEvent: reads, managedRegistration: reads },
  Mutation: {
    createPublicRegistration: writes,
    payManagedRegistration: writes,
    acceptManagedRegistration: writes,
    cancelManagedRegistration: writes,
    transferManagedRegistration: writes,
  },
};
