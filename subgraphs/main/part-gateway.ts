import type { Config } from "../../src/config.ts";
import { deriveKeyRing } from "../../src/crypto.ts";
import { efileWebhookSecrets } from "../../src/efile-settings.ts";
import { createVoiceCarrier } from "../gateway/caller/voice-carrier.adapter.ts";
import type { VoicePorts } from "../gateway/caller/voice-carrier.port.ts";
import { createHttpEfile } from "../gateway/hvut/http-efile.adapter.ts";
import { gatewayJobs, openGateway } from "../gateway/subgraph.ts";
import type { Part } from "./part.ts";

export const gatewayPart: Part = {
  jobs: gatewayJobs,
  open: ({ config, database, log, smtpUrl, hub }) =>
    openGateway({
      ...database,
      log,
      hub: hub(),
      keyRing: deriveKeyRing(config.ENCRYPTION_SECRET),
      smtpUrl,
      mailFrom: config.MAIL_FROM,
      efile: {
        service: createHttpEfile(config.parties.efile),
        webhookSecrets: efileWebhookSecrets(config),
      },
      voice: voicePorts(config),
    }),
};

/** What calls of the calling app are made with. */
function voicePorts(config: Config): VoicePorts {
  const { baseUrl, secret: authToken } = config.parties.carrier;
  const { CARRIER_ACCOUNT_SID: accountSid, CARRIER_FROM: from } = config;
  return {
    carrier: createVoiceCarrier({ baseUrl, accountSid, authToken, from }),
    signingToken: authToken,
  };
}
