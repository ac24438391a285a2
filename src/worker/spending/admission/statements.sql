-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter. `{name}` is shared: it
-- stands once, below the first statement that has it; `{slice.name}` in the file of that slice.

-- ask.ts: asked.opened
INSERT INTO requests(
	id, owner, org_id, kind, asked_by_kind, asked_by_id, key_id, key_root_id, reason, created_at, expires_at,
	decided_at, decided_by, decision, decision_reason, run_id, spend, granted, change, hash, told_at, mailed_at
)
SELECT
	id, owner, org_id, 'spend', :asked_by_kind, :asked_by_id, :key_id, :key_root_id, :reason, :now,
	strftime('%Y-%m-%dT%H:%M:%fZ', :now, '+' || :expires_in_s || ' seconds'),
	NULL, NULL, NULL, NULL, run_id, spend, NULL, NULL, NULL, NULL, NULL
FROM (
	WITH
		refusing AS MATERIALIZED (
			SELECT
				g.owner, g.unit,
				b.value ->> 'lacks' AS lacks,
				json_object(
					'budget_id', g.id, 'name', g.name, 'scope', g.scope, 'subject', b.value ->> 'subject',
					'unit', g.unit, 'window', g.WINDOW,
					'window_start', b.value ->> 'window_start',
					'resets_at', b.value ->> 'resets_at'
				) AS budget
			FROM run_standings
			CROSS JOIN json_each(run_standings.budgets) AS b
			CROSS JOIN budgets g
			WHERE
				run_standings.org_id = :org_id
				AND run_standings.call_id = :call_id
				AND ({refusing})
				AND run_standings.stands ->> 'is_over'
				AND b.value ->> 'mode' = 'enforce'
				AND b.value ->> 'refuses'
				AND g.id = b.value ->> 'budget_id'
		),
		was AS MATERIALIZED (
			SELECT r.*
			FROM run_standings
			CROSS JOIN requests r
			WHERE
				run_standings.org_id = :org_id
				AND run_standings.call_id = :call_id
				AND ({refusing})
				AND run_standings.stands ->> 'is_over'
				AND r.run_id = run_standings.run_id
				AND r.org_id = run_standings.org_id
				AND r.decided_at IS NULL
				AND r.expires_at > :now
			LIMIT 1
		),
		whose AS MATERIALIZED (
			SELECT coalesce((SELECT owner FROM was), iif(max(f.owner = 'platform'), 'platform', max(f.owner))) AS owner
			FROM refusing f
		)
	SELECT
		coalesce(was.id, :id) AS id,
		whose.owner, run_standings.org_id, run_standings.run_id,
		json_object(
			'run_id', run_standings.run_id, 'org_id', run_standings.org_id,
			'user_id', run_standings.stands ->> 'user_id',
			'agent_id', run_standings.stands ->> 'agent_id',
			'credits', {credits}, 'tokens', {tokens}, 'runs', {runs},
			'budgets', json(
				coalesce(
					(
						SELECT json_group_array(json(f.budget) ORDER BY f.budget ->> 'budget_id')
						FROM refusing f
						WHERE f.owner = whose.owner
						HAVING count(*) > 0
					),
					was.spend -> '$.budgets'
				)
			)
		) AS spend
	FROM run_standings
	CROSS JOIN whose
	LEFT JOIN was ON 1
	WHERE
		run_standings.org_id = :org_id
		AND run_standings.call_id = :call_id
		AND ({refusing})
		AND run_standings.stands ->> 'is_over'
		AND (
			was.id IS NOT NULL
			OR (
				(
					SELECT count(*) < 100
					AND coalesce(sum(n.asked_by_kind = :asked_by_kind AND n.asked_by_id IS :asked_by_id), 0) < 20
					FROM requests n
					WHERE
						n.owner = whose.owner
						AND n.kind = 'spend'
						AND n.org_id IS run_standings.org_id
						AND n.decided_at IS NULL
						AND n.expires_at > :now
				)
				AND ({opened})
			)
		)
		AND NOT EXISTS (
			SELECT 1
			FROM requests r
			WHERE
				r.run_id = run_standings.run_id
				AND (r.org_id <> run_standings.org_id OR r.decision = 'declined' AND EXISTS ({opened_2}))
		)
)
WHERE true
ON CONFLICT (requests.id)
DO UPDATE SET spend = excluded.spend
WHERE requests.spend <> excluded.spend;

-- {refusing}
run_standings.stands ->> 'is_fit'
AND NOT coalesce(run_standings.stands ->> 'is_other', 0)
AND NOT run_standings.stands ->> 'is_ended'
AND run_standings.stands ->> 'pause' IS NULL;

-- {credits}
CAST(
	max(
		coalesce(was.spend ->> '$.credits', 0),
		coalesce(
			(
				SELECT coalesce(:credits, max(f.lacks))
				FROM refusing f
				WHERE f.owner = whose.owner AND f.unit = 'credits'
				HAVING count(*) > 0
			),
			0
		)
	) AS INTEGER
);

-- {tokens}, like {credits} with '$.tokens' for '$.credits', :tokens for :credits, 'tokens' for 'credits'

-- {runs}, like {credits} with '$.runs' for '$.credits', :runs for :credits, 'runs' for 'credits'

