import { registerEnumType } from "type-graphql";

export const VideoCalls = {
  none: "none",
  google_meet: "google_meet",
  microsoft_teams: "microsoft_teams",
} as const;
export type VideoCalls = keyof typeof VideoCalls;
registerEnumType(VideoCalls, {
  name: "VideoCalls",
  description: "Video calls that the bookings of a service get.",
  valuesConfig: {
    none: { description: "No video call." },
    google_meet: { description: "Google Meet, through the provider's connected Google calendar." },
    microsoft_teams: { description: "Microsoft Teams, through the provider's connected Microsoft calendar." },
  },
});

export const VideoStatus = { pending: "pending", ready: "ready", failed: "failed" } as const;
export type VideoStatus = keyof typeof VideoStatus;
registerEnumType(VideoStatus, {
  name: "VideoStatus",
  description: "State of the video call of a booking.",
  valuesConfig: {
    pending: { description: "The calendar service has not made the link yet." },
    ready: { description: "`videoUrl` is the link." },
    failed: {
      description: "There is no link: the provider has no such calendar, or its service makes none.",
    },
  },
});
