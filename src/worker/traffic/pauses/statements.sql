-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter. `{name}` is shared: it
-- stands once, below the first statement that has it; `{slice.name}` in the file of that slice.

-- current.ts: widePauses
SELECT scope AS scope, subject AS subject, reason AS reason, until AS until
FROM (
	SELECT pauses.owner, pauses.scope, pauses.subject, pauses.reason, pauses.until
	FROM pauses
	WHERE (
		(
			(pauses.owner = 'platform' AND pauses.scope = 'platform' AND pauses.subject = 'all')
			OR (pauses.owner = 'platform' AND pauses.scope = 'org' AND pauses.subject = :org_id)
			OR (pauses.owner = :org_id AND pauses.scope = 'org' AND pauses.subject = :org_id)
		)
		AND (pauses.until IS NULL OR pauses.until > :now)
	)
)
ORDER BY scope DESC, owner <> 'platform';