-- {opened}
SELECT count(*) < 200
FROM (
	SELECT *
	FROM (
		SELECT n.org_id
		FROM requests n
		WHERE n.owner = run_standings.org_id AND n.id > :since AND n.kind = 'spend'
		ORDER BY n.id DESC
		LIMIT 1000
	)
	UNION ALL
	SELECT *
	FROM (
		SELECT n.org_id
		FROM requests n
		WHERE n.owner = 'platform' AND n.id > :since AND n.kind = 'spend'
		ORDER BY n.id DESC
		LIMIT 1000
	)
) d
WHERE d.org_id = run_standings.org_id;

-- {opened_2}
SELECT 1
FROM json_each(r.spend, '$.budgets') AS d
CROSS JOIN json_each(run_standings.budgets) AS b
WHERE d.value ->> 'budget_id' = b.value ->> 'budget_id' AND b.value ->> 'mode' = 'enforce' AND b.value ->> 'refuses';

-- ask.ts: asked.told
INSERT INTO events(id, org_id, type, data, trace_id, backfilled_to, created_at)
SELECT
	:event_id, {told}, 'request.opened',
	json_object(
		'request_id', r.id, 'kind', r.kind, 'state', coalesce(r.decision, 'open'),
		'org_id', nullif(r.owner, 'platform'),
		'asked_by', json_object('kind', r.asked_by_kind, 'id', r.asked_by_id),
		'reason', r.reason, 'created_at', r.created_at, 'expires_at', r.expires_at, 'decided_by', r.decided_by,
		'decided_at', r.decided_at, 'decision_reason', r.decision_reason, 'spend', json(r.spend),
		'granted', json(r.granted)
	),
	:trace_id, NULL, :now
FROM requests r
WHERE r.id = :id AND {told} IS NOT NULL AND 1;

-- {told}
iif(
	r.owner = 'platform',
	(
		SELECT o.id
		FROM config_entries e
		JOIN orgs o ON o.id = e.value AND o.deleted_at IS NULL
		WHERE e.key = 'alerts.org_id'
	),
	r.owner
);

-- ask.ts: asked.request
SELECT
	r.id AS id,
	coalesce(r.decision, 'open') AS state,
	r.created_at AS created_at, r.expires_at AS expires_at,
	CASE WHEN r.id IS NOT NULL OR EXISTS (
		SELECT 1
		FROM requests o
		WHERE o.run_id = run_standings.run_id AND o.org_id <> run_standings.org_id
	) THEN NULL WHEN ({opened}) THEN 'requests' ELSE 'requests_per_day' END AS full
FROM run_standings
LEFT JOIN requests r ON r.run_id = run_standings.run_id
	AND r.org_id = run_standings.org_id
	AND (
		r.run_id = run_standings.run_id
		AND r.org_id = run_standings.org_id
		AND r.decided_at IS NULL
		AND r.expires_at > :now
		OR r.decision = 'declined'
		AND EXISTS ({opened_2})
	)
WHERE
	run_standings.org_id = :org_id
	AND run_standings.call_id = :call_id
	AND ({refusing})
	AND run_standings.stands ->> 'is_over'
ORDER BY r.decision IS NULL, r.id DESC;

-- hold.ts: begin.cleared
UPDATE holds
SET expires_at = NULL, touched_at = :now
WHERE holds.run_id IN (
	SELECT h.run_id
	FROM holds h
	WHERE h.org_id = :org_id AND h.expires_at <= :now
	ORDER BY h.expires_at
	LIMIT 100
);

-- hold.ts: begin.stands
INSERT INTO run_standings(org_id, call_id, run_id, stands, budgets)
SELECT org_id, :call_id, run_id, stands, budgets
FROM (
	WITH
		named AS MATERIALIZED ({named}),
		known AS MATERIALIZED ({known}),
		run AS MATERIALIZED (
			SELECT
				*, spent_credits AS new_spent_credits, spent_tokens AS new_spent_tokens,
				coalesce(:credits, 0) AS want_credits,
				coalesce(:tokens, 0) AS want_tokens,
				iif(is_live, 0, max(coalesce(:credits, 0) - spent_credits, 1)) AS need_credits,
				iif(is_live, 0, max(coalesce(:tokens, 0) - spent_tokens, 1)) AS need_tokens,
				NOT has_begun AS need_runs,
				0 AS beyond_credits, 0 AS beyond_tokens,
				has_begun OR NOT :is_unpriced AS is_fit
			FROM known
		),
		budget AS MATERIALIZED ({budget}),
		tight AS MATERIALIZED ({tight}),
		account AS MATERIALIZED ({account}),
		stands AS MATERIALIZED ({stands})
	SELECT org_id, run_id, {stands_2} AS stands, budgets
	FROM stands
)
WHERE true
ON CONFLICT (run_standings.org_id)
DO UPDATE SET call_id = excluded.call_id, run_id = excluded.run_id, stands = excluded.stands, budgets = excluded.budgets;

