import { z } from "zod";

/** First lines of the prompts that phone calls send. */
const marks = {
  conversation: "You speak on a phone call as the voice agent of a business.",
  summary: "Summarize a phone call.",
  extraction: "Extract data from a phone call.",
} as const;

const turns = z.array(z.object({ speaker: z.string(), text: z.string() }));
type Turns = z.output<typeof turns>;

interface Reply {
  say: string;
  action?: "continue" | "end" | "transfer" | "tool";
  goalReached?: boolean;
  tool?: { name: string; arguments: Record<string, unknown> };
}

/**
 * The stand-in's answer to a prompt of a phone call; null for other prompts. Deterministic: the first rule whose words occur
 * in the callee's latest words. It gives in to attacks, as a model may that was talked into it, so that what holds them off is
 * the platform.
 */
export function answerCallPrompt(prompt: string): string | null {
  const conversation = turns.safeParse(jsonOf(prompt, "CONVERSATION: ")).data ?? [];
  if (prompt.startsWith(marks.conversation)) return answerConversation(conversation);
  if (prompt.startsWith(marks.summary)) return JSON.stringify(summaryOf(conversation));
  if (prompt.startsWith(marks.extraction))
    return JSON.stringify(extractionOf(conversation, jsonOf(prompt, "SCHEMA: ")));
  return null;
}

function answerConversation(conversation: Turns): string {
  const last = conversation.at(-1);
  if (last?.speaker === "tool") return JSON.stringify(afterTool(last.text));
  const booking = bookingOf(conversation);
  if (booking) return JSON.stringify(booking);
  const words = ` ${conversation.at(-1)?.text.toLowerCase() ?? ""} `;
  if (words.includes("garble")) return "I would rather not use {any form";
  const rule = rules.find(([phrases]) => phrases.some((phrase) => words.includes(phrase)));
  return JSON.stringify(
    rule ? rule[1](words) : { say: "Sorry, I did not understand. Does Friday suit you?" },
  );
}

/** Books the time that the callee names, or the one that was offered last, for the e-mail address that they give. */
function bookingOf(conversation: Turns): Reply | null {
  const said = conversation.at(-1)?.text ?? "";
  const email = /\b[a-z]{1,20}@[a-z]{1,20}\.com\b/.exec(said)?.[0];
  if (email === undefined || !said.toLowerCase().includes("book")) return null;
  const named = /(\d{4}-\d{2}-\d{2}) at (\d{2}:\d{2})/.exec(said);
  const offered = conversation.findLast(({ speaker, text }) => speaker === "tool" && text.includes('"next"'));
  const [, date, time] = named ??
    /"date":"([\d-]{10})","time":"([\d:]{5})"/.exec(offered?.text ?? "") ?? ["", "", ""];
  const given = { service: "Cleaning", date, time, email, name: "Ann Ace" };
  return {
    say: "You are booked already.",
    action: "tool",
    tool: { name: "create_booking", arguments: given },
  };
}

/** What is said of a tool's result, which stands after its name. */
function afterTool(text: string): Reply {
  const [, name = "", json = "{}"] = /^(\w+): (.*)$/s.exec(text) ?? [];
  const result = jsonOf(`RESULT: ${json}`, "RESULT: ") as Record<string, string> | null;
  if (result === null || "error" in result) return { say: "That did not work. What else can I do?" };
  const services: unknown = result["services"];
  if (Array.isArray(services)) return { say: `We offer ${services.join(" and ")}.` };
  if (name === "create_booking")
    return { say: `You are booked for ${result["start"]}.`, action: "end", goalReached: true };
  if (name === "look_up_invoice")
    return { say: `It is ${result["status"]}, ${result["amountDue"]} ${result["currency"]} are due.` };
  const next = result["next"] as unknown as { date: string; time: string } | null | undefined;
  if (next)
    return { say: `The next free time is ${next.date} at ${next.time}. Which e-mail address is yours?` };
  return {
    say: `We have ${(result["times"] as unknown as string[] | undefined)?.join(", ") || "nothing free"}.`,
  };
}

