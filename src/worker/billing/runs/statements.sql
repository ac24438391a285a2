-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter. `{name}` is shared: it
-- stands once, below the first statement that has it; `{slice.name}` in the file of that slice.

-- answer.ts: response
SELECT
	(
		SELECT json_object(
			'accepted', count(*),
			'runs', json_group_array(
				json_object(
					'run_id', value, 'status', coalesce(r.status, a.status),
					'credits_used', coalesce(r.credits_used, a.credits_used),
					'shortfall', coalesce(r.shortfall, a.shortfall),
					'duration_ms', r.duration_ms,
					'total_input_tokens', r.total_input_tokens,
					'total_output_tokens', r.total_output_tokens,
					'total_cache_read_tokens', r.total_cache_read_tokens,
					'total_cache_write_tokens', r.total_cache_write_tokens,
					'total_cost_usd', r.cost_microusd / 1000000.0,
					'cost_source', {cost_source}
				) ORDER BY key
			)
		)
		FROM json_each(:run_ids)
		LEFT JOIN runs r ON r.run_id = value
		LEFT JOIN archived_runs a ON r.run_id IS NULL AND a.run_id = value
	),
	(
		SELECT json_group_array(n.value ->> 'path')
		FROM json_each(:named) AS n
		WHERE (
			SELECT m.id
			FROM llm_models m
			JOIN llm_providers p ON p.id = m.provider_id
			WHERE m.id = n.value ->> 'model_id' AND p.org_id IN (n.value ->> 'org_id', 'platform')
		) IS NULL
	)
FROM (SELECT 1);

-- {cost_source}
CASE
	WHEN r.settled_by IS NOT NULL THEN CASE r.costing & 3
	WHEN 0 THEN 'none'
	WHEN 1 THEN 'reported'
	WHEN 2 THEN 'priced' END END;

-- report.ts: counting.reported
INSERT INTO counters(name, day, value)
SELECT 'runs', day, run_count
FROM (
	WITH fresh AS MATERIALIZED (
		SELECT substr(value ->> 'created_at', 1, 10) AS day, count(*) AS run_count
		FROM (WITH given AS MATERIALIZED (SELECT value FROM json_each(:keys)) SELECT value FROM given)
		WHERE {fresh} IS NULL
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

-- {fresh}
coalesce(
	(SELECT r.org_id FROM runs r WHERE r.run_id = value ->> 'run_id'),
	(
		SELECT m.org_id
		FROM archived_runs a
		JOIN run_archives m ON m.number = a.archive_number
		WHERE a.run_id = value ->> 'run_id'
	)
);

-- report.ts: counting.ofKnownOrgs, like counting.reported but for
-		FROM (WITH given AS MATERIALIZED (SELECT value FROM json_each(:keys)) SELECT value FROM given)
+		FROM (WITH given AS MATERIALIZED (SELECT value FROM json_each(:keys)) SELECT value FROM given)
+		JOIN orgs ON orgs.id = value ->> 'org_id' AND orgs.deleted_at IS NULL;

-- report.ts: updating.held
UPDATE runs
SET
	thread_id = coalesce(value ->> 'thread_id', runs.thread_id),
	status = value ->> 'status',
	model = coalesce(h.model, {model}, runs.model),
	persona_id = coalesce(value ->> 'persona_id', runs.persona_id),
	provider_kind = coalesce(value ->> 'provider_kind', runs.provider_kind),
	credential_name = coalesce(h.provider, {credential_name}, runs.credential_name),
	persona_model = coalesce(value ->> 'persona_model', runs.persona_model),
	duration_ms = {duration_ms}, total_input_tokens = ran_input, total_output_tokens = ran_output,
	cost_microusd = iif(value ->> 'settled_by' IS NULL, coalesce(ran_reported, 0), counted_microusd),
	credits_used = iif(value ->> 'settled_by' IS NULL, 0, counted_credits),
	settled_by = value ->> 'settled_by',
	completed_at = max(value ->> 'completed_at', runs.created_at),
	user_id = coalesce(runs.user_id, value ->> 'user_id'),
	agent_id = coalesce(runs.agent_id, value ->> 'agent_id'),
	model_key = {model_key}, total_cache_read_tokens = ran_read, total_cache_write_tokens = ran_write,
	other_cost_microusd = iif(value ->> 'settled_by' IS NULL, NULL, other_microusd),
	costing = {costing}
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
				WITH given AS MATERIALIZED (SELECT value FROM json_each(:rows))
				SELECT
					given.value, h.model, h.provider, h.model_key, h.price AS price,
					max(coalesce(r.total_input_tokens, 0), coalesce(value ->> 'total_input_tokens', 0)) AS ran_input,
					max(coalesce(r.total_output_tokens, 0), coalesce(value ->> 'total_output_tokens', 0)) AS ran_output,
					{ran_read} AS ran_read, {ran_write} AS ran_write, {ran_reported} AS ran_reported
				FROM given
				JOIN runs r ON r.run_id = value ->> 'run_id'
				LEFT JOIN holds h ON h.run_id = r.run_id
			)
		),
		split AS MATERIALIZED ({split}),
		summed AS MATERIALIZED (SELECT *, ran_input - read_tokens - write_tokens AS fresh_tokens FROM split),
		priced AS MATERIALIZED ({priced}),
		totaled AS MATERIALIZED ({totaled}),
		chosen AS MATERIALIZED ({chosen}),
		counted AS MATERIALIZED ({counted})
	SELECT *, {counted_credits} AS counted_credits
	FROM counted
) AS h
WHERE
	runs.run_id = value ->> 'run_id'
	AND runs.org_id = value ->> 'org_id'
	AND (+runs.status = 'queued' OR +runs.status = 'running' AND value ->> 'status' <> 'queued')
	AND NOT EXISTS (
		SELECT 1
		FROM orgs gone
		WHERE gone.id = runs.org_id AND gone.deleted_at IS NOT NULL
	);