-- {named}
SELECT
	asked.run_id, o.id AS org_id,
	coalesce(h.user_id, r.user_id, :user_id) AS user_id,
	coalesce(h.agent_id, r.agent_id, :agent_id) AS agent_id,
	coalesce(h.api_key_id, r.api_key_id, :api_key_id) AS api_key_id,
	coalesce(h.model, :model, r.model) AS model,
	coalesce(h.provider, :provider, r.credential_name) AS provider,
	CASE WHEN h.model IS NOT NULL THEN h.model_key WHEN :model IS NOT NULL THEN :model_key ELSE r.model_key END AS model_key,
	coalesce(
		h.provider_names, :provider_names,
		json_array(r.credential_name, lower(trim(r.credential_name)), r.provider_kind)
	) AS provider_names,
	coalesce(h.run_created_at, r.created_at, :now) AS run_created_at,
	r.status,
	coalesce(r.total_input_tokens, 0) AS input_tokens,
	coalesce(r.total_output_tokens, 0) AS output_tokens,
	r.total_cache_read_tokens AS cache_read,
	r.total_cache_write_tokens AS cache_write,
	coalesce(r.cost_microusd, 0) AS cost_microusd,
	iif(coalesce(r.costing & 1, r.cost_microusd > 0), r.cost_microusd, NULL) AS reported_microusd,
	r.persona_model,
	coalesce(h.price, iif(h.run_id IS NULL, :price, NULL)) AS resolved_price,
	:model_id AS asked_model_id, h.model_id AS held_model_id,
	{runs.fresh} <> o.id AS is_other,
	r.settled_by IS NOT NULL OR EXISTS (SELECT 1 FROM archived_runs a WHERE a.run_id = asked.run_id) AS is_ended,
	h.run_id IS NOT NULL AS has_begun,
	coalesce(h.expires_at > :now, 0) AS is_live,
	coalesce(h.credits, 0) AS credits,
	coalesce(h.tokens, 0) AS tokens,
	coalesce(h.spent_credits, 0) AS spent_credits,
	coalesce(h.spent_tokens, 0) AS spent_tokens,
	h.ttl_s
FROM (SELECT :run_id AS run_id, json_object('run_id', :run_id) AS value) AS asked
JOIN orgs o ON o.id = :org_id AND o.deleted_at IS NULL
LEFT JOIN holds h ON h.run_id = asked.run_id
LEFT JOIN runs r ON r.run_id = asked.run_id;

-- {known}
SELECT
	*,
	coalesce(
		resolved_price,
		iif(
			:has_models,
			(
				SELECT {runs.price_2}
				FROM llm_models m
				JOIN llm_providers p ON p.id = m.provider_id
				WHERE m.id = coalesce(
					(
						SELECT m.id
						FROM llm_models m
						JOIN llm_providers p ON p.id = m.provider_id
						WHERE
							m.id = coalesce(named.asked_model_id, named.held_model_id)
							AND p.org_id IN (named.org_id, 'platform')
					),
					(
						WITH named AS MATERIALIZED (
							SELECT choice, {runs.id} AS id
							FROM (
								SELECT
									1 AS choice, named.org_id AS org_id,
									trim(named.provider) AS provider,
									trim(named.model) AS model
								UNION ALL
								SELECT
									2, named.org_id,
									trim(substr(persona, 1, instr(persona, '^') - 1)),
									trim(substr(persona, instr(persona, '^') + 1))
								FROM (SELECT named.persona_model AS persona)
								WHERE instr(persona, '^') > 1
							) AS asked
							WHERE provider IS NOT NULL AND model IS NOT NULL
						)
						SELECT id
						FROM named
						WHERE id IS NOT NULL
						ORDER BY choice
						LIMIT 1
					)
				)
			),
			NULL
		)
	) AS price,
	asked_model_id IS NOT NULL AND (
		SELECT m.id
		FROM llm_models m
		JOIN llm_providers p ON p.id = m.provider_id
		WHERE m.id = named.asked_model_id AND p.org_id IN (named.org_id, 'platform')
	) IS NULL AS is_other_model
FROM named;

-- {budget}
SELECT
	*,
	iif(need > 0, need, beyond) AS needed,
	need - ("limit" + raised - used - held) - spare AS lacks,
	(need > 0 OR beyond > 0) AND max("limit" + raised - used - held + ran_over, 0) + spare < iif(:is_part, 1, need) + ran_over AS refuses
