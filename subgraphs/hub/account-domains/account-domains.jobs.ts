import { z } from "zod";
import { defineJob } from "../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../src/jobs/job-context.ts";
import type { HubContext } from "../hub.context.ts";
import { checkDomains } from "./check-domains.service.ts";
import { endedQueue } from "./domain-queue.ts";
import { mailEndedDomain } from "./mail-ended-domain.service.ts";

const nothing = z.object({});

/** Every hour: checks the verified domains that are due. */
const checkDomainsJob = defineJob<typeof nothing, JobContext>({
  name: "check-account-domains",
  schema: nothing,
  schedule: { cron: "37 * * * *", payload: {} },
  // As long as name servers that do not answer can take.
  expireInSeconds: 900,
  handler: async (_payload, { context }) => {
    await checkDomains(context.contextIn("hub") as HubContext);
  },
});

/** Mails administrators that the verification of a domain has ended. */
const mailEndedDomainJob = defineJob<typeof endedQueue.schema, JobContext>({
  ...endedQueue,
  handler: async (payload, { context }) => {
    await mailEndedDomain(context.contextIn("hub") as HubContext, payload);
  },
});

export const accountDomainJobs = [checkDomainsJob, mailEndedDomainJob];