-- {model}
coalesce(value ->> 'model', iif(value ->> 'model_id' = price ->> 'model_id', price ->> 'model', NULL));

-- {credential_name}
coalesce(value ->> 'credential_name', iif(value ->> 'model_id' = price ->> 'model_id', price ->> 'provider', NULL));

-- {duration_ms}
coalesce(
	max(value ->> 'duration_ms', runs.duration_ms),
	value ->> 'duration_ms', runs.duration_ms,
	(
		SELECT iif(ms >= 0, ms, NULL)
		FROM (
			SELECT CAST(
				round(1000 * (unixepoch(value ->> 'completed_at', 'subsec') - unixepoch(runs.created_at, 'subsec'))) AS INTEGER
			) AS ms
		)
	)
);

-- {model_key}
CASE
	WHEN h.model IS NOT NULL THEN h.model_key
	WHEN {model} IS NOT NULL THEN {model_key_2}
	WHEN runs.model IS NOT NULL THEN runs.model_key
	ELSE coalesce(value ->> 'persona_key', runs.model_key) END;

-- {model_key_2}
iif(value ->> 'model' IS NULL, nullif(lower(trim({model})), {model}), value ->> 'model_key');

-- {costing}
iif(value ->> 'settled_by' IS NULL, coalesce(runs.costing, 0) | (ran_reported IS NOT NULL), counted_costing);

-- {ran_read}
coalesce(
	max(r.total_cache_read_tokens, value ->> 'total_cache_read_tokens'),
	r.total_cache_read_tokens, value ->> 'total_cache_read_tokens'
);

-- {ran_write}
coalesce(
	max(r.total_cache_write_tokens, value ->> 'total_cache_write_tokens'),
	r.total_cache_write_tokens, value ->> 'total_cache_write_tokens'
);

-- {ran_reported}
coalesce(
	max(iif(coalesce(r.costing & 1, r.cost_microusd > 0), r.cost_microusd, NULL), value ->> 'cost_microusd'),
	iif(coalesce(r.costing & 1, r.cost_microusd > 0), r.cost_microusd, NULL),
	value ->> 'cost_microusd'
);

-- {split}
SELECT
	*,
	min(coalesce(ran_write, 0), ran_input - read_tokens) AS write_tokens,
	coalesce(max(fresh_price, out_price, read_price, write_price) > 0 OR scope = 'platform' AND millionths = 0, 0) AS has_price
FROM paid;

-- {priced}
SELECT
	*,
	iif(
		has_price AND ran_input + ran_output > 0,
		fresh_tokens / 1000 * fresh_price + read_tokens / 1000 * read_price + write_tokens / 1000 * write_price + out_tokens / 1000 * out_price,
		NULL
	) AS whole_nano,
	fresh_tokens % 1000 * fresh_price + read_tokens % 1000 * read_price + write_tokens % 1000 * write_price + out_tokens % 1000 * out_price AS rest_nano
FROM summed;

-- {totaled}
SELECT
	*,
	min(max((whole_nano + rest_nano / 1000 + 500) / 1000, whole_nano + rest_nano > 0), 1000000000000) AS priced_microusd
FROM priced;

-- {chosen}
SELECT
	*,
	iif(
		priced_microusd IS NOT NULL AND (
			(scope = 'platform' AND value ->> 'is_priced_first')
			OR ran_reported IS NULL
			AND (scope = 'platform' OR scope = 'org' AND value ->> 'counts_own_prices')
		),
		2, ran_reported IS NOT NULL
	) AS source
FROM totaled;

-- {counted}
SELECT
	*,
	coalesce(iif(source = 2, priced_microusd, ran_reported), 0) AS counted_microusd,
	iif(source = 2, ran_reported, priced_microusd) AS other_microusd,
	source + (scope IS 'org') * 4 + (scope IS 'platform') * 8 + has_price * 16 AS counted_costing
FROM chosen;

-- {counted_credits}
iif(
	counted_microusd = 0 OR iif(scope = 'org', value ->> 'own_models_percent', 100) = 0 OR scope = 'platform' AND millionths = 0,
	0,
	CAST(
		min(
			max(
				ceil(
					round(
						counted_microusd * value ->> 'credits_per_usd' * (
							iif(scope = 'platform', millionths, max(1000000, coalesce(millionths, 0))) / 1000000.0
						) * (iif(scope = 'org', value ->> 'own_models_percent', 100) / 100.0) / 1000000.0,
						6
					)
				),
				1
			),
			1000000000000
		) AS INTEGER
	)
);

-- report.ts: updating.looked, like updating.held but for
-					given.value, h.model, h.provider, h.model_key, h.price AS price,
+					given.value, h.model, h.provider, h.model_key, {price} AS price,;