FROM (
	SELECT
		b.id AS budget_id, b.name, b.scope,
		coalesce(b.bounded, b.run_id) AS subject,
		b.unit, b.mode, b."limit", b.window_start,
		strftime(
			'%Y-%m-%dT%H:%M:%fZ', nullif(b.window_start, ''),
			CASE b.WINDOW WHEN 'hour' THEN '+1 hour' WHEN 'day' THEN '+1 day' WHEN 'week' THEN '+7 days' ELSE '+1 month' END
		) AS resets_at,
		coalesce(s.used, 0) AS used,
		iif(
			b.scope = 'run',
			coalesce(
				(
					SELECT iif(own.expires_at <= :now, own.spent, own.counted)
					FROM budget_holds own
					WHERE own.budget_id = b.id AND own.run_id = b.run_id
				),
				0
			),
			(
				coalesce(s.held, 0) - coalesce(
					(
						SELECT sum(l.counted - l.spent)
						FROM budget_holds l
						WHERE
							l.budget_id = b.id
							AND l.org_id = b.run_org_id
							AND l.expires_at <= :now
							AND l.subject = b.bounded
							AND l.window_start = b.window_start
					),
					0
				)
			)
		) AS held,
		iif(
			b.scope = 'run',
			coalesce((SELECT g.beyond FROM budget_grants g WHERE g.run_id = b.run_id AND g.budget_id = b.id), 0),
			({raised})
		) AS raised,
		b.need, b.beyond, b.ran_over,
		coalesce(
			(
				SELECT g.granted - g.beyond
				FROM budget_grants g
				WHERE
					g.run_id = b.run_id
					AND g.budget_id = b.id
					AND g.org_id = b.run_org_id
					AND g.subject = coalesce(b.bounded, b.run_id)
					AND g.window_start = b.window_start
			),
			0
		) AS spare
	FROM (
		SELECT
			b.*, {bounded} AS bounded,
			CASE b.WINDOW WHEN 'total' THEN '' WHEN 'hour' THEN substr(run.run_created_at, 1, 13) || ':00:00.000Z' WHEN 'day' THEN substr(
				run.run_created_at, 1, 10
			) || 'T00:00:00.000Z' WHEN 'month' THEN substr(run.run_created_at, 1, 7) || '-01T00:00:00.000Z' ELSE strftime(
				'%Y-%m-%dT00:00:00.000Z', run.run_created_at, '-6 days', 'weekday 1'
			) END AS window_start,
			run.run_id, run.org_id AS run_org_id,
			CASE b.unit WHEN 'credits' THEN run.need_credits WHEN 'tokens' THEN run.need_tokens ELSE run.need_runs END AS need,
			CASE b.unit WHEN 'credits' THEN run.beyond_credits WHEN 'tokens' THEN run.beyond_tokens ELSE 0 END AS beyond,
			CASE b.unit WHEN 'credits' THEN max(run.spent_credits - run.credits, 0) WHEN 'tokens' THEN max(
				run.spent_tokens - run.tokens, 0
			) ELSE 0 END AS ran_over
		FROM run
		CROSS JOIN budgets b
		WHERE
			(b.org_id = run.org_id OR b.org_id IS NULL)
			AND b.counts_since <= run.run_created_at
			AND (
				b.scope = 'run'
				OR ({bounded} = coalesce(b.subject, {bounded}) OR b.scope = 'model' AND {bounded} = lower(b.subject))
			)
			AND (b.expires_at IS NULL OR b.expires_at > :now)
	) AS b
	LEFT JOIN budget_states s ON s.budget_id = b.id
		AND s.org_id = b.run_org_id
		AND s.window_start = b.window_start
		AND s.subject = b.bounded
);

-- {raised}
coalesce(iif(s.raised_until <= :now, 0, s.raised), 0) + iif(
	s.beyond > 0,
	s.beyond - coalesce(
		(
			SELECT sum(min(g.beyond, l.counted - l.spent))
			FROM budget_grants g
			CROSS JOIN budget_holds l
			WHERE
				g.budget_id = s.budget_id
				AND g.org_id = s.org_id
				AND g.subject = s.subject
				AND g.window_start = s.window_start
				AND l.run_id = g.run_id
				AND l.budget_id = g.budget_id
				AND l.expires_at <= :now
		),
		0
	),
	0
);

-- {bounded}
CASE b.scope
	WHEN 'org' THEN run.org_id
	WHEN 'user' THEN run.user_id
	WHEN 'agent' THEN run.agent_id
	WHEN 'model' THEN coalesce(run.model_key, run.model)
	WHEN 'api_key' THEN run.api_key_id END;

-- {tight}
SELECT
	json_group_array(
		json_object(
			'budget_id', budget_id, 'name', name, 'scope', scope, 'subject', subject, 'unit', unit, 'mode', mode,
			'limit', "limit", 'window_start', window_start, 'resets_at', resets_at, 'used', used, 'held', held,
			'needed', needed, 'lacks', lacks, 'refuses', refuses
		)
	) AS budgets,
	min(max("limit" + raised - used - held, -ran_over) + spare) FILTER (WHERE mode = 'enforce' AND unit = 'credits') AS credits_left,
	min(max("limit" + raised - used - held, -ran_over) + spare) FILTER (WHERE mode = 'enforce' AND unit = 'tokens') AS tokens_left,
	coalesce(max(mode = 'enforce' AND refuses), 0) AS is_over
FROM budget;

-- {account}
SELECT run.*, a.balance, {overdraft} AS overdraft, ({held}) AS held
FROM run
JOIN credit_accounts a ON a.org_id = run.org_id;

-- {overdraft}, like {runs.most} with run.org_id for a.org_id, 'credits.overdraft' for 'limit.referral_rewards_per_day', '-1' for '10'

-- {held}
a.held - coalesce(
	(SELECT sum(h.counted_credits - h.spent_credits) FROM holds h WHERE h.org_id = a.org_id AND h.expires_at <= :now), 0
);

