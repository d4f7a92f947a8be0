import { graphObject, type EventFamily } from "./event-family.ts";

const offer = {
  entryId: "wle_01m853c1v5mq8zhj33f9m7ax3a",
  holdId: "hld_01m853c2g0vgzdk6pgjnzchvnz",
  providerId: "prv_01m853a90gvgzdk6pgjnzchvnz",
  start: "2026-12-01T09:00:00.000Z",
  end: "2026-12-01T10:00:00.000Z",
  expiresAt: "2026-11-23T10:30:00.000Z",
};

export const waitlistEvents: EventFamily = {
  name: "waitlist",
  object: graphObject("WaitlistEntry"),
  example: {
    id: "wle_01m853c1v5mq8zhj33f9m7ax3a",
    serviceId: "svc_01m853a8z2m3cdpbg41echqwyn",
    providerId: null,
    customerId: "bcu_01m853a96jmfvgyveqxev08gvs",
    clientEmail: "ana@client.example",
    windows: [{ from: "2026-12-01T08:00:00.000Z", to: "2026-12-05T18:00:00.000Z" }],
    status: "waiting",
    offer: null,
    bookingId: null,
    version: 1,
    createdAt: "2026-11-23T09:30:00.000Z",
    updatedAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    joined: { description: "A customer joined the waitlist." },
    offered: {
      description: "A slot was offered to a customer of the waitlist.",
      example: { status: "offered", offer, version: 2 },
    },
    accepted: {
      description: "An offered slot was booked.",
      example: { status: "accepted", offer, bookingId: "bkg_01m853a96pw0fpw3sfdjfh09za", version: 3 },
    },
    lapsed: {
      description: "An offer expired without a booking.",
      example: { status: "lapsed", offer, version: 3 },
    },
    left: { description: "A customer left the waitlist.", example: { status: "left", version: 2 } },
  },
};
