import { executeSql } from "../../../../src/db/sql.ts";
import { selectFacts } from "../../base/ledger-facts.rows.ts";
import type { LedgerSource, OpenItem } from "../../base/ledger-source.ts";

const employeeTaxes = `p.federal_income_cents + p.social_security_cents + p.medicare_cents
  + p.additional_medicare_cents + p.state_cents + p.local_cents + p.contributions_cents`;
const employerTaxes =
  "p.employer_social_security_cents + p.employer_medicare_cents + p.futa_cents + p.suta_cents";

/** What a payslip costs and to whom it is owed. The net pay is the rest of the wages payable. */
const parts: readonly (readonly [name: string, sql: string])[] = [
  ["gross", "p.gross_cents"],
  ["reimbursements", "p.reimbursement_cents"],
  ["employeeTaxes", employeeTaxes],
  ["deductions", "p.deductions_cents + p.garnishments_cents"],
  ["employerTaxes", employerTaxes],
  ["employerMatch", "p.employer_match_cents"],
];
/** Without a contribution of the employer there is no amount of it, so that postings of earlier runs keep their content. */
const objectOf = (wrap: (sql: string) => string) => {
  const amounts = parts.map(
    ([name, sql]) => `'${name}', ${name === "employerMatch" ? `nullif(${wrap(sql)}, 0)` : wrap(sql)}`,
  );
  return `jsonb_strip_nulls(jsonb_build_object(${amounts.join(", ")}))`;
};

/** Reversals of payslips after their payment do not bring the money back. */
const union = `SELECT 'payroll_run' AS kind, r.id, r.pay_date AS date, 'USD' AS currency,
    'Payroll of ' || r.period_start || ' to ' || r.period_end AS memo, NULL::text AS party, NULL::text AS category,
    (SELECT ${objectOf((sql) => `coalesce(sum(${sql}), 0)`)} FROM payslips p
      WHERE p.run_id = r.id AND p.reversal_of IS NULL) AS amounts, r.updated_at AS changed_at
  FROM payroll_runs r WHERE r.owner_id = $1 AND r.status <> 'draft'
    AND EXISTS (SELECT FROM payslips p WHERE p.run_id = r.id)
  UNION ALL
  SELECT 'payslip_reversal', p.id, p.pay_date, 'USD', 'Reversal of a payslip', NULL, NULL,
    ${objectOf((sql) => sql)}, p.created_at
  FROM payslips p WHERE p.owner_id = $1 AND p.reversal_of IS NOT NULL
  UNION ALL
  SELECT 'payroll_payment', r.id, r.pay_date, 'USD', 'Net pay of ' || r.period_start || ' to ' || r.period_end, NULL, NULL,
    jsonb_build_object('net', (SELECT coalesce(sum(p.net_cents), 0) FROM payslips p WHERE p.run_id = r.id
      AND p.reversal_of IS NULL AND NOT EXISTS (SELECT FROM payslips back
        WHERE back.reversal_of = p.id AND back.created_at < r.updated_at))), r.updated_at
  FROM payroll_runs r WHERE r.owner_id = $1 AND r.status = 'paid'
  UNION ALL
  SELECT 'tax_deposit', d.id, d.deposited_on, 'USD', 'Tax deposit, form ' || d.form || ', ' || d.period, d.agency, NULL,
    jsonb_build_object('amount', d.amount_cents), d.created_at
  FROM payroll_tax_deposits d WHERE d.owner_id = $1
  UNION ALL
  SELECT 'contractor_payment', c.id, c.pay_date, 'USD', left('Contractor: ' || c.description, 500), c.contractor_id, NULL,
    jsonb_build_object('amount', c.amount_cents, 'reimbursement', c.reimbursement_cents, 'withheld', c.withheld_cents),
    c.updated_at
  FROM contractor_payments c WHERE c.owner_id = $1 AND c.status = 'paid'`;

/** Taxes of payslips and payments less deposits, at the end of a day. Payroll is paid in US dollars. */
const openSql = `SELECT 'payroll_taxes' AS control, o.id, o.label, o.party, o.open::float8 AS "openMinor" FROM (
    SELECT p.run_id AS id, 'Payroll of ' || min(p.pay_date) AS label, NULL::text AS party,
      sum(${employeeTaxes} + ${employerTaxes}) AS open
    FROM payslips p WHERE p.owner_id = $1 AND p.pay_date <= $2 GROUP BY p.run_id
    UNION ALL
    SELECT c.id, 'Backup withholding', c.contractor_id, c.withheld_cents FROM contractor_payments c
    WHERE c.owner_id = $1 AND c.status = 'paid' AND c.pay_date <= $2
    UNION ALL
    SELECT d.id, 'Deposit ' || d.reference, d.agency, -d.amount_cents FROM payroll_tax_deposits d
    WHERE d.owner_id = $1 AND d.deposited_on <= $2) AS o
  WHERE $3 = 'USD' AND o.open <> 0 ORDER BY o.id LIMIT $4`;

/** None of them opens or settles an invoice. */
const withoutItems = `SELECT u.*, NULL::text AS item, NULL::date AS due_on FROM (${union}) AS u`;

/** Payroll runs, their payments, tax deposits and payments of contractors, for the books of an account. */
export const payrollLedgerSource: LedgerSource = {
  appId: "payroll",
  readFacts: (em, ownerId, query) => selectFacts(em, ownerId, { union: withoutItems, query }),
  readOpenItems: (em, ownerId, { asOf, currency, limit }) =>
    executeSql<OpenItem>(em, openSql, [ownerId, asOf, currency, limit]),
};
