import pg from "pg";

/** How many invoices the account of the benchmark gets, each with three lines. */
const invoiceCount = 500;

/** Inserts issued invoices with lines for the demo principal of the benchmark. */
export async function insertInvoices(databaseUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    await admin.query("SET app.system = 'on'");
    await admin.query(clients);
    await admin.query(invoices, [invoiceCount]);
    await admin.query(lines);
    // Reads of the apps cost credits, which is measured as consume; here, both sides only read.
    await admin.query("UPDATE hub.operation_costs SET enabled = false WHERE operation = 'gateway.query'");
    await admin.query("ANALYZE gateway.invoices, gateway.invoice_lines");
  } finally {
    await admin.end();
  }
}

const clients = `INSERT INTO gateway.clients
    (id, owner_id, email, email_folded, name, is_name_known, created_at, updated_at)
  SELECT 'cli_bench_' || n, 'demo-eve', 'client-' || n || '@example.com', 'client-' || n || '@example.com',
    'Client number ' || n, true, now(), now() FROM generate_series(0, 9) AS n`;

const invoices = `INSERT INTO gateway.invoices
    (id, owner_id, app_id, number, client_id, client_name, client_email, status, delivery, currency, discount_minor,
     subtotal_minor, tax_minor, total_minor, amount_paid_minor, tax_lines, issue_date, due_date, payment_token_hash,
     payment_token_sealed, sent_at, created_at, updated_at)
  SELECT 'inv_bench_' || n, 'demo-eve', 'invoicing', 'BENCH-' || n, 'cli_bench_' || n % 10,
    'Client number ' || n % 10, 'client-' || n % 10 || '@example.com',
    'sent', 'none', 'USD', 0, 60000 + n, 7800, 67800 + n, n,
    '[{"rate": 130000, "base": 60000, "tax": 7800}]', current_date - n, NULL, 'bench ' || n,
    'unread', now(), now() + n * interval '1 second', now()
  FROM generate_series(1, $1::int) AS n`;

const lines = `INSERT INTO gateway.invoice_lines
    (id, owner_id, invoice_id, position, description, quantity, unit_price_minor, net_minor, tax_rates)
  SELECT i.id || '_' || n, i.owner_id, i.id, n, 'Consulting, part ' || n, n + 0.5, 8000, (n + 0.5) * 8000, '{130000}'
  FROM gateway.invoices AS i, generate_series(1, 3) AS n WHERE i.id LIKE 'inv_bench_%'`;
