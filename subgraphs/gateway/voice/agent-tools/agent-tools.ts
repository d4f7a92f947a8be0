import { z } from "zod";

/** Scopes that the owner of a voice agent may give it. */
export const agentScopes = ["read:bookings", "write:bookings", "read:invoices"] as const;
export type AgentScope = (typeof agentScopes)[number];

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine((text) => !Number.isNaN(Date.parse(text)));
const service = z.string().trim().min(1).max(200);

const availability = z.object({ service, date: day.optional() });
const booking = z.object({
  service,
  date: day,
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  email: z.email().max(254),
  name: z.string().trim().max(200).optional(),
});
const invoice = z.object({ number: z.string().trim().min(1).max(64) });

/** What a model may ask for during a call, besides speaking. */
export type ToolRequest =
  | { name: "check_availability"; given: z.output<typeof availability> }
  | { name: "create_booking"; given: z.output<typeof booking> }
  | { name: "look_up_invoice"; given: z.output<typeof invoice> };

interface AgentTool {
  schema: z.ZodType;
  appId: string;
  /** All of them are needed. */
  scopes: readonly AgentScope[];
  /** Name, purpose and arguments, as the model reads them. */
  words: string;
}

const tools: Readonly<Record<ToolRequest["name"], AgentTool>> = {
  check_availability: {
    schema: availability,
    appId: "event-manager",
    scopes: ["read:bookings"],
    words:
      'check_availability: lists free times of a service, or the services. Arguments: {"service": "name", "date": "YYYY-MM-DD" or omitted for the next free time}',
  },
  create_booking: {
    schema: booking,
    appId: "event-manager",
    scopes: ["read:bookings", "write:bookings"],
    words:
      'create_booking: books a free time that the callee chose. Arguments: {"service": "name", "date": "YYYY-MM-DD", "time": "HH:MM", "email": "of the customer", "name": "of the customer"}',
  },
  look_up_invoice: {
    schema: invoice,
    appId: "invoicer",
    scopes: ["read:invoices"],
    words:
      'look_up_invoice: tells status and amount of an invoice of the person on the phone. Arguments: {"number": "as printed"}',
  },
};

/** Tools that an agent with these scopes may use, in words. */
export function toolsInWords(scopes: readonly string[]): string[] {
  return Object.values(tools)
    .filter((tool) => tool.scopes.every((scope) => scopes.includes(scope)))
    .map(({ words }) => words);
}

/** App of a tool, and the scopes that it needs. Null for a name that no tool has. */
export function toolNamed(name: string): Pick<AgentTool, "appId" | "scopes"> | null {
  return Object.hasOwn(tools, name) ? tools[name as ToolRequest["name"]] : null;
}

/** A request with valid arguments; otherwise why it is none, for the model to read. */
export function readToolRequest(
  name: string,
  given: Record<string, unknown>,
  scopes: readonly string[],
): { request: ToolRequest } | { refusal: "unknown_tool" | "scope_missing" | "invalid_arguments" } {
  if (!Object.hasOwn(tools, name)) return { refusal: "unknown_tool" };
  const tool = tools[name as ToolRequest["name"]];
  if (!tool.scopes.every((scope) => scopes.includes(scope))) return { refusal: "scope_missing" };
  const { success, data } = tool.schema.safeParse(given);
  return success ? { request: { name, given: data } as ToolRequest } : { refusal: "invalid_arguments" };
}
