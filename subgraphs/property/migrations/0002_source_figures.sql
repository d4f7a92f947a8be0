-- Beside the rows of a source, a run remembers medians of its values.
ALTER TABLE import_runs RENAME COLUMN source_counts TO source_figures;
COMMENT ON COLUMN import_runs.source_figures IS 'Rows and medians by source, for the next run to be held against';
