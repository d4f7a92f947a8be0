/** A guide of the explorer: a file of docs/guides. */
export interface GuideRow {
  slug: string;
  group: "Start" | "API" | "Clients" | "Agents" | "Apps" | "Account";
  /** Words that people search for and the guide does not use. */
  words?: string;
}

const rows = (group: GuideRow["group"], guides: Readonly<Record<string, string>>): GuideRow[] =>
  Object.entries(guides).map(([slug, words]) => ({ slug, group, ...(words === "" ? {} : { words }) }));

/**
 * The guides for users of the platform, in reading order. Guides about operating and changing it are not in the
 * explorer.
 */
export const guideList: readonly GuideRow[] = [
  ...rows("Start", {
    "quickstart-rest":
      "get started getting started first call first request tutorial hello world python curl javascript node typescript sdk postman insomnia openapi",
    "quickstart-graphql": "get started getting started first query tutorial hello world",
    "quickstart-mcp": "get started getting started first tool call tutorial hello world agent",
    authentication:
      "login log in sign in credentials password bearer auth access okta auth0 oauth who may read scope scopes permissions",
    "going-live":
      "production checklist launch deploy test mode sandbox test card real money cors allowed origin timeout",
  }),
  ...rows("API", {
    errors: "refused denied failed failure problem why not working forbidden status code",
    idempotency: "duplicate twice double charge exactly once repeat safe retry",
    pagination: "page paging next previous cursor list limit offset",
    "rate-limits": "throttling quota too many requests per minute plan tier",
    credits: "price cost pay billing balance top up expensive how much",
    webhooks: "hooks callback notifications push signature signing secret hmac",
    graphql: "query language depth complexity persisted",
    streams: "subscription realtime real time live push sse websocket",
    dashboards: "chart grafana frontend react apollo urql codegen persisted",
  }),
  ...rows("Clients", {
    clients:
      "sdk library npm pip package typescript javascript python postman insomnia bruno codegen collection",
    "command-line": "cli terminal shell",
  }),
  ...rows("Agents", {
    "agent-clients": "llm ai assistant copilot gpt openai anthropic config configuration install",
    "agent-sign-in": "oauth login consent connect register client pkce",
    agents: "llm ai function calling tools",
  }),
  ...rows("Apps", {
    invoicing: "bill billing customer get paid payment",
    booking: "appointment reservation schedule calendar",
    payroll: "salary wages employees payslip",
    "form-2290": "heavy vehicle truck tax irs schedule 1 hvut",
    "ai-caller": "phone call voice agent telephone",
    "personal-finance": "budget money accounts",
    "property-search": "building address real estate",
    "green-score": "energy sustainability emissions building",
    "property-reports": "building report export",
    banking: "plaid bank account connection",
    accounting: "bookkeeping ledger journal double entry books balance sheet profit loss trial",
    "tax-filing": "1099 irs contractor",
    "oauth-connections": "google calendar drive connect integration",
    blog: "article weblog news cms editor",
    "crm-contacts": "customers contacts leads import",
    "crm-deals": "companies sales opportunities pipeline stages forecast activities timeline tasks reminders",
    "crm-sending": "email sms text message campaign newsletter",
  }),
  ...rows("Account", {
    accounts: "organization team members roles permissions invite",
    "account-data": "gdpr privacy export erase delete audit log sessions",
    requests: "request log logs history debug failed calls request id docsurl",
  }),
];
