import { clockIn } from "../../../../src/telephony/zone-clock.ts";
import { minutesOf } from "../../base/wall-clock.ts";
import type { ScriptStep } from "../scripts/script-graph.ts";

/** When a number is answered, by the clock of a place. */
export interface RouteHours {
  timezone: string;
  /** `HH:MM`; the second is exclusive. */
  from: string;
  to: string;
  /** 1 is Monday, 7 is Sunday. */
  days: number[];
}

/** How callers wait until a person takes them. */
export interface RouteQueue {
  /** Audio that is played to them; null: the carrier's. */
  musicUrl: string | null;
  maxWaitSec: number;
  /** The agent who calls those back who ask for it; null: nobody is called back. */
  callbackAgentId: string | null;
}

/** What decides about an incoming call. */
export interface RouteFacts {
  voiceAgentId: string | null;
  forwardTo: string | null;
  hours: RouteHours | null;
  voicemail: string | null;
  contactsOnly: boolean;
  blockedNumbers: readonly string[];
}

export type RouteChoice = "agent" | "forward" | "voicemail" | "decline";

/**
 * What happens to a call from this number at this time: a blocked number is declined; outside of the hours, and for other
 * people where contacts alone are let through, the message is said if there is one.
 */
export function chooseRoute(
  route: RouteFacts,
  { from, isContact, at }: { from: string; isContact: boolean; at: Date },
): RouteChoice {
  if (route.blockedNumbers.includes(from)) return "decline";
  const isWelcome = !route.contactsOnly || isContact;
  const otherwise = route.voicemail === null ? "decline" : "voicemail";
  if (!isWelcome || !isOpen(route.hours, at)) return otherwise;
  if (route.voiceAgentId !== null) return "agent";
  return route.forwardTo === null ? otherwise : "forward";
}

function isOpen(hours: RouteHours | null, at: Date): boolean {
  if (hours === null) return true;
  const { minute, weekday } = clockIn(hours.timezone, at);
  return hours.days.includes(weekday) && minute >= minutesOf(hours.from) && minute < minutesOf(hours.to);
}

/** Id of the step whose answer is a message for the account. */
export const messageStepId = "voicemail-message";

/** The dialogue that takes a message. */
export function voicemailSteps(voicemail: string | null): ScriptStep[] {
  if (voicemail === null) return [];
  return [
    { id: messageStepId, say: voicemail, expect: [], next: { "*": "voicemail-thanks" }, goal: false },
    {
      id: "voicemail-thanks",
      say: "Thank you. Your message was noted. Goodbye.",
      expect: [],
      next: {},
      goal: false,
    },
  ];
}
