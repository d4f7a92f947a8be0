import type { AreaDefinition } from "../area.ts";
import type { VoiceGroup } from "./groups.ts";

export const callScriptsOperations: AreaDefinition<VoiceGroup> = {
  area: "call-scripts",
  title: "Call scripts and voice agents",
  needsApp: true,
  group: "scripts",
  operations: [
    {
      name: "CreateScript",
      field: "mutation.createCallScript",
      rest: { method: "POST", path: "/call-scripts", status: 201 },
      tool: {
        name: "create_script",
        firstDay: true,
        example: {
          name: "Appointment",
          goal: "The appointment is confirmed",
          steps: [
            {
              id: "ask",
              say: "Hello {{contactName}}, does Friday at ten suit you?",
              expect: ["yes", "no"],
              next: { yes: "booked", no: "sorry", "*": "ask" },
            },
            { id: "booked", say: "Thank you, see you on Friday.", goal: true },
            { id: "sorry", say: "We will write to you instead." },
          ],
        },
        keywords: [
          "dialogue",
          "what to say",
          "conversation",
          "dialogue what to say write bot assistant phone talk",
        ],
      },
    },
    {
      name: "GetScript",
      field: "query.callScript",
      rest: { method: "GET", path: "/call-scripts/{scriptId}" },
      tool: { name: "get_script", firstDay: true, keywords: ["show what bot robot says"] },
    },
    {
      name: "ListScripts",
      field: "query.callScripts",
      rest: { method: "GET", path: "/call-scripts" },
      tool: { name: "list_scripts", firstDay: true, keywords: ["dialogues talk tracks"] },
    },
    {
      name: "UpdateScript",
      field: "mutation.updateCallScript",
      rest: { method: "PATCH", path: "/call-scripts/{scriptId}" },
      tool: { name: "update_script", firstDay: true, keywords: ["change what says wording dialogue bot"] },
    },
    {
      name: "PublishScriptVersion",
      field: "mutation.publishScriptVersion",
      rest: { method: "POST", path: "/call-scripts/{scriptId}/publish" },
      tool: {
        name: "publish_script_version",
        firstDay: true,
        idempotent: true,
        keywords: ["go live", "release", "script live use new"],
      },
    },
    {
      name: "ListScriptVersions",
      field: "query.callScriptVersions",
      rest: { method: "GET", path: "/call-scripts/{scriptId}/versions" },
      tool: { name: "list_script_versions", keywords: ["earlier wording of dialogue"] },
    },
    {
      name: "ArchiveScript",
      field: "mutation.archiveCallScript",
      rest: { method: "POST", path: "/call-scripts/{scriptId}/archive" },
      tool: { name: "archive_script", keywords: ["dialogue no longer used"], idempotent: true },
    },
    {
      name: "ValidateScript",
      field: "query.callScriptValidation",
      rest: { method: "POST", path: "/call-scripts/{scriptId}/validate" },
      tool: {
        name: "validate_script",
        firstDay: true,
        example: {
          steps: [
            {
              id: "ask",
              say: "Hello {{contactName}}, does Friday at ten suit you?",
              expect: ["yes", "no"],
              next: { yes: "booked", no: "sorry", "*": "ask" },
            },
            { id: "booked", say: "Thank you, see you on Friday.", goal: true },
            { id: "sorry", say: "We will write to you instead." },
          ],
        },
        keywords: ["check the script", "dead end", "errors in dialogue check complete"],
      },
    },
    {
      name: "SimulateScript",
      field: "query.simulatedCall",
      rest: { method: "POST", path: "/call-scripts/{scriptId}/simulate" },
      tool: {
        name: "simulate_script",
        firstDay: true,
        example: { scriptId: "scr_01", utterances: ["yes please"] },
        keywords: ["try", "dry run", "rehearse", "test the script", "try dialogue test without calling"],
      },
    },
    {
      name: "CreateVoiceAgent",
      field: "mutation.createVoiceAgent",
      rest: { method: "POST", path: "/voice-agents", status: 201 },
      tool: {
        name: "create_voice_agent",
        group: "voice-agents",
        firstDay: true,
        example: {
          name: "Joanna",
          voiceId: "Polly.Joanna",
          language: "en-US",
          firstMessage: "Hello {{contactName}}, this is Sample Dental.",
        },
        keywords: ["persona", "bot", "caller", "new bot assistant voice persona"],
      },
    },
    {
      name: "GetVoiceAgent",
      field: "query.voiceAgent",
      rest: { method: "GET", path: "/voice-agents/{voiceAgentId}" },
      tool: { name: "get_voice_agent", group: "voice-agents", keywords: ["show bot robot settings"] },
    },
    {
      name: "ListVoiceAgents",
      field: "query.voiceAgents",
      rest: { method: "GET", path: "/voice-agents" },
      tool: { name: "list_voice_agents", group: "voice-agents", keywords: ["which bots robots do we have"] },
    },
    {
      name: "UpdateVoiceAgent",
      field: "mutation.updateVoiceAgent",
      rest: { method: "PATCH", path: "/voice-agents/{voiceAgentId}" },
      tool: {
        name: "update_voice_agent",
        group: "voice-agents",
        keywords: ["bot robot assistant voice tone sound friendlier change"],
        idempotent: true,
      },
    },
    {
      name: "ArchiveVoiceAgent",
      field: "mutation.archiveVoiceAgent",
      rest: { method: "POST", path: "/voice-agents/{voiceAgentId}/archive" },
      tool: {
        name: "archive_voice_agent",
        group: "voice-agents",
        keywords: ["bot robot no longer used retire"],
        idempotent: true,
      },
    },
    {
      name: "ListVoices",
      field: "query.callVoices",
      rest: { method: "GET", path: "/voices" },
      tool: {
        name: "list_voices",
        group: "voice-agents",
        keywords: ["which voices male female accent sounds"],
      },
    },
  ],
};
