import { afterAll, beforeAll, expect, test } from "vitest";
import { createScheduler, openService } from "../gateway/booking/schedulers.ts";
import { createFiling } from "../gateway/hvut/filers.ts";
import { newOwner } from "../hub/crm/crm-world.ts";
import type { Answer, TestApp } from "../support/app.ts";
import { openSharedApp } from "../support/shared-app.ts";

let app: TestApp;
let owner: Record<string, string>;
let filer: Record<string, string>;
let scheduler: { headers: Record<string, string>; providerId: string };
beforeAll(async () => {
  app = await openSharedApp();
  owner = (await newOwner(app)).headers;
  filer = (await createFiling(app)).headers;
  const account = await createScheduler(app);
  scheduler = { headers: account.headers, providerId: (await openService(account)).providerIds[0]! };
});
afterAll(() => app?.close());

/** The longest tick of the event loop during a request, in processor time: other programs are not counted. */
async function longestTurn(request: () => Promise<Answer>): Promise<{ answer: Answer; turnMs: number }> {
  let turnMs = 0;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    turnMs = Math.max(turnMs, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  const timer = setInterval(look, 1);
  try {
    const answer = await request();
    look();
    return { answer, turnMs };
  } finally {
    clearInterval(timer);
  }
}

const template = { name: "Spring", subject: "Hello", htmlBody: "<p>Hello</p>" };
const longLine = `${"a".repeat(100_000)}\n`;
const newTemplate = (body: object, headers = owner) =>
  app.post("/crm/templates", { ...template, ...body }, headers);
const createTemplate = `mutation Create($input: CreateEmailTemplateInput!) {
  createEmailTemplate(input: $input) { templateId }
}`;
const payment = { method: "direct_debit", token: `bt_${"A".repeat(100_000)}!` };
const zone = "Aa/".repeat(40_000);
const calendar = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//test//EN",
  "BEGIN:VEVENT",
  "UID:1@test",
  `DTSTART;TZID=${zone}!:20261201T100000`,
  "DURATION:PT1H",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

const requests: Record<string, { status: number; code?: string; request: () => Promise<Answer> }> = {
  "a template's name": { status: 400, request: () => newTemplate({ name: longLine }) },
  "a template's name, without a credential": {
    status: 401,
    request: () => newTemplate({ name: longLine }, {}),
  },
  "a template's subject": { status: 400, request: () => newTemplate({ subject: longLine }) },
  "a template's name in GraphQL": {
    status: 200,
    code: "VALIDATION_ERROR",
    request: () => app.graphql(createTemplate, { input: { ...template, name: longLine } }, owner),
  },
  "a template's name in a tool call": {
    status: 400,
    request: () => app.tool("create_email_template", { ...template, name: longLine }, owner),
  },
  "a style of a template": {
    status: 201,
    request: () => newTemplate({ name: "Style", htmlBody: `<p style="color:${"url".repeat(66_000)}">x</p>` }),
  },
  "many styles of a template": {
    status: 201,
    request: () => {
      const style = `color:${"url".repeat(66)}`;
      return newTemplate({ name: "Styles", htmlBody: `<p style="${style}">x</p>`.repeat(800) });
    },
  },
  "links of a template that nobody closes": {
    status: 201,
    request: () => newTemplate({ name: "Links", htmlBody: '<a href="https://a.example/">'.repeat(6_000) }),
  },
  "blanks of a template": {
    status: 201,
    request: () => newTemplate({ name: "Blanks", htmlBody: `<p>${" &nbsp;".repeat(28_000)}x</p>` }),
  },
  "a payment token": {
    status: 400,
    request: () => app.send("PATCH", "/filings/flg_1", filer, { payment }),
  },
  "a time zone of a calendar": {
    status: 201,
    request: () =>
      app.post(`/providers/${scheduler.providerId}/busy-calendars`, { ics: calendar }, scheduler.headers),
  },
  "many time zones of a calendar": {
    status: 201,
    request: () => {
      const start = (index: number) => `EXDATE;TZID=Aa/${index}:20261201T100000`;
      const ics = calendar
        .replace(zone, "Aa/a")
        .replace("UID:1@test", () =>
          ["UID:1@test", ...Array.from({ length: 10_000 }, (_, index) => start(index))].join("\r\n"),
        );
      return app.post(`/providers/${scheduler.providerId}/busy-calendars`, { ics }, scheduler.headers);
    },
  },
};

test.each(Object.entries(requests))(
  "%s cannot stop the process",
  async (_name, { status, code, request }) => {
    const { answer, turnMs } = await longestTurn(request);
    expect(turnMs).toBeLessThan(1_000);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.code).toBe("VALIDATION_ERROR");
    expect(answer.body.errors?.[0]?.extensions.code).toBe(code);
  },
);
