-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter.

-- current.ts: widePauses
SELECT scope AS scope, subject AS subject, reason AS reason, until AS until
FROM (
	SELECT p.scope, p.subject, p.reason, p.until
	FROM (
		SELECT :org_id AS org_id, NULL AS user_id, NULL AS agent_id, NULL AS model, NULL AS provider, NULL AS api_key_id
	) AS of_run
	CROSS JOIN pauses AS p
	WHERE
		(
			p.owner = 'platform'
			AND p.scope = 'platform'
			AND p.subject = 'all'
			OR p.owner = 'platform'
			AND p.scope = 'org'
			AND p.subject = of_run.org_id
			OR p.owner = of_run.org_id
			AND p.scope = 'org'
			AND p.subject = of_run.org_id
			OR p.owner = 'platform'
			AND p.scope = 'user'
			AND p.subject = of_run.user_id
			OR p.owner = of_run.org_id
			AND p.scope = 'user'
			AND p.subject = of_run.user_id
			OR p.owner = 'platform'
			AND p.scope = 'agent'
			AND p.subject = of_run.agent_id
			OR p.owner = of_run.org_id
			AND p.scope = 'agent'
			AND p.subject = of_run.agent_id
			OR p.owner = 'platform'
			AND p.scope = 'model'
			AND p.subject = of_run.model
			OR p.owner = of_run.org_id
			AND p.scope = 'model'
			AND p.subject = of_run.model
			OR p.owner = 'platform'
			AND p.scope = 'provider'
			AND p.subject = of_run.provider
			OR p.owner = of_run.org_id
			AND p.scope = 'provider'
			AND p.subject = of_run.provider
			OR p.owner = 'platform'
			AND p.scope = 'api_key'
			AND p.subject = of_run.api_key_id
			OR p.owner = of_run.org_id
			AND p.scope = 'api_key'
			AND p.subject = of_run.api_key_id
		)
		AND (p.until IS NULL OR p.until > :now)
	ORDER BY instr('platform.org.user.agent.model.provider.api_key', p.scope), p.owner <> 'platform'
);
