import { callerRow as row } from "./caller-row.ts";
import type { OperationArea } from "./operation.ts";

export const callerScriptsOperations: OperationArea = {
  area: "call-scripts",
  title: "Scripts and voices of calls",
  operations: [
    row(
      "CreateScript",
      "mutation.createCallScript",
      { method: "POST", path: "/call-scripts", status: 201 },
      {
        name: "create_script",
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
        keywords: ["dialogue", "what to say", "conversation"],
      },
    ),
    row(
      "GetScript",
      "query.callScript",
      { method: "GET", path: "/call-scripts/{scriptId}" },
      { name: "get_script" },
    ),
    row(
      "ListScripts",
      "query.callScripts",
      { method: "GET", path: "/call-scripts" },
      { name: "list_scripts" },
    ),
    row(
      "UpdateScript",
      "mutation.updateCallScript",
      { method: "PATCH", path: "/call-scripts/{scriptId}" },
      { name: "update_script" },
    ),
    row(
      "PublishScriptVersion",
      "mutation.publishScriptVersion",
      { method: "POST", path: "/call-scripts/{scriptId}/publish" },
      { name: "publish_script_version", idempotent: true, keywords: ["go live", "release"] },
    ),
    row(
      "ListScriptVersions",
      "query.callScriptVersions",
      { method: "GET", path: "/call-scripts/{scriptId}/versions" },
      { name: "list_script_versions" },
    ),
    row(
      "ArchiveScript",
      "mutation.archiveCallScript",
      { method: "POST", path: "/call-scripts/{scriptId}/archive" },
      { name: "archive_script", idempotent: true },
    ),
    row(
      "ValidateScript",
      "query.callScriptValidation",
      { method: "POST", path: "/call-scripts/{scriptId}/validate" },
      {
        name: "validate_script",
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
        keywords: ["check the script", "dead end"],
      },
    ),
    row(
      "SimulateScript",
      "query.simulatedCall",
      { method: "POST", path: "/call-scripts/{scriptId}/simulate" },
      {
        name: "simulate_script",
        example: { scriptId: "scr_01", utterances: ["yes please"] },
        keywords: ["try", "dry run", "rehearse", "test the script"],
      },
    ),
    row(
      "CreateVoiceAgent",
      "mutation.createVoiceAgent",
      { method: "POST", path: "/voice-agents", status: 201 },
      {
        name: "create_voice_agent",
        example: {
          name: "Joanna",
          voiceId: "Polly.Joanna",
          language: "en-US",
          firstMessage: "Hello {{contactName}}, this is Sample Dental.",
        },
        keywords: ["persona", "bot", "caller"],
      },
    ),
    row(
      "GetVoiceAgent",
      "query.voiceAgent",
      { method: "GET", path: "/voice-agents/{voiceAgentId}" },
      { name: "get_voice_agent" },
    ),
    row(
      "ListVoiceAgents",
      "query.voiceAgents",
      { method: "GET", path: "/voice-agents" },
      { name: "list_voice_agents" },
    ),
    row(
      "UpdateVoiceAgent",
      "mutation.updateVoiceAgent",
      { method: "PATCH", path: "/voice-agents/{voiceAgentId}" },
      { name: "update_voice_agent", idempotent: true },
    ),
    row("ListVoices", "query.callVoices", { method: "GET", path: "/voices" }, { name: "list_voices" }),
  ],
};
