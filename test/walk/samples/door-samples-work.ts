import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);
const overlong = "x".repeat(201);

async function newContact(app: TestApp, headers: Headers): Promise<{ contactId: string }> {
  const body = { email: `${newId("mail")}@sample.example` };
  const answer = await app.post("/crm/contacts", body, headers);
  return { contactId: answer.body.contact.contactId as string };
}

async function newTask(app: TestApp, headers: Headers): Promise<{ taskId: string }> {
  const { body } = await app.post("/crm/tasks", { title: "Sample" }, headers);
  return { taskId: body.task.taskId as string };
}

/** Activities and tasks. */
export const workSamples: Record<string, Sample> = {
  Activities: {
    input: fixed({ from: "2020-01-01T00:00:00.000Z", to: "2020-02-01T00:00:00.000Z", limit: 1 }),
    bad: { input: { limit: 0, kind: "x", from: "x" }, paths: ["limit", "kind", "from"] },
    as: "eve",
  },
  LogActivity: {
    input: async (app, headers) => ({
      ...(await newContact(app, headers)),
      kind: "call",
      text: "Sample",
      at: "2026-11-01T09:30:00.000Z",
    }),
    bad: { input: { contactId: "ct_1", kind: "dance", text: " " }, paths: ["kind", "text"] },
    foreign: "CONTACT_NOT_FOUND",
    as: "eve",
  },
  Tasks: {
    input: fixed({ assignee: "nobody", limit: 1 }),
    bad: { input: { limit: 0, status: "x", dueBefore: "x" }, paths: ["limit", "status", "dueBefore"] },
    as: "eve",
  },
  CreateTask: {
    input: async (app, headers) => ({ ...(await newContact(app, headers)), title: "Sample" }),
    bad: { input: { title: overlong, dueAt: "x" }, paths: ["title", "dueAt"] },
    foreign: "CONTACT_NOT_FOUND",
    as: "eve",
  },
  CompleteTask: { input: newTask, foreign: "TASK_NOT_FOUND", as: "eve" },
};