-- {price}
iif(
	value ->> 'settled_by' IS NULL AND (value ->> 'model_id' IS NULL OR value ->> 'model' IS NOT NULL),
	h.price,
	coalesce(
		h.price,
		(
			SELECT {price_2}
			FROM llm_models m
			JOIN llm_providers p ON p.id = m.provider_id
			WHERE m.id = coalesce(
				(
					SELECT m.id
					FROM llm_models m
					JOIN llm_providers p ON p.id = m.provider_id
					WHERE
						m.id = coalesce(value ->> 'model_id', h.model_id)
						AND p.org_id IN (value ->> 'org_id', 'platform')
				),
				(
					WITH named AS MATERIALIZED (
						SELECT choice, {id} AS id
						FROM (
							SELECT
								1 AS choice,
								value ->> 'org_id' AS org_id,
								trim(coalesce(h.provider, value ->> 'credential_name', r.credential_name)) AS provider,
								trim(coalesce(h.model, value ->> 'model', r.model)) AS model
							UNION ALL
							SELECT
								2, value ->> 'org_id',
								trim(substr(persona, 1, instr(persona, '^') - 1)),
								trim(substr(persona, instr(persona, '^') + 1))
							FROM (SELECT coalesce(value ->> 'persona_model', r.persona_model) AS persona)
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
		)
	)
);

-- {price_2}
json_object(
	'model_id', m.id, 'provider', p.name, 'model', m.model,
	'scope', iif(p.org_id = 'platform', 'platform', 'org'),
	'input', CAST(min(m.cost_per_1k_input * 1e9 + 0.5, 100e9) AS INTEGER),
	'output', CAST(min(m.cost_per_1k_output * 1e9 + 0.5, 100e9) AS INTEGER),
	'cache_write', CAST(min(m.cost_per_1k_cache_write * 1e9 + 0.5, 100e9) AS INTEGER),
	'cache_read', CAST(min(m.cost_per_1k_cache_read * 1e9 + 0.5, 100e9) AS INTEGER),
	'multiplier', CAST(min(m.multiplier * 1e6 + 0.5, 1000000000000000) AS INTEGER)
);

-- {id}
coalesce(
	{id_2},
	iif(
		EXISTS (
			SELECT 1
			FROM llm_providers p
			WHERE p.org_id = asked.org_id AND +lower(p.name) = lower(asked.provider)
		),
		NULL, {id_3}
	)
);

-- {id_2}
coalesce(
	(
		SELECT m.id
		FROM llm_providers p
		JOIN llm_models m ON m.provider_id = p.id
		WHERE p.org_id = asked.org_id AND (p.name) = (asked.provider) AND (m.model) = (asked.model)
		ORDER BY (p.name = asked.provider) * 2 + (m.model = asked.model) DESC, m.id
		LIMIT 1
	),
	(
		SELECT m.id
		FROM llm_providers p
		JOIN llm_models m ON m.provider_id = p.id
		WHERE
			p.org_id = asked.org_id
			AND +lower(p.name) = +lower(asked.provider)
			AND +lower(m.model) = +lower(asked.model)
		ORDER BY (p.name = asked.provider) * 2 + (m.model = asked.model) DESC, m.id
		LIMIT 1
	)
);

-- {id_3}, like {id_2} with 'platform' for asked.org_id

-- report.ts: inserting.reported.held
INSERT INTO runs({held})
SELECT
	value ->> 'run_id', value ->> 'org_id', value ->> 'thread_id', value ->> 'status', {model}, value ->> 'persona_id',
	value ->> 'provider_kind', {credential_name}, value ->> 'persona_model',
	coalesce(value ->> 'duration_ms', value ->> 'span_ms'),
	ran_input, ran_output,
	iif(value ->> 'settled_by' IS NULL, coalesce(ran_reported, 0), counted_microusd),
	iif(value ->> 'settled_by' IS NULL, 0, counted_credits),
	0, value ->> 'settled_by', value ->> 'created_at', value ->> 'completed_at', value ->> 'user_id',
	value ->> 'agent_id', NULL,
	iif({model} IS NULL, value ->> 'persona_key', {model_key_2}),
	ran_read, ran_write,
	iif(value ->> 'settled_by' IS NULL, NULL, other_microusd),
	iif(value ->> 'settled_by' IS NULL, 0 | (ran_reported IS NOT NULL), counted_costing)
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
				WITH given AS MATERIALIZED (SELECT value FROM json_each(:rows))
				SELECT
					given.value, h.model, h.provider, h.model_key, h.price AS price,
					max(coalesce(r.total_input_tokens, 0), coalesce(value ->> 'total_input_tokens', 0)) AS ran_input,
					max(coalesce(r.total_output_tokens, 0), coalesce(value ->> 'total_output_tokens', 0)) AS ran_output,
					{ran_read} AS ran_read, {ran_write} AS ran_write, {ran_reported} AS ran_reported
				FROM given
				LEFT JOIN runs r ON r.run_id = value ->> 'run_id'
				LEFT JOIN holds h ON h.run_id = r.run_id
				WHERE r.run_id IS NULL
			)
		),
		split AS MATERIALIZED ({split}),
		summed AS MATERIALIZED (SELECT *, ran_input - read_tokens - write_tokens AS fresh_tokens FROM split),
		priced AS MATERIALIZED ({priced}),
		totaled AS MATERIALIZED ({totaled}),
		chosen AS MATERIALIZED ({chosen}),
		counted AS MATERIALIZED ({counted})
	SELECT *, {counted_credits} AS counted_credits
	FROM counted
)
WHERE true
ON CONFLICT DO NOTHING;

-- {held}
run_id, org_id, thread_id, status, model, persona_id, provider_kind, credential_name, persona_model, duration_ms,
total_input_tokens, total_output_tokens, cost_microusd, credits_used, shortfall, settled_by, created_at, completed_at,
user_id, agent_id, api_key_id, model_key, total_cache_read_tokens, total_cache_write_tokens, other_cost_microusd,
costing;

-- report.ts: inserting.reported.looked, like inserting.reported.held but for
-					given.value, h.model, h.provider, h.model_key, h.price AS price,
+					given.value, h.model, h.provider, h.model_key, {price} AS price,;

-- report.ts: inserting.ofKnownOrgs.held, like inserting.reported.held but for
-				LEFT JOIN holds h ON h.run_id = r.run_id
+				LEFT JOIN holds h ON h.run_id = r.run_id
+				JOIN orgs ON orgs.id = value ->> 'org_id' AND orgs.deleted_at IS NULL;

-- report.ts: inserting.ofKnownOrgs.looked, like inserting.reported.looked but for
-				LEFT JOIN holds h ON h.run_id = r.run_id
+				LEFT JOIN holds h ON h.run_id = r.run_id
+				JOIN orgs ON orgs.id = value ->> 'org_id' AND orgs.deleted_at IS NULL;

-- report.ts: asKnown
INSERT INTO guards(failed)
SELECT 1
WHERE (
	NOT EXISTS (
		SELECT 1
		FROM (WITH given AS MATERIALIZED (SELECT value FROM json_each(:keys)) SELECT value FROM given)
		LEFT JOIN orgs o ON o.id = value ->> 'org_id'
		WHERE o.id IS NULL OR o.deleted_at IS NOT NULL OR {fresh} <> value ->> 'org_id'
	)
	AND NOT EXISTS ({run-reports.stillunheard})
) IS NOT 1;

-- settle.ts: granting
INSERT INTO ledger_entries({granting})
SELECT
	org_id, entry_count + 1, CAST(amount AS INTEGER),
	balance + CAST(amount AS INTEGER),
	'monthly_grant', 'month', substr(:now, 1, 7), NULL, NULL, :trace_id, 1, :now
FROM (
	WITH due AS MATERIALIZED (
		SELECT a.org_id, a.entry_count, a.balance, {amount} AS amount
		FROM credit_accounts a
		WHERE
			a.org_id IN ({org_id})
			AND NOT EXISTS (
				SELECT 1 FROM orgs gone WHERE gone.id = a.org_id AND gone.deleted_at IS NOT NULL
			)
			AND coalesce(a.granted_month, '') <= substr(:now, 1, 7)
			AND EXISTS ({due})
	)
	SELECT *
	FROM due
)
WHERE CAST(amount AS INTEGER) <> 0 AND balance + CAST(amount AS INTEGER) BETWEEN 0 AND 9007199254740991;

-- {granting}
org_id, seq, amount, balance_after, type, reference_type, reference_id, note, actor_user_id, trace_id, folded_count,
created_at;

-- {amount}
max(
	0,
	{amount_2} - iif(
		a.granted_month = substr(:now, 1, 7),
		coalesce(
			a.granted_amount,
			(
				SELECT coalesce(sum(l.amount), 0)
				FROM ledger_entries l
				WHERE
					l.org_id = a.org_id
					AND l.reference_type = 'month'
					AND l.reference_id = substr(:now, 1, 7)
					AND l.type <> 'consumption'
			)
		),
		0
	)
);

-- {amount_2}
CAST(coalesce(({integer}), ({integer_2}), ({integer_3}), '0') AS INTEGER);

-- {integer}
SELECT o.value
FROM entitlement_overrides o
WHERE
	o.org_id = a.org_id
	AND o.key = 'credits.monthly_grant'
	AND (o.expires_at IS NULL OR o.expires_at > :now)
	AND o.value_type = 'integer'
	AND o.value GLOB '[-0-9]*'
	AND substr(o.value, 2) NOT GLOB '*[^0-9]*'
	AND length(o.value) - (o.value < '0') BETWEEN 1 AND 16
	AND CAST(o.value AS INTEGER) BETWEEN 0 AND 9007199254740991;

-- {integer_2}
SELECT e.value
FROM subscriptions s
JOIN plan_entitlements e ON e.plan_id = s.plan_id AND e.key = 'credits.monthly_grant'
WHERE
	s.org_id = a.org_id
	AND s.status = 'active'
	AND s.current_period_start <= :now
	AND s.current_period_end > :now
	AND e.value_type = 'integer'
	AND e.value GLOB '[-0-9]*'
	AND substr(e.value, 2) NOT GLOB '*[^0-9]*'
	AND length(e.value) - (e.value < '0') BETWEEN 1 AND 16
	AND CAST(e.value AS INTEGER) BETWEEN 0 AND 9007199254740991;

-- {integer_3}
SELECT d.value
FROM config_entries d
WHERE
	d.key = 'credits.monthly_grant'
	AND d.value GLOB '[-0-9]*'
	AND substr(d.value, 2) NOT GLOB '*[^0-9]*'
	AND length(d.value) - (d.value < '0') BETWEEN 1 AND 16
	AND CAST(d.value AS INTEGER) BETWEEN 0 AND 9007199254740991;

-- {org_id}
SELECT r.org_id
FROM json_each(:run_ids)
JOIN runs r ON r.run_id = value AND r.settled_by = :report_id
WHERE r.cost_microusd > 0;

-- {due}
SELECT 1
FROM subscriptions s
WHERE s.org_id = a.org_id AND s.status = 'active' AND s.current_period_start <= :now AND s.current_period_end > :now;

-- settle.ts: settling.shortfall
UPDATE runs
SET shortfall = min(credits_used, so_far - balance)
FROM (
	SELECT r.run_id, a.balance, sum(r.credits_used) OVER (PARTITION BY r.org_id ORDER BY key) AS so_far
	FROM json_each(:run_ids)
	JOIN runs r ON r.run_id = value AND r.settled_by = :report_id
	JOIN credit_accounts a ON a.org_id = r.org_id
	WHERE r.credits_used > 0
) AS charged
WHERE runs.run_id = charged.run_id AND so_far > balance;

-- settle.ts: settling.consume
INSERT INTO ledger_entries({granting})
SELECT
	org_id, entry_count + place, CAST(amount AS INTEGER), balance + so_far, 'consumption', 'run', run_id, NULL, NULL,
	:trace_id, 1, :now
FROM (
	SELECT
		r.org_id, a.balance, a.entry_count, r.run_id,
		- (r.credits_used - r.shortfall) AS amount,
		row_number() OVER each AS place,
		-sum((r.credits_used - r.shortfall)) OVER each AS so_far
	FROM json_each(:run_ids)
	JOIN runs r ON r.run_id = value AND r.settled_by = :report_id
	JOIN credit_accounts a ON a.org_id = r.org_id
	WHERE (r.credits_used - r.shortfall) > 0
	WINDOW each AS (PARTITION BY r.org_id ORDER BY key)
	ORDER BY r.org_id, key
)
WHERE CAST(amount AS INTEGER) <> 0 AND balance + so_far BETWEEN 0 AND 9007199254740991;

-- settle.ts: settling.usage
INSERT INTO usage_days(
	scope, day, model, input_tokens, output_tokens, cost_microusd, run_count, failed_run_count, durations,
	reported_cost_microusd, priced_cost_microusd, unreported_run_count, unpriced_run_count, uncounted_run_count,
	own_run_count, own_cost_microusd
)
SELECT
	scope, day, model, sum(input_tokens), sum(output_tokens), sum(cost_microusd), sum(run_count), sum(failed_run_count),
	json_group_object(bucket, run_count) FILTER (WHERE bucket IS NOT NULL),
	iif(count(reported_cost_microusd) = count(*), sum(reported_cost_microusd), NULL),
	iif(count(priced_cost_microusd) = count(*), sum(priced_cost_microusd), NULL),
	iif(count(unreported_run_count) = count(*), sum(unreported_run_count), NULL),
	iif(count(unpriced_run_count) = count(*), sum(unpriced_run_count), NULL),
	iif(count(uncounted_run_count) = count(*), sum(uncounted_run_count), NULL),
	iif(count(own_run_count) = count(*), sum(own_run_count), NULL),
	iif(count(own_cost_microusd) = count(*), sum(own_cost_microusd), NULL)
FROM (
	SELECT
		iif(of_org.column1, n.org_id, 'platform') AS scope,
		day,
		CASE WHEN EXISTS (
			SELECT 1
			FROM usage_days u
			WHERE u.scope = n.org_id AND u.day = n.day AND u.model = n.model
		) OR NOT EXISTS (
			SELECT 1
			FROM usage_days u
			WHERE u.scope = n.org_id AND u.day = n.day
			LIMIT 1 OFFSET 99
		) OR EXISTS (
			SELECT 1
			FROM llm_providers p
			JOIN llm_models m ON m.provider_id = p.id
			WHERE p.org_id = 'platform' AND m.model = n.model
		) THEN n.model ELSE '(other)' END AS model,
		bucket,
		sum(input_tokens) AS input_tokens,
		sum(output_tokens) AS output_tokens,
		sum(cost_microusd) AS cost_microusd,
		sum(run_count) AS run_count,
		sum(failed_run_count) AS failed_run_count,
		iif(count(reported_cost_microusd) = count(*), sum(reported_cost_microusd), NULL) AS reported_cost_microusd,
		iif(count(priced_cost_microusd) = count(*), sum(priced_cost_microusd), NULL) AS priced_cost_microusd,
		iif(count(unreported_run_count) = count(*), sum(unreported_run_count), NULL) AS unreported_run_count,
		iif(count(unpriced_run_count) = count(*), sum(unpriced_run_count), NULL) AS unpriced_run_count,
		iif(count(uncounted_run_count) = count(*), sum(uncounted_run_count), NULL) AS uncounted_run_count,
		iif(count(own_run_count) = count(*), sum(own_run_count), NULL) AS own_run_count,
		iif(count(own_cost_microusd) = count(*), sum(own_cost_microusd), NULL) AS own_cost_microusd
	FROM (
		SELECT
			r.org_id,
			substr(r.completed_at, 1, 10) AS day,
			coalesce(r.model, r.model_key, 'unknown') AS model,
			CAST(8 * log2(max(r.duration_ms, 1)) AS INTEGER) AS bucket,
			sum(r.total_input_tokens) AS input_tokens,
			sum(r.total_output_tokens) AS output_tokens,
			sum(r.cost_microusd) AS cost_microusd,
			count(*) AS run_count,
			sum(r.status = 'failed') AS failed_run_count,
			iif(count({reported_cost_microusd}) = count(*), sum({reported_cost_microusd}), NULL) AS reported_cost_microusd,
			iif(count({priced_cost_microusd}) = count(*), sum({priced_cost_microusd}), NULL) AS priced_cost_microusd,
			iif(count({unreported_run_count}) = count(*), sum({unreported_run_count}), NULL) AS unreported_run_count,
			iif(count({unpriced_run_count}) = count(*), sum({unpriced_run_count}), NULL) AS unpriced_run_count,
			iif(count({uncounted_run_count}) = count(*), sum({uncounted_run_count}), NULL) AS uncounted_run_count,
			iif(count({own_run_count}) = count(*), sum({own_run_count}), NULL) AS own_run_count,
			iif(count({own_cost_microusd}) = count(*), sum({own_cost_microusd}), NULL) AS own_cost_microusd
		FROM json_each(:run_ids)
		JOIN runs r ON r.run_id = value AND r.settled_by = :report_id
		GROUP BY 1, 2, 3, 4
	) n
	CROSS JOIN (VALUES (0), (1)) AS of_org
	GROUP BY 1, 2, 3, 4
)
WHERE true
GROUP BY scope, day, model
ON CONFLICT (usage_days.scope, usage_days.day, usage_days.model)
DO UPDATE SET
	input_tokens = input_tokens + excluded.input_tokens,
	output_tokens = output_tokens + excluded.output_tokens,
	cost_microusd = cost_microusd + excluded.cost_microusd,
	run_count = run_count + excluded.run_count,
	failed_run_count = failed_run_count + excluded.failed_run_count,
	durations = json_patch(
		usage_days.durations,
		(
			SELECT json_group_object(key, value + coalesce(json_extract(usage_days.durations, '$."' || key || '"'), 0))
			FROM json_each(excluded.durations)
		)
	),
	reported_cost_microusd = reported_cost_microusd + excluded.reported_cost_microusd,
	priced_cost_microusd = priced_cost_microusd + excluded.priced_cost_microusd,
	unreported_run_count = unreported_run_count + excluded.unreported_run_count,
	unpriced_run_count = unpriced_run_count + excluded.unpriced_run_count,
	uncounted_run_count = uncounted_run_count + excluded.uncounted_run_count,
	own_run_count = own_run_count + excluded.own_run_count,
	own_cost_microusd = own_cost_microusd + excluded.own_cost_microusd;

-- {reported_cost_microusd}
iif(
	r.costing IS NULL, NULL,
	coalesce(CASE r.costing & 3 WHEN 1 THEN r.cost_microusd WHEN 2 THEN r.other_cost_microusd END, 0)
);

-- {priced_cost_microusd}
iif(r.costing IS NULL, NULL, coalesce(CASE r.costing & 3 WHEN 2 THEN r.cost_microusd ELSE r.other_cost_microusd END, 0));

-- {unreported_run_count}
iif(
	r.costing IS NULL, NULL,
	({unreported_run_count_2}) AND CASE r.costing & 3 WHEN 1 THEN r.cost_microusd WHEN 2 THEN r.other_cost_microusd END IS NULL
);

-- {unreported_run_count_2}
(r.total_input_tokens + r.total_output_tokens > 0)
OR CASE r.costing & 3 WHEN 1 THEN r.cost_microusd WHEN 2 THEN r.other_cost_microusd END IS NOT NULL;

-- {unpriced_run_count}
iif(r.costing IS NULL, NULL, ({unreported_run_count_2}) AND NOT coalesce(r.costing & 16, 0) > 0);

-- {uncounted_run_count}
iif(r.costing IS NULL, NULL, (r.total_input_tokens + r.total_output_tokens > 0) AND {cost_source} IS 'none');

-- {own_run_count}
iif(r.costing IS NULL, NULL, (CASE r.costing & 12 WHEN 4 THEN 'org' WHEN 8 THEN 'platform' END IS 'org'));

-- {own_cost_microusd}
iif(
	r.costing IS NULL, NULL,
	iif((CASE r.costing & 12 WHEN 4 THEN 'org' WHEN 8 THEN 'platform' END IS 'org'), r.cost_microusd, 0)
);

-- settle.ts: settling.agents
INSERT INTO agent_days(
	org_id, agent_id, day, run_count, failed_run_count, cost_microusd, credits_used, last_run_at, last_failed_at,
	last_failed_run_id
)
SELECT
	org_id,
	CASE WHEN EXISTS (
		SELECT 1 FROM agent_days d WHERE d.org_id = n.org_id AND d.agent_id = n.agent_id
	) THEN agent_id WHEN EXISTS (
		SELECT 1
		FROM agent_days o
		WHERE o.org_id = n.org_id AND o.agent_id = '' AND o.day = n.day
	) OR (
		WITH RECURSIVE names(name, place) AS (
			SELECT '', 0
			UNION ALL
			SELECT (SELECT min(d.agent_id) FROM agent_days d WHERE d.org_id = n.org_id AND d.agent_id > name), place + 1
			FROM names
			WHERE name IS NOT NULL AND place < 1500
		)
		SELECT max(place) = 1500
		OR count(*) FILTER (
			WHERE name > ''
			AND EXISTS (
				SELECT 1
				FROM agent_days d
				WHERE d.org_id = n.org_id AND d.agent_id = name AND d.day > date(:now, '-30 days')
			)
		) >= 1000
		FROM names
	) THEN '' ELSE agent_id END,
	day, run_count, failed_run_count, cost_microusd, min(credits_used, 9007199254740991), last_run_at,
	substr(failure, 1, 24), substr(failure, 24 + 1)
FROM (
	SELECT
		r.org_id, r.agent_id,
		substr(r.completed_at, 1, 10) AS day,
		count(*) AS run_count,
		sum(r.status = 'failed') AS failed_run_count,
		sum(r.cost_microusd) AS cost_microusd,
		sum(r.credits_used) AS credits_used,
		max(r.completed_at) AS last_run_at,
		max(iif(r.status = 'failed', r.completed_at || r.run_id, NULL)) AS failure
	FROM json_each(:run_ids)
	JOIN runs r ON r.run_id = value AND r.settled_by = :report_id
	WHERE r.agent_id <> ''
	GROUP BY 1, 2, 3
) n
WHERE true
ON CONFLICT (agent_days.org_id, agent_days.agent_id, agent_days.day)
DO UPDATE SET
	run_count = run_count + excluded.run_count,
	failed_run_count = failed_run_count + excluded.failed_run_count,
	cost_microusd = cost_microusd + excluded.cost_microusd,
	credits_used = min(credits_used + excluded.credits_used, 9007199254740991),
	last_run_at = max(last_run_at, excluded.last_run_at),
	last_failed_at = iif(
		excluded.last_failed_at >= coalesce(last_failed_at, ''), excluded.last_failed_at, last_failed_at
	),
	last_failed_run_id = iif(
		excluded.last_failed_at >= coalesce(last_failed_at, ''), excluded.last_failed_run_id, last_failed_run_id
	);

-- settle.ts: settling.totals
INSERT INTO counters(name, day, value)
SELECT name, '', total
FROM (
	WITH sums AS MATERIALIZED (
		SELECT
			sum(r.total_input_tokens) AS input_tokens,
			sum(r.total_output_tokens) AS output_tokens,
			sum(r.cost_microusd) AS cost_microusd
		FROM json_each(:run_ids)
		JOIN runs r ON r.run_id = value AND r.settled_by = :report_id
		HAVING count(*) > 0
	)
	SELECT 'input_tokens' AS name, input_tokens AS total
	FROM sums
	UNION ALL
	SELECT 'output_tokens' AS name, output_tokens AS total
	FROM sums
	UNION ALL
	SELECT 'cost_microusd' AS name, cost_microusd AS total
	FROM sums
)
WHERE true
ON CONFLICT (counters.name, counters.day)
DO UPDATE SET value = value + excluded.value;

-- settle.ts: telling.end
INSERT INTO events(id, org_id, type, data, trace_id, backfilled_to, created_at)
SELECT
	:event_ids ->> key, r.org_id, 'run.' || r.status,
	json_insert(
		json_object(
			'run_id', r.run_id, 'org_id', r.org_id, 'thread_id', r.thread_id, 'status', r.status, 'model', r.model,
			'persona_id', r.persona_id, 'provider_kind', r.provider_kind, 'credential_name', r.credential_name,
			'persona_model', r.persona_model, 'duration_ms', r.duration_ms,
			'total_input_tokens', r.total_input_tokens,
			'total_output_tokens', r.total_output_tokens
		),
		'$.total_cost_usd', r.cost_microusd / 1000000.0, '$.credits_used', r.credits_used, '$.created_at', r.created_at,
		'$.completed_at', r.completed_at, '$.shortfall', r.shortfall, '$.user_id', r.user_id, '$.agent_id', r.agent_id,
		'$.api_key_id', r.api_key_id, '$.total_cache_read_tokens', r.total_cache_read_tokens,
		'$.total_cache_write_tokens', r.total_cache_write_tokens, '$.reported_cost_usd',
		CASE r.costing & 3 WHEN 1 THEN r.cost_microusd WHEN 2 THEN r.other_cost_microusd END / 1000000.0,
		'$.priced_cost_usd',
		CASE r.costing & 3 WHEN 2 THEN r.cost_microusd ELSE r.other_cost_microusd END / 1000000.0,
		'$.cost_source', {cost_source}, '$.model_scope',
		CASE r.costing & 12 WHEN 4 THEN 'org' WHEN 8 THEN 'platform' END
	),
	:trace_id, NULL, :now
FROM json_each(:run_ids)
JOIN runs r ON r.run_id = value AND r.settled_by = :report_id
WHERE EXISTS (
	SELECT 1
	FROM webhook_endpoints w
	WHERE
		w.org_id = r.org_id
		AND w.deleted_at IS NULL
		AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value IN ('run.' || r.status, '*'))
);

