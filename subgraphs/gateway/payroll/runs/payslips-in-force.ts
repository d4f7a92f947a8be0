/** Payslips of a run that are in force: neither reversals nor reversed. */
export const inForce = `run_id = $1 AND reversal_of IS NULL
  AND NOT EXISTS (SELECT 1 FROM payslips AS v WHERE v.reversal_of = t.id)`;
