-- What a run takes, moved into the states of all budgets that it counts in. Inserting into this view is the only way to change
-- `used` and `held`, so the rule of what counts where exists once. `run_credits` and `run_tokens` are what the run counts for now. A
-- run may be named late: by a report, where its beginning named no user, agent or model. Then `is_late` counts what it used there. A
-- `budget_id` moves it into that budget only. What a run takes that a budget does not have comes from what it was granted, and what it
-- gives back goes there first. `over_credits` and `over_tokens` are what it had spent beyond its hold before it was granted that.
CREATE VIEW `budget_moves` AS SELECT NULL AS budget_id, NULL AS run_id, NULL AS org_id, NULL AS user_id, NULL AS agent_id, NULL AS api_key_id, NULL AS model,
	NULL AS created_at, 0 AS is_late, 0 AS used_credits, 0 AS held_credits, 0 AS used_tokens, 0 AS held_tokens, 0 AS used_runs,
	0 AS run_credits, 0 AS run_tokens, NULL AS at, 0 AS over_credits, 0 AS over_tokens;

CREATE TRIGGER `budget_moves_apply` INSTEAD OF INSERT ON `budget_moves` BEGIN
	INSERT INTO budget_states (budget_id, org_id, subject, window_start, used, held, changed_at)
	SELECT id, new.org_id, bounded, starts, used, held, new.at FROM (
		SELECT b.id, b.subject, b.scope,
			iif(b.scope = 'org', new.org_id, iif(b.scope = 'user', new.user_id, iif(b.scope = 'agent', new.agent_id,
				iif(b.scope = 'model', new.model, new.api_key_id)))) AS bounded,
			iif(b.window = 'total', '', iif(b.window = 'hour', substr(new.created_at, 1, 13) || ':00:00.000Z',
				iif(b.window = 'day', substr(new.created_at, 1, 10) || 'T00:00:00.000Z', iif(b.window = 'month', substr(new.created_at, 1, 7) || '-01T00:00:00.000Z',
				strftime('%Y-%m-%dT00:00:00.000Z', new.created_at, '-6 days', 'weekday 1'))))) AS starts,
			iif(b.unit = 'credits', new.used_credits, iif(b.unit = 'tokens', new.used_tokens, new.used_runs)) AS used,
			iif(b.unit = 'credits', new.held_credits, iif(b.unit = 'tokens', new.held_tokens, 0)) AS held
		FROM budgets b WHERE (b.org_id = new.org_id OR b.org_id IS NULL) AND b.counts_since <= new.created_at
		AND b.scope <> 'run' AND (b.scope <> 'org' OR NOT new.is_late) AND (new.budget_id IS NULL OR b.id = new.budget_id)
	) WHERE bounded IS NOT NULL AND (subject IS NULL OR subject = bounded OR scope = 'model' AND lower(subject) = bounded) AND (used <> 0 OR held <> 0)
	ON CONFLICT DO UPDATE SET used = used + excluded.used, held = held + excluded.held, changed_at = excluded.changed_at;
	UPDATE budget_grants SET beyond = max(0, min(granted, beyond + (
		SELECT iif(d < 0, d, min(d + spent_over, max(0, taken - most))) FROM (
			SELECT b."limit" + coalesce(iif(s.raised_until <= new.at, 0, s.raised), 0) AS most,
				iif(b.unit = 'credits', new.used_credits + new.held_credits, iif(b.unit = 'tokens', new.used_tokens + new.held_tokens, new.used_runs)) AS d,
				iif(b.unit = 'credits', new.over_credits, iif(b.unit = 'tokens', new.over_tokens, 0)) AS spent_over,
				iif(b.scope = 'run', iif(b.unit = 'credits', new.run_credits, iif(b.unit = 'tokens', new.run_tokens, 1)) - budget_grants.beyond,
					coalesce(s.used + s.held - s.beyond, 0) - coalesce((SELECT sum(l.counted - l.spent) FROM budget_holds l WHERE l.budget_id = b.id AND l.org_id = s.org_id
						AND l.expires_at <= new.at AND l.subject = s.subject AND l.window_start = s.window_start), 0)) AS taken
			FROM budgets b LEFT JOIN budget_states s ON s.budget_id = b.id AND s.org_id = budget_grants.org_id
				AND s.window_start = budget_grants.window_start AND s.subject = budget_grants.subject
			WHERE b.id = budget_grants.budget_id))))
	WHERE run_id = new.run_id AND org_id = new.org_id AND NOT new.is_late AND EXISTS (SELECT 1 FROM budgets b WHERE b.id = budget_grants.budget_id
		AND budget_grants.subject = iif(b.scope = 'org', new.org_id, iif(b.scope = 'user', new.user_id, iif(b.scope = 'agent', new.agent_id,
			iif(b.scope = 'model', new.model, iif(b.scope = 'api_key', new.api_key_id, new.run_id)))))
		AND budget_grants.window_start = iif(b.window = 'total', '', iif(b.window = 'hour', substr(new.created_at, 1, 13) || ':00:00.000Z',
			iif(b.window = 'day', substr(new.created_at, 1, 10) || 'T00:00:00.000Z', iif(b.window = 'month', substr(new.created_at, 1, 7) || '-01T00:00:00.000Z',
			strftime('%Y-%m-%dT00:00:00.000Z', new.created_at, '-6 days', 'weekday 1'))))));
	INSERT INTO budget_alerts (budget_id, org_id, subject, window_start, percent, used, held, created_at)
	SELECT b.id, new.org_id, new.run_id, '', p.value, 0, taken, new.at FROM (
		SELECT b.*, iif(b.unit = 'credits', new.run_credits, iif(b.unit = 'tokens', new.run_tokens, 1)) AS taken
		FROM budgets b WHERE (b.org_id = new.org_id OR b.org_id IS NULL) AND b.counts_since <= new.created_at AND b.scope = 'run'
	) b CROSS JOIN json_each(b.alerts) AS p
	WHERE new.budget_id IS NULL AND NOT new.is_late AND (b.expires_at IS NULL OR b.expires_at > new.at) AND b."limit" > 0 AND b.taken * 100 >= b."limit" * p.value
	ON CONFLICT DO NOTHING;