-- {stands}
SELECT
	run.*, tight.*,
	(
		SELECT json_object('scope', scope, 'subject', subject, 'reason', reason, 'until', until)
		FROM (
			SELECT p.scope, p.subject, p.reason, p.until
			FROM (
				SELECT run.org_id AS org_id,
				run.user_id AS user_id, run.agent_id AS agent_id,
				coalesce(run.model_key, run.model) AS model_key,
				run.model AS model, run.api_key_id AS api_key_id, run.provider_names AS provider_names
			) AS of_run
			CROSS JOIN pauses AS p
			WHERE
				(
					p.owner = 'platform'
					AND p.scope = 'platform'
					AND p.subject = 'all'
					OR p.owner = 'platform'
					AND p.scope = 'provider'
					AND p.subject IN (SELECT value FROM json_each(of_run.provider_names))
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
					AND p.subject = of_run.model_key
					OR p.owner = of_run.org_id
					AND p.scope = 'model'
					AND p.subject = of_run.model_key
					OR p.owner = 'platform'
					AND p.scope = 'model'
					AND p.subject = of_run.model
					OR p.owner = of_run.org_id
					AND p.scope = 'model'
					AND p.subject = of_run.model
					OR p.owner = 'platform'
					AND p.scope = 'api_key'
					AND p.subject = of_run.api_key_id
					OR p.owner = of_run.org_id
					AND p.scope = 'api_key'
					AND p.subject = of_run.api_key_id
				)
				AND (p.until IS NULL OR p.until > :now)
			ORDER BY instr('platform.org.user.agent.model.provider.api_key', p.scope), p.owner <> 'platform'
		)
		LIMIT 1
	) AS pause,
	iif(run.overdraft < 0, NULL, run.balance + run.overdraft - run.held) AS available
FROM account AS run
CROSS JOIN tight;

-- {stands_2}
json_object(
	'user_id', user_id, 'agent_id', agent_id, 'api_key_id', api_key_id, 'model', model, 'provider', provider,
	'model_key', model_key, 'provider_names', provider_names, 'run_created_at', run_created_at, 'is_other', is_other,
	'is_ended', is_ended, 'has_begun', has_begun, 'is_live', is_live, 'is_fit', is_fit, 'is_over', is_over,
	'is_other_model', is_other_model, 'asked_model_id', asked_model_id, 'price', price, 'pause', pause,
	'spent_credits', spent_credits, 'new_spent_credits', new_spent_credits, 'want_credits', want_credits,
	'need_credits', need_credits, 'beyond_credits', beyond_credits, 'credits_left', credits_left,
	'spent_tokens', spent_tokens, 'new_spent_tokens', new_spent_tokens, 'want_tokens', want_tokens,
	'need_tokens', need_tokens, 'beyond_tokens', beyond_tokens, 'tokens_left', tokens_left, 'overdraft', overdraft,
	'available', available
);

-- hold.ts: begin.refused
INSERT INTO budget_refusals(budget_id, scope, org_id, subject, window_start, used, held, at)
SELECT
	b.value ->> 'budget_id', b.value ->> 'scope', run_standings.org_id, b.value ->> 'subject',
	b.value ->> 'window_start', b.value ->> 'used', b.value ->> 'held', :now
FROM run_standings
CROSS JOIN json_each(run_standings.budgets) AS b
WHERE run_standings.org_id = :org_id AND run_standings.call_id = :call_id AND ({refusing}) AND b.value ->> 'refuses';

-- hold.ts: begin.hold
INSERT INTO holds(
	run_id, org_id, user_id, agent_id, api_key_id, model, provider, model_key, provider_names, price, model_id,
	run_created_at, credits, tokens, spent_credits, spent_tokens, ttl_s, expires_at, begun_by, call_id, touched_at
)
SELECT
	run_standings.run_id, run_standings.org_id, run_standings.stands ->> 'user_id', run_standings.stands ->> 'agent_id',
	run_standings.stands ->> 'api_key_id', run_standings.stands ->> 'model', run_standings.stands ->> 'provider',
	run_standings.stands ->> 'model_key',
	run_standings.stands ->> 'provider_names',
	:price, NULL,
	run_standings.stands ->> 'run_created_at',
	iif(
		:is_part,
		min(
			run_standings.stands ->> 'want_credits',
			coalesce(
				run_standings.stands ->> 'spent_credits' + (run_standings.stands ->> 'credits_left'),
				run_standings.stands ->> 'want_credits'
			),
			coalesce(
				run_standings.stands ->> 'spent_credits' + (run_standings.stands ->> 'available'),
				run_standings.stands ->> 'want_credits'
			)
		),
		max(run_standings.stands ->> 'want_credits', 0)
	),
	iif(
		:is_part,
		min(
			run_standings.stands ->> 'want_tokens',
			coalesce(
				run_standings.stands ->> 'spent_tokens' + (run_standings.stands ->> 'tokens_left'),
				run_standings.stands ->> 'want_tokens'
			)
		),
		max(run_standings.stands ->> 'want_tokens', 0)
	),
	0, 0, :ttl_s,
	strftime('%Y-%m-%dT%H:%M:%fZ', :now, '+' || :ttl_s || ' seconds'),
	:call_id, :call_id, :now
FROM run_standings
WHERE
	run_standings.org_id = :org_id
	AND run_standings.call_id = :call_id
	AND ({refusing})
	AND NOT run_standings.stands ->> 'is_live'
	AND ({hold})
