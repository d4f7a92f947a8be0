/** Tool groups of the app `ai-caller` with their titles, in the order in which they are listed. */
export const voiceGroups = {
  numbers: "Numbers",
  "voice-agents": "Voice agents",
  scripts: "Scripts",
  "call-contacts": "Call contacts",
  lists: "Lists",
  "consent-and-do-not-call": "Consent and do-not-call",
  calls: "Calls",
  "call-records": "Call notes, outcomes and costs",
  "transcripts-and-recordings": "Transcripts and recordings",
  callbacks: "Callbacks",
  campaigns: "Campaigns",
  "rules-and-reports": "Rules and reports",
} as const;

export type VoiceGroup = keyof typeof voiceGroups;