-- settle.ts: telling.warn
INSERT INTO events(id, org_id, type, data, trace_id, backfilled_to, created_at)
SELECT
	iif(is_low, low_id, exhausted_id), org_id, type,
	iif(
		is_low,
		json_object('org_id', org_id, 'balance', balance, 'run_id', run_id, 'threshold', threshold),
		json_object('org_id', org_id, 'balance', 0, 'run_id', run_id)
	),
	:trace_id, NULL, :now
FROM (
	WITH warned AS MATERIALIZED (
		SELECT
			value ->> 'org_id' AS org_id,
			value ->> 'low_id' AS low_id,
			value ->> 'exhausted_id' AS exhausted_id,
			a.entry_count,
			value ->> 'threshold' AS threshold
		FROM json_each(:warned)
		JOIN credit_accounts a ON a.org_id = value ->> 'org_id'
	)
	SELECT newest.*, l.balance_after AS balance, l.balance_after - l.amount AS before, l.reference_id AS run_id
	FROM warned AS newest
	CROSS JOIN ledger_entries AS l
	WHERE l.org_id = newest.org_id AND l.seq > newest.entry_count - :count AND l.type = 'consumption'
) AS taken
CROSS JOIN (SELECT 'credits.low' AS type, 1 AS is_low UNION ALL SELECT 'credits.exhausted', 0) AS kind
WHERE
	iif(is_low, balance <= threshold AND before > threshold, balance = 0)
	AND EXISTS (
		SELECT 1
		FROM runs
		WHERE runs.run_id = taken.run_id AND runs.settled_by = :report_id
	)
	AND EXISTS (
		SELECT 1
		FROM webhook_endpoints w
		WHERE
			w.org_id = taken.org_id
			AND w.deleted_at IS NULL
			AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value IN (kind.type, '*'))
	);

