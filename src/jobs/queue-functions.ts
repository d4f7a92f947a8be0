import { createHash } from "node:crypto";
import { assertSqlName } from "../db/sql.ts";

/** How the names of the queue's own queues begin. Administrators see those of the platform. */
const internalQueues = "__pgboss__";

interface Executor {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * Gives one role the functions by which administrators see and retry failed jobs. They run as the owner of the queue and
 * return no payload, so the role can still not read or change jobs. A message of an error is returned only where the
 * platform wrote it: those of libraries may repeat what a job was about. Most starts find the functions as they are, and
 * write nothing.
 */
export async function openQueueFunctions(db: Executor, schema: string, role: string): Promise<void> {
  assertSqlName(role);
  const text = functionsOf(schema, role);
  const digest = createHash("sha256").update(text).digest("hex");
  const { rows } = await db.executeSql(
    `SELECT obj_description(to_regprocedure('${schema}.queue_states()'), 'pg_proc') AS digest`,
  );
  if ((rows as { digest: string | null }[])[0]?.digest === digest) return;
  // One text of several statements is one transaction.
  await db.executeSql(`
    SELECT pg_advisory_xact_lock(hashtext('hub-platform-job-grants'));
    ${text}
    COMMENT ON FUNCTION ${schema}.queue_states() IS '${digest}';
  `);
}

const functionsOf = (schema: string, role: string) => `
  DROP FUNCTION IF EXISTS ${schema}.queue_states();
  CREATE FUNCTION ${schema}.queue_states() RETURNS TABLE (queue text, schedule text, attempts integer, waiting integer,
      delayed integer, retrying integer, running integer, dead integer, oldest timestamptz, last_failed timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT q.name, (SELECT min(s.cron) FROM ${schema}.schedule s WHERE s.name = q.name), q.retry_limit + 1,
      count(*) FILTER (WHERE j.state = 'created' AND j.start_after <= now())::integer,
      count(*) FILTER (WHERE j.state = 'created' AND j.start_after > now())::integer,
      count(*) FILTER (WHERE j.state = 'retry')::integer,
      count(*) FILTER (WHERE j.state = 'active')::integer,
      count(*) FILTER (WHERE j.state = 'failed')::integer,
      min(j.start_after) FILTER (WHERE j.state IN ('created', 'retry') AND j.start_after <= now()),
      max(j.completed_on) FILTER (WHERE j.state = 'failed')
    FROM ${schema}.queue q LEFT JOIN ${schema}.job j ON j.name = q.name AND j.state <> 'completed'
    WHERE NOT starts_with(q.name, '${internalQueues}')
    GROUP BY q.name ORDER BY q.name
  $$;

  DROP FUNCTION IF EXISTS ${schema}.dead_letters(text, text, timestamptz, text, integer);
  CREATE FUNCTION ${schema}.dead_letters(wanted text, of_queue text, before timestamptz, before_id text, most integer)
  RETURNS TABLE (id text, queue text, attempts integer, created_at timestamptz, failed_at timestamptz,
      deleted_at timestamptz, error_name text, error_code text, error_message text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT j.id::text, j.name, j.retry_count + 1, j.created_on, j.completed_on,
      j.completed_on + j.deletion_seconds * interval '1 s',
      left(coalesce(j.output ->> 'name', 'Error'), 100), left(j.output ->> 'code', 100),
      CASE WHEN j.output ->> 'name' = 'DomainError' THEN left(j.output ->> 'message', 500)
        WHEN j.output #>> '{value,message}' IN ('job timed out', 'job heartbeat timeout')
          THEN j.output #>> '{value,message}' END
    FROM ${schema}.job j
    WHERE j.state = 'failed' AND (wanted IS NULL OR j.id::text = wanted) AND (of_queue IS NULL OR j.name = of_queue)
      AND NOT starts_with(j.name, '${internalQueues}')
      AND (before IS NULL OR (j.completed_on, j.id::text) < (before, before_id))
    ORDER BY j.completed_on DESC, j.id::text DESC LIMIT most
  $$;

  DROP FUNCTION IF EXISTS ${schema}.retry_dead_letter(text);
  CREATE FUNCTION ${schema}.retry_dead_letter(wanted text) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    UPDATE ${schema}.job j SET state = 'retry', retry_limit = j.retry_count + 1, start_after = now(), completed_on = NULL,
      keep_until = now() + q.retention_seconds * interval '1 s'
    FROM ${schema}.queue q WHERE q.name = j.name AND j.state = 'failed' AND j.id::text = wanted;
    RETURN CASE WHEN FOUND THEN 'retried' ELSE 'unknown' END;
  EXCEPTION WHEN unique_violation THEN
    RETURN 'waiting';
  END
  $$;

  DROP FUNCTION IF EXISTS ${schema}.discard_dead_letter(text);
  CREATE FUNCTION ${schema}.discard_dead_letter(wanted text) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    DELETE FROM ${schema}.job j WHERE j.state = 'failed' AND j.id::text = wanted;
    RETURN FOUND;
  END
  $$;

  REVOKE ALL ON FUNCTION ${schema}.queue_states(), ${schema}.dead_letters(text, text, timestamptz, text, integer),
    ${schema}.retry_dead_letter(text), ${schema}.discard_dead_letter(text) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION ${schema}.queue_states(), ${schema}.dead_letters(text, text, timestamptz, text, integer),
    ${schema}.retry_dead_letter(text), ${schema}.discard_dead_letter(text) TO ${role};
`;
