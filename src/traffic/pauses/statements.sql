-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter.

-- current.ts: widePauses
SELECT scope, subject, reason, until
FROM pauses
WHERE (
	(
		(pauses.owner = 'platform' AND pauses.scope = 'platform' AND pauses.subject = 'all')
		OR (pauses.owner = 'platform' AND pauses.scope = 'org' AND pauses.subject = :org_id)
		OR (pauses.owner = :org_id AND pauses.scope = 'org' AND pauses.subject = :org_id)
	)
	AND (pauses.until IS NULL OR pauses.until > :now)
)
ORDER BY pauses.scope DESC, pauses.owner <> 'platform';
