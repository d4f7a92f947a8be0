import { everyOperation, type GatewayApp } from "../base/gateway-app.ts";
import { callsFeature } from "./calls/calls.feature.ts";
import {
  dialCallJob,
  settleCallJob,
  settleReplyJob,
  ringQueueJob,
  routeNumberJob,
  hangUpCallJob,
  advanceCampaignJob,
  advanceCallsJob,
} from "./calls/calls.jobs.ts";
import { callCampaignsFeature } from "./campaigns/campaigns.feature.ts";
import { callContactsFeature } from "./contacts/contacts.feature.ts";
import { callInboundFeature } from "./inbound/inbound.feature.ts";
import { callInsightFeature } from "./insight/insight.feature.ts";
import { callRecordingsFeature } from "./recordings/recordings.feature.ts";
import { deleteRecordingJob, fetchRecordingJob, sweepCallsJob } from "./recordings/recordings.jobs.ts";
import { callScriptsFeature } from "./scripts/scripts.feature.ts";
import { callSummariesFeature } from "./summaries/summaries.feature.ts";
import { callTranscriptsFeature } from "./transcripts/transcripts.feature.ts";

/** The voice app, which calls people: contacts, scripts, calls, transcripts and campaigns. */
export const voiceApp: GatewayApp = {
  features: [
    callContactsFeature,
    callScriptsFeature,
    callsFeature,
    callTranscriptsFeature,
    callCampaignsFeature,
    callInsightFeature,
    callSummariesFeature,
    callInboundFeature,
    callRecordingsFeature,
  ],
  entities: [],
  jobs: [
    dialCallJob,
    settleCallJob,
    settleReplyJob,
    ringQueueJob,
    routeNumberJob,
    hangUpCallJob,
    advanceCampaignJob,
    advanceCallsJob,
    fetchRecordingJob,
    deleteRecordingJob,
    sweepCallsJob,
  ],
  prices: everyOperation,
};
