/** Words of developers' questions, and the words of the documentation for them. */
export const developerWords: Readonly<Record<string, string>> = {
  "refused, denied, rejected, not allowed, blocked, permission": "forbidden error refuse access",
  "why was, why is, why did, why does, failed, fails, broken, doesnt work, not working": "error",
  "does not exist, doesnt exist, no such, cannot find, cant find": "found",
  "get started, getting started, start, begin, hello world, tutorial, first call, first request":
    "quickstart",
  "cost, costs, how much, price, pricing, fee, charged": "price credit",
  "login, log in, sign in, credential, credentials, auth, password": "authentication token",
  "duplicate, charged twice, double, twice": "idempotency",
  "throttled, throttling, quota, too many requests": "rate limit",
  "real time, realtime, live, push": "stream subscription",
  "next page, page, paging, all results": "pagination cursor",
  "sms, text message, text messages": "text message send",
  "appointment, reservation": "booking",
  "get paid, be paid": "invoice payment",
  "colleague, coworker, teammate, team": "member invite organization",
  "llm, ai agent, assistant": "agent mcp tool",
  "sdk, client library": "client openapi",
  "not received, not delivered, not arriving, missing": "delivery retry",
  unsubscribe: "cancel subscription",
};
