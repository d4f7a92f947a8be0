/**
 * Members of lists, as a table `(list_id, contact_id, owner_id)` for a FROM clause: those that were added, and those that the
 * filter of a list matches now. Conditions on `list_id` are pushed into both parts.
 */
export const listMembers = `(
  SELECT m.list_id, m.contact_id, m.owner_id FROM caller_list_members AS m
  UNION ALL
  SELECT l.id, c.id, l.owner_id FROM caller_lists AS l JOIN caller_contacts AS c ON c.owner_id = l.owner_id
  WHERE l.filter IS NOT NULL
    AND (l.filter ->> 'query' IS NULL OR position(lower(l.filter ->> 'query') IN lower(c.name)) > 0
      OR position(l.filter ->> 'query' IN c.phone) > 0)
    AND (l.filter ->> 'timezone' IS NULL OR c.timezone = l.filter ->> 'timezone')
    AND (jsonb_typeof(l.filter -> 'variables') IS DISTINCT FROM 'object' OR c.variables @> (l.filter -> 'variables'))
    AND (l.filter ->> 'hasConsent' IS NULL OR (l.filter ->> 'hasConsent')::boolean = coalesce((
      SELECT k.kind <> 'revoked' FROM caller_consents AS k WHERE k.owner_id = c.owner_id AND k.phone = c.phone
      ORDER BY k.at DESC, k.created_at DESC, k.id DESC LIMIT 1), false))
)`;
