-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter. `{name}` is shared: it
-- stands once, below the first statement that has it; `{slice.name}` in the file of that slice.

-- signal.ts: dueSince
SELECT id, org_id
FROM (
	SELECT id, NULL AS org_id
	FROM webhook_endpoints
	WHERE due_at BETWEEN :since AND :now AND enabled = 1
	UNION ALL
	SELECT w.id, first.org_id
	FROM (
		SELECT org_id, min(event_id) AS event_id
		FROM (SELECT * FROM waiting_events WHERE created_at >= :since ORDER BY created_at LIMIT 500)
		GROUP BY org_id
	) first
	JOIN events e ON e.id = first.event_id
	LEFT JOIN webhook_endpoints w ON w.org_id = first.org_id
		AND w.enabled = 1
		AND w.deleted_at IS NULL
		AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value IN (e.type, '*'))
	WHERE NOT EXISTS (
		SELECT 1
		FROM waiting_events o
		WHERE o.org_id = first.org_id AND o.event_id < first.event_id AND o.created_at < :since
	)
)
LIMIT :limit;