ON CONFLICT (holds.run_id)
DO UPDATE SET
	credits = excluded.credits, tokens = excluded.tokens, ttl_s = excluded.ttl_s, expires_at = excluded.expires_at,
	call_id = excluded.call_id, touched_at = excluded.touched_at;

-- {hold}
NOT run_standings.stands ->> 'is_over'
AND (
	run_standings.stands ->> 'available' IS NULL
	OR run_standings.stands ->> 'need_credits' <= 0
	AND run_standings.stands ->> 'beyond_credits' = 0
	OR run_standings.stands ->> 'available' >= iif(:is_part, 1, run_standings.stands ->> 'need_credits')
);

-- hold.ts: begin.counted
INSERT INTO counters(name, day, value)
SELECT 'runs', day, run_count
FROM (
	WITH fresh AS MATERIALIZED (
		SELECT substr(value ->> 'created_at', 1, 10) AS day, count(*) AS run_count
		FROM ({h}) AS h
		WHERE NOT EXISTS (SELECT 1 FROM runs r WHERE r.run_id = h.run_id)
		GROUP BY 1
	)
	SELECT day, run_count
	FROM fresh
	UNION ALL
	SELECT '', sum(run_count)
	FROM fresh
	HAVING count(*) > 0
)
WHERE true
ON CONFLICT (counters.name, counters.day)
DO UPDATE SET value = value + excluded.value;

-- {h}
SELECT h.*, json_object('created_at', h.run_created_at) AS value
FROM holds h
WHERE h.run_id = :run_id AND h.call_id = :call_id;

-- hold.ts: begin.run
INSERT INTO runs({runs.held})
SELECT
	h.run_id, h.org_id, :run ->> 'thread_id', 'running', h.model, :run ->> 'persona_id', :run ->> 'provider_kind',
	h.provider, :run ->> 'persona_model', NULL, 0, 0, 0, 0, 0, NULL, h.run_created_at, NULL, h.user_id, h.agent_id,
	h.api_key_id, h.model_key, NULL, NULL, NULL,
	iif(h.price ->> 'scope' = 'platform', 8, iif(h.price IS NULL, 0, 4))
FROM ({h}) AS h
WHERE true
ON CONFLICT (runs.run_id)
DO UPDATE SET
	thread_id = coalesce(runs.thread_id, excluded.thread_id),
	status = 'running',
	model = coalesce(excluded.model, runs.model),
	persona_id = coalesce(runs.persona_id, excluded.persona_id),
	provider_kind = coalesce(runs.provider_kind, excluded.provider_kind),
	credential_name = coalesce(excluded.credential_name, runs.credential_name),
	persona_model = coalesce(runs.persona_model, excluded.persona_model),
	user_id = coalesce(runs.user_id, excluded.user_id),
	agent_id = coalesce(runs.agent_id, excluded.agent_id),
	api_key_id = coalesce(runs.api_key_id, excluded.api_key_id),
	model_key = iif(excluded.model IS NULL, runs.model_key, excluded.model_key),
	costing = (iif(coalesce(runs.costing & 1, runs.cost_microusd > 0), runs.cost_microusd, NULL) IS NOT NULL) | excluded.costing
WHERE
	runs.status = 'queued'
	OR runs.api_key_id IS NOT coalesce(runs.api_key_id, excluded.api_key_id)
	OR runs.user_id IS NOT coalesce(runs.user_id, excluded.user_id)
	OR runs.agent_id IS NOT coalesce(runs.agent_id, excluded.agent_id)
	OR runs.model IS NOT coalesce(excluded.model, runs.model)
	OR runs.credential_name IS NOT coalesce(excluded.credential_name, runs.credential_name);

-- hold.ts: begin.answer
SELECT
	stands,
	(
		SELECT json_object(
			'status', r.status, 'input_tokens', r.total_input_tokens, 'output_tokens', r.total_output_tokens,
			'cache_read', r.total_cache_read_tokens,
			'cache_write', r.total_cache_write_tokens,
			'cost_microusd', r.cost_microusd, 'balance', a.balance, 'held', ({held})
		)
		FROM credit_accounts a
		LEFT JOIN runs r ON r.run_id = run_standings.run_id
		WHERE a.org_id = run_standings.org_id
	) AS run,
	(
		SELECT json_object(
			'begun_by', h.begun_by, 'call_id', h.call_id, 'credits', h.credits, 'tokens', h.tokens,
			'expires_at', h.expires_at, 'spent_credits', h.spent_credits, 'spent_tokens', h.spent_tokens
		)
		FROM holds h
		WHERE h.run_id = run_standings.run_id
	) AS hold,
	(
		SELECT json_group_array(
			json_set(value, '$.used', used, '$.held', held, '$.raised', raised, '$.remaining', remaining) ORDER BY iif(
				"limit" > 0, remaining * 1.0 / "limit", 0
			),
			value ->> 'budget_id'
		)
		FROM (
			SELECT *, max("limit" + raised - used - held, 0) AS remaining
			FROM (
				SELECT
					b.value,
					b.value ->> 'limit' AS "limit",
					coalesce(s.used, 0) AS used,
					iif(
						b.value ->> 'scope' = 'run',
						coalesce(
							(
								SELECT iif(own.expires_at <= :now, own.spent, own.counted)
								FROM budget_holds own
								WHERE own.budget_id = b.value ->> 'budget_id' AND own.run_id = run_standings.run_id
							),
							0
						),
						(
							coalesce(s.held, 0) - coalesce(
								(
									SELECT sum(l.counted - l.spent)
									FROM budget_holds l
									WHERE
										l.budget_id = b.value ->> 'budget_id'
										AND l.org_id = run_standings.org_id
										AND l.expires_at <= :now
										AND l.subject = b.value ->> 'subject'
										AND l.window_start = b.value ->> 'window_start'
								),
								0
							)
						)
					) AS held,
					iif(
						b.value ->> 'scope' = 'run',
						coalesce(
							(
								SELECT g.beyond
								FROM budget_grants g
								WHERE g.run_id = run_standings.run_id AND g.budget_id = b.value ->> 'budget_id'
							),
							0
						),
						({raised})
					) AS raised
				FROM json_each(run_standings.budgets) AS b
				LEFT JOIN budget_states s ON s.budget_id = b.value ->> 'budget_id'
					AND s.org_id = run_standings.org_id
					AND s.window_start = b.value ->> 'window_start'
					AND s.subject = b.value ->> 'subject'
			)
		)
	) AS now
