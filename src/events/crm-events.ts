import { graphObject, type EventFamily } from "./event-family.ts";

export const companyEvents: EventFamily = {
  name: "crm.company",
  object: graphObject("CrmCompany"),
  example: {
    companyId: "co_01m8538dh2p4m0kq1yd0v1c5xn",
    name: "Corner Bakery",
    domain: "corner-bakery.example",
    notes: null,
    contacts: 2,
    archived: false,
    version: 1,
    createdAt: "2026-11-23T09:30:00.000Z",
    updatedAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    created: { description: "A company was created." },
    updated: { description: "A company was changed, archived or restored.", example: { version: 2 } },
  },
};

const closed = { closedAt: "2026-11-24T15:00:00.000Z", version: 3 };

export const dealEvents: EventFamily = {
  name: "crm.deal",
  object: graphObject("CrmDeal", { without: ["history"] }),
  example: {
    dealId: "deal_01m8538dhbydw3v0pz6zm9r14z",
    title: "Ovens for the new shop",
    contactId: "ct_01m8538dhp9w1gzb2b56ke62gv",
    companyId: "co_01m8538dh2p4m0kq1yd0v1c5xn",
    amount: 12_400,
    currency: "USD",
    pipeline: "sales",
    stage: "lead",
    probability: 10,
    status: "open",
    closeReason: null,
    expectedClose: "2027-01-29",
    owner: "usr_01m8538dh0v7q2x9y8d3w1k5pz",
    notes: null,
    version: 1,
    createdAt: "2026-11-23T09:30:00.000Z",
    updatedAt: "2026-11-23T09:30:00.000Z",
    closedAt: null,
  },
  events: {
    created: { description: "A deal was created." },
    updated: { description: "A deal changed in another way than its stage.", example: { version: 2 } },
    stage_changed: {
      description: "A deal moved to another stage.",
      example: { stage: "proposal", probability: 50, version: 2 },
    },
    won: {
      description: "A deal was won.",
      example: { ...closed, status: "won", probability: 100, closeReason: "Best price" },
    },
    lost: {
      description: "A deal was lost.",
      example: { ...closed, status: "lost", probability: 0, closeReason: "No budget" },
    },
    reopened: { description: "A closed deal was opened again.", example: { version: 4 } },
  },
};

export const taskEvents: EventFamily = {
  name: "crm.task",
  object: graphObject("CrmTask"),
  example: {
    taskId: "tsk_01m8538dhbydw3v0pz6zm9r14z",
    title: "Call back about the ovens",
    notes: null,
    contactId: "ct_01m8538dhp9w1gzb2b56ke62gv",
    dealId: "deal_01m8538dhbydw3v0pz6zm9r14z",
    assignee: "usr_01m8538dh0v7q2x9y8d3w1k5pz",
    status: "open",
    dueAt: "2026-12-01T09:00:00.000Z",
    remindAt: "2026-12-01T08:00:00.000Z",
    remindedAt: null,
    completedAt: null,
    completedBy: null,
    createdAt: "2026-11-23T09:30:00.000Z",
    updatedAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    created: { description: "A task was created." },
    due: {
      description: "The reminder of an open task became due. Sent once.",
      example: { remindedAt: "2026-12-01T08:00:00.000Z" },
    },
    completed: {
      description: "A task was done.",
      example: {
        status: "completed",
        completedAt: "2026-12-01T08:20:00.000Z",
        completedBy: "usr_01m8538dh0v7q2x9y8d3w1k5pz",
        updatedAt: "2026-12-01T08:20:00.000Z",
      },
    },
  },
};