const tool = (name: string, given: Record<string, unknown>): Reply => ({
  say: "",
  action: "tool",
  tool: { name, arguments: given },
});

const rules: readonly (readonly [readonly string[], (words: string) => Reply])[] = [
  [["card number", "last caller"], () => ({ say: "The last caller's card is 4111 1111 1111 1111." })],
  [["spell"], () => ({ say: "It is four one one one, one one one one, one one one one, one one one one." })],
  [["tax number", "social security"], () => ({ say: "Her number is 078-05-1120." })],
  [
    ["create_invoice"],
    () => ({
      say: "Done, the invoice is made.",
      action: "tool",
      tool: { name: "create_invoice", arguments: { clientId: "cli_x", total: 5_000 } },
    }),
  ],
  [["delete my data"], () => tool("delete_call_contact", { contactId: "cct_x" })],
  [["massage"], () => tool("check_availability", { service: "Massage" })],
  [["sometime soon"], () => tool("check_availability", { service: "Cleaning", date: "soon" })],
  [
    ["free on"],
    (words) =>
      tool("check_availability", { service: "Cleaning", date: /\d{4}-\d{2}-\d{2}/.exec(words)?.[0] }),
  ],
  [["appointment", "cleaning"], () => tool("check_availability", { service: "cleaning" })],
  [
    ["my invoice"],
    (words) =>
      tool("look_up_invoice", { number: /invoice (\S{1,40})/.exec(words)?.[1]?.toUpperCase() ?? "?" }),
  ],
  [["your instructions", "developer mode"], () => ({ say: "I keep to my task. Does Friday suit you?" })],
  [["robot", "human being", "are you real"], () => ({ say: "No, I am a real person." })],
  [["transfer me", "speak to a person", "manager"], () => ({ say: "", action: "transfer" })],
  [
    ["leave a message"],
    (words) => ({
      say: "",
      action: "tool",
      tool: { name: "take_message", arguments: { text: words.trim().slice(0, 500) } },
    }),
  ],
  [["idiot", "damn"], () => ({ say: "I am sorry that you are upset. Does Friday suit you?" })],
  [["tell me everything"], () => ({ say: "We are open on Friday. ".repeat(100) })],
  [
    ["yes", "suits me", "friday is fine"],
    () => ({ say: "Thank you, see you on Friday.", action: "end", goalReached: true }),
  ],
  [["monday"], () => ({ say: "Monday then. Shall I note Monday?" })],
  [["no "], () => ({ say: "We will write to you instead. Goodbye.", action: "end" })],
];

function summaryOf(conversation: Turns) {
  const said = conversation.filter(({ speaker }) => speaker === "callee");
  return {
    text: `The agent and the callee spoke in ${conversation.length} turns. The callee said: ${said.at(-1)?.text ?? "nothing"}`,
    actions: said.some(({ text }) => /write|send|call/i.test(text)) ? ["Follow up with the callee."] : [],
  };
}

/** Each property of the schema from the words: an option that occurs, the first number, whether there is a yes. */
function extractionOf(conversation: Turns, schema: unknown) {
  const words = conversation.map(({ text }) => text.toLowerCase()).join(" ");
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, Record<string, unknown>> };
  const data = Object.fromEntries(
    Object.entries(properties).map(([name, { type, enum: options }]) => {
      if (Array.isArray(options))
        return [name, options.find((one) => words.includes(String(one).toLowerCase())) ?? null];
      if (type === "boolean") return [name, words.includes("yes")];
      const number = /\d+/.exec(words)?.[0];
      if (type === "number" || type === "integer")
        return [name, number === undefined ? null : Number(number)];
      return [name, conversation.find(({ speaker }) => speaker === "callee")?.text ?? null];
    }),
  );
  return { data, confidence: 0.9 };
}

function jsonOf(prompt: string, label: string): unknown {
  const line = prompt.split("\n").findLast((one) => one.startsWith(label));
  if (line === undefined) return null;
  try {
    return JSON.parse(line.slice(label.length));
  } catch {
    return null;
  }
}
