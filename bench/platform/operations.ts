/** One real operation, which the hand-written routes answer under the same path. */
export interface PlatformOperation {
  title: string;
  method: "GET" | "POST";
  path: string;
  body: string;
  /** True when it may be asked twice for a comparison of the answers. */
  isRead: boolean;
  /** New accounts that call it in turn, in place of the one demo account. */
  accounts?: number;
}

/** The body of the dashboard's query, which crosses all three subgraphs; `nameField` may carry an alias. */
export function dashboardBody(nameField: string): string {
  const query = `query Dashboard($saved: Int!, $invoices: Int!) {
    me { ${nameField} plan creditBalances { appId balance } savedProperties(first: $saved) { propertyId }
      recentInvoices(first: $invoices) { status total currency } } }`;
  return JSON.stringify({ operationName: "Dashboard", query, variables: { saved: 3, invoices: 3 } });
}

/** The body of a query for a page of invoices with their lines and clients. */
function invoicesBody(): string {
  const query = `query Invoices($limit: Int!) { invoices(limit: $limit) { total invoices {
    id number status issueDate dueDate currency total amountDue
    client { name email } lines { description quantity unitPrice total } } } }`;
  return JSON.stringify({ operationName: "Invoices", query, variables: { limit: 50 } });
}

const consume = {
  method: "POST" as const,
  path: "/credits/consume",
  body: JSON.stringify({ appId: "central", amount: 0.01, description: "benchmark" }),
  isRead: false,
};

export const platformOperations: readonly PlatformOperation[] = [
  {
    title: "balance: GET /credits/balance/central",
    method: "GET",
    path: "/credits/balance/central",
    body: "",
    isRead: true,
  },
  {
    title: "dashboard: POST /graphql over hub, property and gateway",
    method: "POST",
    path: "/graphql",
    body: dashboardBody("name"),
    isRead: true,
  },
  {
    title: "invoices: POST /graphql, a page of 50 with lines and client",
    method: "POST",
    path: "/graphql",
    body: invoicesBody(),
    isRead: true,
  },
  { ...consume, title: "consume: POST /credits/consume" },
  { ...consume, title: "consume by 100 accounts: POST /credits/consume", accounts: 100 },
];
