import { parse } from "graphql";
import { DomainError } from "../../../../src/errors.ts";
import type { SubgraphExecutor } from "../../../../src/graphql/local-executor.ts";
import { callHub } from "../../base/internal-client.ts";
import type { PhoneNoticesPort } from "./phone-notices.port.ts";

const document = parse(
  "mutation SendBookingNotice($input: SendPhoneNoticeInput!) { sendPhoneNotice(input: $input) { messageId } }",
);
const final = new Set(["INVALID_STATE", "VALIDATION_ERROR"]);

/** Text messages and calls through the hub, which has the carrier and the quotas. */
export function createHubPhoneNotices(hub: SubgraphExecutor): PhoneNoticesPort {
  return {
    async send(call, { channel, to, body, key }) {
      try {
        await callHub(hub, document, { channel, to, body }, call, { idempotencyKey: key });
        return "accepted";
      } catch (error) {
        if (error instanceof DomainError && final.has(error.code)) return "refused";
        throw error;
      }
    },
  };
}