-- settle.ts: rewarding.post
INSERT INTO ledger_entries({granting})
SELECT
	org_id, entry_count + place, CAST(amount AS INTEGER), balance + so_far, 'referral_reward', 'referral', referral_id,
	NULL, NULL, :trace_id, 1, :now
FROM (
	SELECT *, row_number() OVER each AS place, sum(amount) OVER each AS so_far
	FROM (
		SELECT *, earlier + row_number() OVER (PARTITION BY inviter_user_id ORDER BY referral_id) AS nth
		FROM (
			SELECT
				f.id AS referral_id, f.inviter_user_id, a.org_id, a.balance, a.entry_count, {amount_3} AS amount,
				{most} AS most,
				(
					SELECT count(*)
					FROM referrals t
					WHERE t.inviter_user_id = f.inviter_user_id AND t.credited_at >= substr(:now, 1, 10)
				) AS earlier
			FROM referrals f
			JOIN credit_accounts a ON a.org_id = (
				SELECT m.org_id
				FROM memberships m
				WHERE
					m.user_id = f.inviter_user_id
					AND NOT EXISTS (
						SELECT 1 FROM orgs gone WHERE gone.id = m.org_id AND gone.deleted_at IS NOT NULL
					)
				ORDER BY m.created_at, m.org_id
				LIMIT 1
			)
			WHERE f.awaited_org_id IN ({org_id})
		)
	)
	WHERE amount > 0 AND (most <= 0 OR nth <= most)
	WINDOW each AS (PARTITION BY org_id ORDER BY referral_id)
	ORDER BY org_id, referral_id
)
WHERE CAST(amount AS INTEGER) <> 0 AND balance + so_far BETWEEN 0 AND 9007199254740991;