END;

-- What runs took by their grants stays in the state when they end.
CREATE TRIGGER `budget_grants_taken` AFTER UPDATE OF `beyond` ON `budget_grants` WHEN new.beyond <> old.beyond BEGIN
	UPDATE budget_states SET beyond = beyond + new.beyond - old.beyond
	WHERE budget_id = new.budget_id AND window_start = new.window_start AND org_id = new.org_id AND subject = new.subject;
END;

CREATE TRIGGER `budgets_hold` AFTER INSERT ON `holds`
WHEN EXISTS (SELECT 1 FROM budgets b WHERE b.org_id = new.org_id OR b.org_id IS NULL) BEGIN
	INSERT INTO budget_moves VALUES (NULL, new.run_id, new.org_id, new.user_id, new.agent_id, new.api_key_id, coalesce(new.model_key, new.model), new.run_created_at, 0,
		0, new.counted_credits, 0, new.counted_tokens, 1, new.counted_credits, new.counted_tokens, new.touched_at, 0, 0);
END;

CREATE TRIGGER `budgets_hold_change` AFTER UPDATE ON `holds`
WHEN new.counted_credits <> old.counted_credits OR new.counted_tokens <> old.counted_tokens
OR new.call_id <> old.call_id AND EXISTS (SELECT 1 FROM budget_grants g WHERE g.run_id = new.run_id AND g.org_id = new.org_id) BEGIN
	INSERT INTO budget_moves VALUES (NULL, new.run_id, new.org_id, new.user_id, new.agent_id, new.api_key_id, coalesce(new.model_key, new.model), new.run_created_at, 0,
		0, new.counted_credits - old.counted_credits, 0, new.counted_tokens - old.counted_tokens, 0, new.counted_credits, new.counted_tokens, new.touched_at,
		iif(new.call_id <> old.call_id, max(old.spent_credits - old.credits, 0), 0), iif(new.call_id <> old.call_id, max(old.spent_tokens - old.tokens, 0), 0));
END;

