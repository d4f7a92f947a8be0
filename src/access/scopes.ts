const documented = ["invoices", "quotations"].flatMap((name) =>
  ["read", "write", "update", "delete"].map((action) => `${action}:${name}`),
);

const resources =
  "bookings payroll calls filings finance credits reports properties scoring sources ai files".split(" ");

/** Every scope that an API key may have. Service accounts may have any `action:resource`. */
export const keyScopes: readonly string[] = [
  ...documented,
  "webhooks",
  ...resources.flatMap((name) => [`read:${name}`, `write:${name}`]),
];