-- {amount_3}, like {amount_2} with 'credit.invite_reward' for 'credits.monthly_grant'

-- {most}
CAST(coalesce(({integer_4}), ({integer_5}), ({integer_6}), '10') AS INTEGER);

-- {integer_4}, like {integer} with 'limit.referral_rewards_per_day' for 'credits.monthly_grant', -9007199254740991 for 0

-- {integer_5}, like {integer_2} with 'limit.referral_rewards_per_day' for 'credits.monthly_grant', -9007199254740991 for 0

-- {integer_6}, like {integer_3} with 'limit.referral_rewards_per_day' for 'credits.monthly_grant', -9007199254740991 for 0

-- settle.ts: rewarding.decide
UPDATE referrals
SET credited = EXISTS ({decide}), awaited_org_id = NULL, credited_at = iif(EXISTS ({decide}), :now, NULL)
WHERE awaited_org_id IN ({org_id});

-- {decide}
SELECT 1
FROM credit_accounts AS newest
CROSS JOIN ledger_entries AS l
WHERE
	l.org_id = newest.org_id
	AND l.seq > newest.entry_count - :count
	AND l.type = 'referral_reward'
	AND newest.org_id = (
		SELECT m.org_id
		FROM memberships m
		WHERE
			m.user_id = referrals.inviter_user_id
			AND NOT EXISTS (
				SELECT 1 FROM orgs gone WHERE gone.id = m.org_id AND gone.deleted_at IS NOT NULL
			)
		ORDER BY m.created_at, m.org_id
		LIMIT 1
	)
	AND l.reference_id = referrals.id;