-- An ended run, with what it took. `at` is the time of the report that ended it: the id begins with it.
CREATE VIEW `budget_ends` AS SELECT run_id, org_id, user_id, agent_id, coalesce(model_key, model) AS model, created_at, credits_used, total_input_tokens + total_output_tokens AS tokens,
	(SELECT strftime('%Y-%m-%dT%H:%M:%fZ', sum(instr('123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(settled_by, place.value + 5, 1)) << (45 - 5 * place.value)) / 1000.0, 'unixepoch')
		FROM json_each('[0,1,2,3,4,5,6,7,8,9]') AS place) AS at
FROM runs WHERE settled_by IS NOT NULL;

-- A run that had begun counted by its hold, and now counts by what it took. What only a report named counts as well.
CREATE TRIGGER `budgets_hold_end` AFTER DELETE ON `holds`
WHEN EXISTS (SELECT 1 FROM budgets b WHERE b.org_id = old.org_id OR b.org_id IS NULL) BEGIN
	INSERT INTO budget_moves SELECT NULL, run_id, org_id, old.user_id, old.agent_id, old.api_key_id, coalesce(old.model_key, old.model), old.run_created_at, 0,
		credits_used, -old.counted_credits, tokens, -old.counted_tokens, 0, credits_used, tokens, at, 0, 0
	FROM budget_ends WHERE run_id = old.run_id;
	INSERT INTO budget_moves SELECT NULL, run_id, org_id, iif(old.user_id IS NULL, user_id, NULL), iif(old.agent_id IS NULL, agent_id, NULL), NULL,
		iif(old.model IS NULL, model, NULL), old.run_created_at, 1, credits_used, 0, tokens, 0, 1, credits_used, tokens, at, 0, 0
	FROM budget_ends WHERE run_id = old.run_id;
	DELETE FROM budget_grants WHERE run_id = old.run_id AND org_id = old.org_id;
END;

-- A run that was only reported counts when it ends.
CREATE TRIGGER `budgets_end_new` AFTER INSERT ON `runs` WHEN new.settled_by IS NOT NULL
AND EXISTS (SELECT 1 FROM budgets b WHERE b.org_id = new.org_id OR b.org_id IS NULL) BEGIN
	INSERT INTO budget_moves SELECT NULL, run_id, org_id, user_id, agent_id, NULL, model, created_at, 0,
		credits_used, 0, tokens, 0, 1, credits_used, tokens, at, 0, 0
	FROM budget_ends WHERE run_id = new.run_id;
	DELETE FROM budget_grants WHERE run_id = new.run_id AND org_id = new.org_id;
END;

-- Before the update, because after it the hold is gone, and with it the difference to a run that had begun.
CREATE TRIGGER `budgets_end_known` BEFORE UPDATE OF settled_by ON `runs` WHEN new.settled_by IS NOT NULL
AND EXISTS (SELECT 1 FROM budgets b WHERE b.org_id = new.org_id OR b.org_id IS NULL)
AND NOT EXISTS (SELECT 1 FROM holds h WHERE h.run_id = new.run_id) BEGIN
	INSERT INTO budget_moves VALUES (NULL, new.run_id, new.org_id, new.user_id, new.agent_id, NULL, coalesce(new.model_key, new.model), new.created_at, 0,
		new.credits_used, 0, new.total_input_tokens + new.total_output_tokens, 0, 1, new.credits_used, new.total_input_tokens + new.total_output_tokens,
		(SELECT strftime('%Y-%m-%dT%H:%M:%fZ', sum(instr('123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(new.settled_by, place.value + 5, 1)) << (45 - 5 * place.value)) / 1000.0, 'unixepoch')
		FROM json_each('[0,1,2,3,4,5,6,7,8,9]') AS place), 0, 0);
	DELETE FROM budget_grants WHERE run_id = new.run_id AND org_id = new.org_id;
END;

-- What each live run counts for in each budget that it counts in, in the unit of the budget. In one of runs it counts as used, unless
-- the budget bounds each run.
CREATE VIEW `budget_holds` AS SELECT budget_id, run_id, org_id, run_created_at, expires_at, subject, window_start, counted, spent FROM (
	SELECT b.id AS budget_id, b.subject AS bounds, b.scope, h.run_id, h.org_id, h.run_created_at, h.expires_at,
		iif(b.scope = 'org', h.org_id, iif(b.scope = 'user', h.user_id, iif(b.scope = 'agent', h.agent_id, iif(b.scope = 'model', coalesce(h.model_key, h.model),
			iif(b.scope = 'api_key', h.api_key_id, h.run_id))))) AS subject,
		iif(b.window = 'total', '', iif(b.window = 'hour', substr(h.run_created_at, 1, 13) || ':00:00.000Z',
		iif(b.window = 'day', substr(h.run_created_at, 1, 10) || 'T00:00:00.000Z', iif(b.window = 'month', substr(h.run_created_at, 1, 7) || '-01T00:00:00.000Z',
		strftime('%Y-%m-%dT00:00:00.000Z', h.run_created_at, '-6 days', 'weekday 1'))))) AS window_start,
		iif(b.unit = 'credits', h.counted_credits, iif(b.unit = 'tokens', h.counted_tokens, b.scope = 'run')) AS counted,
		iif(b.unit = 'credits', h.spent_credits, iif(b.unit = 'tokens', h.spent_tokens, b.scope = 'run')) AS spent
	FROM budgets b CROSS JOIN holds h WHERE (b.org_id = h.org_id OR b.org_id IS NULL) AND b.counts_since <= h.run_created_at
) WHERE subject IS NOT NULL AND (bounds IS NULL OR bounds = subject OR scope = 'model' AND lower(bounds) = subject);

-- A new budget counts what its current window already holds, if it is for one org that has at most 100,000 runs. Any other counts from
-- now on. Live runs that began since then are counted in either case, because their ends will be subtracted.
CREATE TRIGGER `budgets_count` AFTER INSERT ON `budgets` BEGIN
	UPDATE budgets SET counts_since = iif(new.org_id IS NULL OR (SELECT count(*) FROM (SELECT 1 FROM runs r WHERE r.org_id = new.org_id LIMIT 100001)) > 100000,
		new.updated_at, iif(new.window = 'total', (SELECT o.created_at FROM orgs o WHERE o.id = new.org_id), iif(new.window = 'total', '', iif(new.window = 'hour', substr(new.updated_at, 1, 13) || ':00:00.000Z',
		iif(new.window = 'day', substr(new.updated_at, 1, 10) || 'T00:00:00.000Z', iif(new.window = 'month', substr(new.updated_at, 1, 7) || '-01T00:00:00.000Z',
		strftime('%Y-%m-%dT00:00:00.000Z', new.updated_at, '-6 days', 'weekday 1'))))))) WHERE id = new.id;
	INSERT INTO budget_moves SELECT new.id, NULL, org_id, bounded, bounded, bounded, bounded, min(created_at), 0,
		sum(used_credits), sum(held), sum(used_tokens), sum(held), count(*), 0, 0, new.updated_at, 0, 0
	FROM (
		SELECT r.org_id, r.created_at, iif(new.scope = 'org', r.org_id, iif(new.scope = 'user', r.user_id, iif(new.scope = 'agent', r.agent_id,
			iif(new.scope = 'model', coalesce(r.model_key, r.model), r.api_key_id)))) AS bounded,
			r.credits_used AS used_credits, r.total_input_tokens + r.total_output_tokens AS used_tokens, 0 AS held,
			iif(new.window = 'total', '', iif(new.window = 'hour', substr(r.created_at, 1, 13) || ':00:00.000Z',
		iif(new.window = 'day', substr(r.created_at, 1, 10) || 'T00:00:00.000Z', iif(new.window = 'month', substr(r.created_at, 1, 7) || '-01T00:00:00.000Z',
		strftime('%Y-%m-%dT00:00:00.000Z', r.created_at, '-6 days', 'weekday 1'))))) AS starts
		FROM budgets b CROSS JOIN runs r WHERE b.id = new.id AND b.counts_since < new.updated_at AND r.org_id = new.org_id
		AND r.created_at >= b.counts_since AND r.settled_by IS NOT NULL
		UNION ALL SELECT org_id, run_created_at, subject, 0, 0, counted, window_start FROM budget_holds WHERE budget_id = new.id
	) WHERE bounded IS NOT NULL AND new.scope <> 'run' GROUP BY org_id, bounded, starts;
	INSERT INTO budget_alerts (budget_id, org_id, subject, window_start, percent, used, held, created_at)
	SELECT budget_id, org_id, subject, window_start, percent, used, held, at FROM budget_crossings WHERE budget_id = new.id AND new.scope = 'run'
	ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER `budgets_forget` AFTER DELETE ON `budgets` BEGIN
	DELETE FROM budget_states WHERE budget_id = old.id;
	DELETE FROM budget_alerts WHERE budget_id = old.id;
	DELETE FROM budget_grants WHERE budget_id = old.id;
END;

-- The thresholds that a state, or a live run of a budget of runs, has reached when it or the budget changed last. A refusal is the
-- threshold 0. What has lapsed by then does not count.
CREATE VIEW `budget_crossings` AS SELECT c.budget_id, c.org_id, c.subject, c.window_start, p.value AS percent, c.used, c.held, c.at FROM (
	SELECT s.budget_id, s.org_id, s.subject, s.window_start, s.used, s.held - coalesce((SELECT sum(l.counted - l.spent) FROM budget_holds l
		WHERE l.budget_id = b.id AND l.org_id = s.org_id AND l.expires_at <= max(s.changed_at, b.updated_at)
		AND l.subject = s.subject AND l.window_start = s.window_start), 0) AS held, s.exceeded_at, b."limit", b.alerts, b.expires_at, max(s.changed_at, b.updated_at) AS at
	FROM budgets b CROSS JOIN budget_states s WHERE s.budget_id = b.id
	UNION ALL SELECT b.id, l.org_id, l.run_id, '', 0, iif(l.expires_at <= b.updated_at, l.spent, l.counted), NULL, b."limit", b.alerts, b.expires_at, b.updated_at
	FROM budgets b CROSS JOIN budget_holds l WHERE l.budget_id = b.id AND b.scope = 'run'
) c CROSS JOIN json_each(json_insert(c.alerts, '$[#]', 0)) AS p
WHERE (c.expires_at IS NULL OR c.expires_at > c.at)
AND iif(p.value = 0, c.exceeded_at IS NOT NULL, c."limit" > 0 AND (c.used + c.held) * 100 >= c."limit" * p.value);

-- A call that budgets refused, or would have if they didn't only observe. A state counts it; a single run has none, so only its alert
-- remembers it.
CREATE VIEW `budget_refusals` AS SELECT NULL AS budget_id, NULL AS scope, NULL AS org_id, NULL AS subject, NULL AS window_start, 0 AS used, 0 AS held, NULL AS at;

CREATE TRIGGER `budget_refusals_count` INSTEAD OF INSERT ON `budget_refusals` BEGIN
	INSERT INTO budget_states (budget_id, org_id, subject, window_start, refused, exceeded_at, changed_at)
	SELECT new.budget_id, new.org_id, new.subject, new.window_start, 1, new.at, new.at WHERE new.scope <> 'run'
	ON CONFLICT DO UPDATE SET refused = refused + 1, exceeded_at = coalesce(exceeded_at, excluded.exceeded_at), changed_at = excluded.changed_at;
	INSERT INTO budget_alerts (budget_id, org_id, subject, window_start, percent, used, held, created_at)
	SELECT new.budget_id, new.org_id, new.subject, '', 0, new.used, new.held, new.at WHERE new.scope = 'run'
	ON CONFLICT DO NOTHING;
END;

-- Each threshold is told once for a subject and window.
CREATE TRIGGER `budget_states_alert_new` AFTER INSERT ON `budget_states` BEGIN
	INSERT INTO budget_alerts (budget_id, org_id, subject, window_start, percent, used, held, created_at)
	SELECT budget_id, org_id, subject, window_start, percent, used, held, at FROM budget_crossings
	WHERE budget_id = new.budget_id AND org_id = new.org_id AND window_start = new.window_start AND subject = new.subject
	ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER `budget_states_alert` AFTER UPDATE OF used, held, exceeded_at ON `budget_states` BEGIN
	INSERT INTO budget_alerts (budget_id, org_id, subject, window_start, percent, used, held, created_at)
	SELECT budget_id, org_id, subject, window_start, percent, used, held, at FROM budget_crossings
	WHERE budget_id = new.budget_id AND org_id = new.org_id AND window_start = new.window_start AND subject = new.subject
	ON CONFLICT DO NOTHING;
END;

-- A changed limit, threshold or end can cross one too, in the windows that run.
CREATE TRIGGER `budgets_alert` AFTER UPDATE OF `limit`, alerts, expires_at ON `budgets` BEGIN
	INSERT INTO budget_alerts (budget_id, org_id, subject, window_start, percent, used, held, created_at)
	SELECT budget_id, org_id, subject, window_start, percent, used, held, at FROM budget_crossings
	WHERE budget_id = new.id AND percent > 0 AND window_start >= iif(new.window = 'total', '', iif(new.window = 'hour', substr(new.updated_at, 1, 13) || ':00:00.000Z',
		iif(new.window = 'day', substr(new.updated_at, 1, 10) || 'T00:00:00.000Z', iif(new.window = 'month', substr(new.updated_at, 1, 7) || '-01T00:00:00.000Z',
		strftime('%Y-%m-%dT00:00:00.000Z', new.updated_at, '-6 days', 'weekday 1')))))
	ON CONFLICT DO NOTHING;
END;

-- An alert is an event of the org and a notice to its owners and admins, and to the platform admins if the budget is the platform's.
CREATE TRIGGER `budget_alerts_tell` AFTER INSERT ON `budget_alerts` BEGIN
	INSERT INTO events (id, org_id, type, data, created_at)
	SELECT 'evt_' || (SELECT group_concat(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (CAST(round(unixepoch(new.created_at, 'subsec') * 1000) AS INTEGER) >> (45 - 5 * place.value) & 31), 1), '')
			FROM json_each('[0,1,2,3,4,5,6,7,8,9]') AS place) || upper(hex(randomblob(8))), new.org_id, iif(new.percent = 0, 'budget.exceeded', 'budget.threshold'),
		json_object('budget_id', b.id, 'name', b.name, 'org_id', new.org_id, 'scope', b.scope, 'subject', new.subject, 'unit', b.unit,
			'limit', b."limit", 'used', new.used, 'held', new.held,
			'percent', iif(new.percent > 0, new.percent, iif(b."limit" > 0, (new.used + new.held) * 100 / b."limit", NULL)),
			'window_start', nullif(new.window_start, ''), 'resets_at', strftime('%Y-%m-%dT%H:%M:%fZ', nullif(new.window_start, ''),
				iif(b.window = 'hour', '+1 hour', iif(b.window = 'day', '+1 day', iif(b.window = 'week', '+7 days', '+1 month'))))),
		new.created_at
	FROM budgets b WHERE b.id = new.budget_id;
	INSERT INTO notifications (user_id, id, org_id, type, title, body, payload, created_at)
	SELECT DISTINCT u.id, 'ntf_' || (SELECT group_concat(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (CAST(round(unixepoch(new.created_at, 'subsec') * 1000) AS INTEGER) >> (45 - 5 * place.value) & 31), 1), '')
		FROM json_each('[0,1,2,3,4,5,6,7,8,9]') AS place) || printf('%016d', abs(random() % 10000000000000000)) || '_' || u.seq, new.org_id,
		iif(new.percent = 0, 'budget.exceeded', 'budget.threshold'),
		iif(new.percent = 0, 'A budget has refused a run', 'A budget has reached ' || new.percent || ' % of its limit'),
		'The budget ' || b.name || iif(b.scope = 'org', '', ' of ' || iif(b.scope = 'api_key', 'API key', b.scope) || ' ' || coalesce(
				(SELECT n.username FROM users n WHERE b.scope = 'user' AND n.id = new.subject),
				(SELECT k.name FROM api_keys k WHERE b.scope = 'api_key' AND k.id = new.subject), new.subject)) || ': '
			|| (new.used + new.held) || ' of ' || b."limit" || ' ' || b.unit || '.',
		json_object('budget_id', b.id, 'org_id', new.org_id, 'subject', new.subject, 'percent', new.percent,
			'code', iif(new.percent = 0, 'budget_exceeded', 'budget_threshold'),
			'values', json_object('name', b.name, 'scope', b.scope, 'subject', coalesce(
				(SELECT n.username FROM users n WHERE b.scope = 'user' AND n.id = new.subject),
				(SELECT k.name FROM api_keys k WHERE b.scope = 'api_key' AND k.id = new.subject), new.subject),
				'taken', new.used + new.held, 'limit', b."limit", 'unit', b.unit, 'percent', new.percent)), new.created_at
	FROM budgets b CROSS JOIN users u WHERE b.id = new.budget_id AND u.status = 'active' AND (
		u.id IN (SELECT m.user_id FROM memberships m WHERE m.org_id = new.org_id AND m.role IN ('owner', 'admin'))
		OR b.owner = 'platform' AND u.id IN (SELECT p.user_id FROM platform_admins p))
	AND NOT EXISTS (SELECT 1 FROM budget_alerts a WHERE a.budget_id = new.budget_id AND a.org_id = new.org_id
		AND a.created_at > strftime('%Y-%m-%dT%H:%M:%fZ', new.created_at, '-1 day') LIMIT 1 OFFSET 50);
END;