FROM run_standings
WHERE run_standings.org_id = :org_id AND run_standings.call_id = :call_id;

-- hold.ts: continueRun.cleared
UPDATE holds
SET expires_at = NULL, touched_at = :now
WHERE holds.run_id IN (
	SELECT h.run_id
	FROM holds h
	WHERE h.org_id = :org_id AND h.expires_at <= :now
	ORDER BY h.expires_at
	LIMIT 100
);

-- hold.ts: continueRun.stands
INSERT INTO run_standings(org_id, call_id, run_id, stands, budgets)
SELECT org_id, :call_id, run_id, stands, budgets
FROM (
	WITH
		named AS MATERIALIZED ({named}),
		known AS MATERIALIZED ({known}),
		run AS MATERIALIZED (
			SELECT
				*,
				iif(is_live, more_credits, max(more_credits, 1)) AS need_credits,
				iif(is_live, more_tokens, max(more_tokens, 1)) AS need_tokens,
				0 AS need_runs,
				max(new_spent_credits - credits, 0) AS beyond_credits,
				max(new_spent_tokens - tokens, 0) AS beyond_tokens,
				has_begun AS is_fit
			FROM (
				SELECT
					*,
					max(want_credits, new_spent_credits) - iif(is_live, max(credits, spent_credits), spent_credits) AS more_credits,
					max(want_tokens, new_spent_tokens) - iif(is_live, max(tokens, spent_tokens), spent_tokens) AS more_tokens
				FROM (
					SELECT
						*,
						max(spent_credits, counted_credits) AS new_spent_credits,
						max(spent_tokens, ran_input + ran_output) AS new_spent_tokens,
						coalesce(:credits, credits) AS want_credits,
						coalesce(:tokens, tokens) AS want_tokens
					FROM (
						WITH
							paid AS MATERIALIZED (
								SELECT
									*,
									price ->> 'scope' AS scope,
									price ->> 'multiplier' AS millionths,
									price ->> 'input' AS fresh_price,
									price ->> 'output' AS out_price,
									coalesce(price ->> 'cache_read', price ->> 'input') AS read_price,
									coalesce(price ->> 'cache_write', price ->> 'input') AS write_price,
									ran_output AS out_tokens,
									min(coalesce(ran_read, 0), ran_input) AS read_tokens
								FROM (
									SELECT
										*,
										max(input_tokens, CAST(:input_tokens AS INTEGER)) AS ran_input,
										max(output_tokens, CAST(:output_tokens AS INTEGER)) AS ran_output,
										coalesce(
											max(cache_read, CAST(:cache_read AS INTEGER)),
											cache_read, CAST(:cache_read AS INTEGER)
										) AS ran_read,
										coalesce(
											max(cache_write, CAST(:cache_write AS INTEGER)),
											cache_write, CAST(:cache_write AS INTEGER)
										) AS ran_write,
										coalesce(
											max(reported_microusd, CAST(:cost_microusd AS INTEGER)),
											reported_microusd, CAST(:cost_microusd AS INTEGER)
										) AS ran_reported
									FROM known
								)
							),
							split AS MATERIALIZED ({runs.split}),
							summed AS MATERIALIZED (
								SELECT *, ran_input - read_tokens - write_tokens AS fresh_tokens FROM split
							),
							priced AS MATERIALIZED ({runs.priced}),
							totaled AS MATERIALIZED ({runs.totaled}),
							chosen AS MATERIALIZED (
								SELECT
									*,
									iif(
										priced_microusd IS NOT NULL AND (
											(scope = 'platform' AND (:rules ->> 'is_priced_first'))
											OR ran_reported IS NULL
											AND (
												scope = 'platform' OR scope = 'org' AND (:rules ->> 'counts_own_prices')
											)
										),
										2, ran_reported IS NOT NULL
									) AS source
								FROM totaled
							),
							counted AS MATERIALIZED ({runs.counted})
						SELECT
							*,
							iif(
								counted_microusd = 0 OR iif(scope = 'org', (:rules ->> 'own_models_percent'), 100) = 0 OR scope = 'platform' AND millionths = 0,
								0,
								CAST(
									min(
										max(
											ceil(
												round(
													counted_microusd * (:rules ->> 'credits_per_usd') * (
														iif(
															scope = 'platform', millionths,
															max(1000000, coalesce(millionths, 0))
														) / 1000000.0
													) * (
														iif(scope = 'org', (:rules ->> 'own_models_percent'), 100) / 100.0
													) / 1000000.0,
													6
												)
											),
											1
										),
										1000000000000
									) AS INTEGER
								)
							) AS counted_credits
						FROM counted
					)
				)
			)
		),
		budget AS MATERIALIZED ({budget}),
		tight AS MATERIALIZED ({tight}),
		account AS MATERIALIZED ({account}),
		stands AS MATERIALIZED ({stands})
	SELECT org_id, run_id, {stands_2} AS stands, budgets
	FROM stands
)
WHERE true
ON CONFLICT (run_standings.org_id)
DO UPDATE SET call_id = excluded.call_id, run_id = excluded.run_id, stands = excluded.stands, budgets = excluded.budgets;

