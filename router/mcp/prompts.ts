import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";

interface PromptText {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
  text(values: Record<string, string>): string;
}

const needed = (name: string, description: string) => ({ name, description, required: true });
const wanted = (name: string, description: string) => ({ name, description, required: false });

/** Ways to begin work that people do often. They name what is to be found out, not tools: search_tools finds those. */
const prompts: readonly PromptText[] = [
  {
    name: "invoice_a_client",
    title: "Invoice a client",
    description: "Creates an invoice, shows it, and sends it after approval.",
    arguments: [needed("client", "E-mail of the client."), needed("work", "The work and its price.")],
    text: ({ client, work }) =>
      `Make a draft invoice for ${client} for this work: ${work}. Show me lines, tax and total. Send it only after I say yes.`,
  },
  {
    name: "chase_overdue_invoices",
    title: "Chase overdue invoices",
    description: "Finds overdue invoices and proposes a reminder for each.",
    arguments: [wanted("days", "Minimum days overdue.")],
    text: ({ days = "1" }) =>
      `List invoices that are overdue for ${days} days or more, the largest first, with what is owed in all. Propose a short reminder for each and send none before I agree.`,
  },
  {
    name: "month_in_review",
    title: "Month in review",
    description: "Compares a month's revenue, expenses and outstanding invoices with the month before.",
    arguments: [needed("month", "The month, YYYY-MM.")],
    text: ({ month }) =>
      `Report on ${month}: revenue, expenses, what is outstanding and how many invoices were sent, each against the month before. Say in three sentences what stands out.`,
  },
  {
    name: "book_an_appointment",
    title: "Book an appointment",
    description: "Finds free times for a service and books one.",
    arguments: [
      needed("service", "Name of the service."),
      needed("client", "E-mail of the attendee."),
      wanted("when", "Preferred dates or times."),
    ],
    text: ({ service, client, when = "the next seven days" }) =>
      `Find free times for ${service} within ${when}, offer me three, and book the one that I choose for ${client}.`,
  },
  {
    name: "draft_a_blog_post",
    title: "Draft a blog post",
    description: "Has a text written, and saves it as a draft of a blog post.",
    arguments: [needed("topic", "What the post is about."), wanted("audience", "Who reads it.")],
    text: ({ topic, audience = "our customers" }) =>
      `Have a text in Markdown generated for a blog post about this: ${topic}. It is for ${audience}. Save it as a draft with a title, a category that exists and up to three tags, and show it to me. Publish nothing before I say yes.`,
  },
  {
    name: "check_credits",
    title: "Check credits",
    description: "Shows the balance, recent spending and how long the credits last.",
    arguments: [wanted("app", "ID of the app. Default: central.")],
    text: ({ app = "central" }) =>
      `How many credits are left in ${app}, what were they spent on lately, and how long will they last at that rate? Is a reload set up?`,
  },
  {
    name: "prepare_payroll",
    title: "Prepare a payroll",
    description: "Previews a payroll and lists open points before the run.",
    arguments: [
      needed("periodStart", "First day, YYYY-MM-DD."),
      needed("periodEnd", "Last day, YYYY-MM-DD."),
    ],
    text: ({ periodStart, periodEnd }) =>
      `Prepare the payroll for ${periodStart} to ${periodEnd}: what is not approved yet, what changed against the last one, gross, taxes and net in all. Do not run it before I say yes.`,
  },
  {
    name: "find_a_tool",
    title: "Find a tool",
    description: "Finds the tools for a task.",
    arguments: [needed("task", "The task in plain words.")],
    text: ({ task }) =>
      `Find out with search_tools how this can be done: ${task}. Tell me which tools it takes, what they cost, and what you still need to know from me. Call none that changes anything.`,
  },
];

/** Offers the prompts; they are the same for everybody. */
export function offerPrompts(server: Server): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: prompts.map(({ text: _text, ...prompt }) => prompt),
  }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    const prompt = prompts.find(({ name }) => name === params.name);
    if (!prompt) throw invalid(`Unknown prompt: ${params.name}`);
    const values = params.arguments ?? {};
    const missing = prompt.arguments.filter(({ name, required }) => required && !values[name]);
    if (missing.length > 0) throw invalid(`Missing: ${missing.map(({ name }) => name).join(", ")}`);
    return {
      description: prompt.description,
      messages: [{ role: "user" as const, content: { type: "text" as const, text: prompt.text(values) } }],
    };
  });
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
