/** Tool groups of the app `hvut` with their titles, in the order in which they are listed. */
export const hvutGroups = {
  filers: "Filers",
  vehicles: "Vehicles",
  calculation: "Calculation",
  filing: "Filing",
  payment: "Payment",
  "schedule-1": "Schedule 1",
  amendments: "Amendments",
  "claims-and-deadlines": "Claims and deadlines",
} as const;

export type HvutGroup = keyof typeof hvutGroups;
