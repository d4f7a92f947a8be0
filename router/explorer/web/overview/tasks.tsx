import { Icon, type IconName } from "../ui/icon.tsx";

interface Task {
  href: string;
  title: string;
  note: string;
  icon: IconName;
}

const tasks: readonly Task[] = [
  {
    href: "/console",
    icon: "square-terminal",
    title: "Query the graph",
    note: "Write GraphQL with completion",
  },
  { href: "/rest/CreateInvoice", icon: "receipt", title: "Create an invoice", note: "POST /invoices" },
  { href: "/keys/new", icon: "key-round", title: "Create an API key", note: "For a server of your own" },
  { href: "/webhooks", icon: "webhook", title: "Receive webhooks", note: "With a receiver to try them" },
  { href: "/tools", icon: "bot", title: "Connect an agent", note: "Tools through MCP" },
  { href: "/usage", icon: "chart-column", title: "See usage and credits", note: "By app, operation and key" },
  {
    href: "/errors",
    icon: "triangle-alert",
    title: "Understand an error",
    note: "Cause and fix of each code",
  },
  { href: "/graph", icon: "waypoints", title: "Explore the schema", note: "Types and who resolves them" },
];

/** What people come for, each with a page. */
export function Tasks() {
  return (
    <section aria-labelledby="tasks">
      <h2 id="tasks">What do you want to do?</h2>
      <ul class="tasks">
        {tasks.map(({ href, title, note, icon }) => (
          <li key={href}>
            <a href={href}>
              <Icon name={icon} />
              <span>
                <strong>{title}</strong>
                <span class="muted">{note}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
