-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter. `{name}` is shared: it
-- stands once, below the first statement that has it; `{slice.name}` in the file of that slice.

-- audit-day.ts: auditDay
INSERT INTO audit_days(org_id, day, rows, audit_id)
SELECT
	l.org_id, substr(l.created_at, 1, 10),
	1 + (coalesce(octet_length(l.before), 0) + coalesce(octet_length(l.after), 0)) / 4096,
	l.id
FROM audit_logs l
WHERE l.id = :audit_id AND l.org_id IS NOT NULL
ON CONFLICT (audit_days.org_id)
DO UPDATE SET
	day = excluded.day,
	rows = iif(audit_days.day = excluded.day, audit_days.rows, 0) + excluded.rows,
	audit_id = excluded.audit_id;

-- audit.ts: plainRowOf.before
INSERT INTO audit_logs({before})
VALUES (
	:id, :action, :actor_user_id, :actor_api_key_id, :org_id, :target_type, :target_id,
	(SELECT json_object('id', target.id) FROM target WHERE target.id = :target_id),
	NULL, :client_address, :trace_id, :created_at, :reverts, :actor_service_account_id, :proposed_by
);

-- {before}
id, action, actor_user_id, actor_api_key_id, org_id, target_type, target_id, before, after, client_address, trace_id,
created_at, reverts, actor_service_account_id, proposed_by;

-- audit.ts: plainRowOf.whole
INSERT INTO audit_logs({before})
VALUES (
	:id, :action, :actor_user_id, :actor_api_key_id, :org_id, :target_type, :target_id, NULL,
	(SELECT json_object('id', target.id) FROM target WHERE target.id = :target_id),
	:client_address, :trace_id, :created_at, :reverts, :actor_service_account_id, :proposed_by
);

-- audit.ts: plainRowOf.after
UPDATE audit_logs
SET after = (SELECT json_object('id', target.id) FROM target WHERE target.id = :target_id)
WHERE audit_logs.id = :id;

-- unchanged.ts: statements.log
DELETE FROM audit_logs
WHERE
	audit_logs.id = :id
	AND audit_logs.before IS audit_logs.after
	AND NOT EXISTS (
		SELECT 1
		FROM audit_states
		WHERE audit_states.audit_id = :id AND audit_states.before IS NOT audit_states.after
	);

-- unchanged.ts: statements.states
DELETE FROM audit_states
WHERE audit_states.audit_id = :id AND NOT EXISTS (SELECT 1 FROM audit_logs WHERE audit_logs.id = :id);

-- undo-size.ts: undoSize
INSERT INTO undo_sizes(owner, start, size, audit_id)
SELECT
	coalesce(l.org_id, 'platform'),
	coalesce(
		(
			SELECT s.start + s.size
			FROM undo_sizes s
			WHERE s.owner = coalesce(l.org_id, 'platform')
			ORDER BY s.start DESC
			LIMIT 1
		),
		0
	),
	(
		SELECT sum(
			coalesce(octet_length(a.before), 0) + coalesce(octet_length(a.after), 0) + octet_length(a.row_key) + 100
		)
		FROM audit_states a
		WHERE a.audit_id = l.id
	),
	l.id
FROM audit_logs l
WHERE l.id = :audit_id AND EXISTS (SELECT 1 FROM audit_states a WHERE a.audit_id = l.id);
