/** One real operation, which the hand-written routes answer under the same path. */
export interface PlatformOperation {
  title: string;
  method: "GET" | "POST";
  path: string;
  body: string;
  /** True when it may be asked twice for a comparison of the answers. */
  isRead: boolean;
}

const dashboard = `query Dashboard($saved: Int!, $invoices: Int!) {
  me { name plan creditBalances { appId balance } savedProperties(first: $saved) { propertyId }
    recentInvoices(first: $invoices) { status total currency } } }`;

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
    body: JSON.stringify({ query: dashboard, variables: { saved: 3, invoices: 3 } }),
    isRead: true,
  },
  {
    title: "consume: POST /credits/consume",
    method: "POST",
    path: "/credits/consume",
    body: JSON.stringify({ appId: "central", amount: 0.01, description: "benchmark" }),
    isRead: false,
  },
];