-- terms.ts: statements.rates
SELECT
	asked.key AS place, {credits_per_usd} AS credits_per_usd,
	CAST(coalesce(({integer_7}), ({integer_8}), ({integer_9}), '100') AS INTEGER) AS own_models_percent,
	{low_threshold} AS low_threshold,
	EXISTS (
		SELECT 1
		FROM webhook_endpoints w
		WHERE w.org_id = asked.value AND w.deleted_at IS NULL
	) AS has_endpoints,
	EXISTS (SELECT 1 FROM llm_providers p WHERE p.org_id IN (asked.value, 'platform')) AS has_models,
	NOT EXISTS (
		SELECT 1
		FROM config_entries c
		WHERE c.key = 'billing.cost_source' AND c.value = 'reported'
	) AS is_priced_first,
	EXISTS (
		SELECT 1
		FROM config_entries c
		WHERE c.key = 'billing.own_prices' AND c.value = 'count'
	) AS counts_own_prices,
	EXISTS (
		SELECT 1
		FROM config_entries c
		WHERE c.key = 'billing.unpriced' AND c.value = 'refuse'
	) AS refuses_unpriced,
	iif(coalesce(d.amount, 0) = 0, substr(:now, 1, 7), NULL) AS granted_month
FROM json_each(:org_ids) AS asked
LEFT JOIN (
	WITH due AS MATERIALIZED (
		SELECT a.org_id, a.entry_count, a.balance, {amount} AS amount
		FROM credit_accounts a
		WHERE
			a.org_id IN (SELECT asked.value FROM json_each(:org_ids) AS asked)
			AND NOT EXISTS (
				SELECT 1 FROM orgs gone WHERE gone.id = a.org_id AND gone.deleted_at IS NOT NULL
			)
			AND coalesce(a.granted_month, '') <= substr(:now, 1, 7)
			AND EXISTS ({due})
	)
	SELECT *
	FROM due
) d ON d.org_id = asked.value;

-- {credits_per_usd}, like {most} with asked.value for a.org_id, 'credits.per_usd' for 'limit.referral_rewards_per_day', 0 for -9007199254740991, :per_usd for '10'

-- {integer_7}, like {integer} with asked.value for a.org_id, 'credits.own_models_percent' for 'credits.monthly_grant', 100 for 9007199254740991

-- {integer_8}, like {integer_2} with 'credits.own_models_percent' for 'credits.monthly_grant', asked.value for a.org_id, 100 for 9007199254740991

-- {integer_9}, like {integer_3} with 'credits.own_models_percent' for 'credits.monthly_grant', 100 for 9007199254740991

-- {low_threshold}, like {most} with asked.value for a.org_id, 'credits.low_threshold' for 'limit.referral_rewards_per_day', 0 for -9007199254740991, '100' for '10'