-- hold.ts: continueRun.refused
INSERT INTO budget_refusals(budget_id, scope, org_id, subject, window_start, used, held, at)
SELECT
	b.value ->> 'budget_id', b.value ->> 'scope', run_standings.org_id, b.value ->> 'subject',
	b.value ->> 'window_start', b.value ->> 'used', b.value ->> 'held', :now
FROM run_standings
CROSS JOIN json_each(run_standings.budgets) AS b
WHERE run_standings.org_id = :org_id AND run_standings.call_id = :call_id AND ({refusing}) AND b.value ->> 'refuses';

-- hold.ts: continueRun.hold
UPDATE holds
SET
	model_id = coalesce(
		iif(run_standings.stands ->> 'is_other_model', NULL, run_standings.stands ->> 'asked_model_id'), holds.model_id
	),
	credits = iif(
		is_granted,
		max(
			run_standings.stands ->> 'want_credits',
			(run_standings.stands ->> 'new_spent_credits') * (run_standings.stands ->> 'want_credits' > 0)
		),
		holds.credits
	),
	tokens = iif(
		is_granted,
		max(
			run_standings.stands ->> 'want_tokens',
			(run_standings.stands ->> 'new_spent_tokens') * (run_standings.stands ->> 'want_tokens' > 0)
		),
		holds.tokens
	),
	spent_credits = run_standings.stands ->> 'new_spent_credits',
	spent_tokens = run_standings.stands ->> 'new_spent_tokens',
	ttl_s = iif(is_granted, coalesce(:ttl_s, holds.ttl_s), holds.ttl_s),
	expires_at = iif(
		is_granted,
		strftime('%Y-%m-%dT%H:%M:%fZ', :now, '+' || coalesce(:ttl_s, holds.ttl_s) || ' seconds'),
		holds.expires_at
	),
	call_id = iif(is_granted, :call_id, holds.call_id),
	touched_at = :now
FROM (
	SELECT *, ({refusing}) AND ({hold}) AS is_granted
	FROM run_standings
	WHERE run_standings.org_id = :org_id AND run_standings.call_id = :call_id
) AS run_standings
WHERE
	holds.run_id = run_standings.run_id
	AND NOT coalesce(run_standings.stands ->> 'is_other', 0)
	AND NOT run_standings.stands ->> 'is_ended';

-- hold.ts: continueRun.run
UPDATE runs
SET
	status = 'running',
	total_input_tokens = max(runs.total_input_tokens, coalesce(:input_tokens, 0)),
	total_output_tokens = max(runs.total_output_tokens, coalesce(:output_tokens, 0)),
	cost_microusd = max(runs.cost_microusd, coalesce(:cost_microusd, 0)),
	total_cache_read_tokens = coalesce(
		max(runs.total_cache_read_tokens, :cache_read), runs.total_cache_read_tokens, :cache_read
	),
	total_cache_write_tokens = coalesce(
		max(runs.total_cache_write_tokens, :cache_write), runs.total_cache_write_tokens, :cache_write
	),
	costing = coalesce(runs.costing, runs.cost_microusd > 0) | (:cost_microusd IS NOT NULL)
WHERE
	runs.run_id = :run_id
	AND runs.org_id = :org_id
	AND runs.settled_by IS NULL
	AND EXISTS (
		SELECT 1
		FROM run_standings
		JOIN holds h ON h.run_id = run_standings.run_id
		WHERE run_standings.org_id = :org_id AND run_standings.call_id = :call_id
	)
	AND (
		runs.status = 'queued'
		OR runs.total_input_tokens < :input_tokens
		OR runs.total_output_tokens < :output_tokens
		OR runs.cost_microusd < :cost_microusd
		OR :cost_microusd IS NOT NULL
		AND iif(coalesce(runs.costing & 1, runs.cost_microusd > 0), runs.cost_microusd, NULL) IS NULL
		OR coalesce(runs.total_cache_read_tokens, -1) < :cache_read
		OR coalesce(runs.total_cache_write_tokens, -1) < :cache_write
	);

-- hold.ts: continueRun.answer, the same as begin.answer
