DROP TRIGGER IF EXISTS `budget_moves_apply`;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER IF EXISTS `budgets_hold_change`;
--> statement-breakpoint
CREATE TRIGGER `budgets_hold_change` AFTER UPDATE ON `holds`
WHEN new.counted_credits <> old.counted_credits OR new.counted_tokens <> old.counted_tokens
OR new.call_id <> old.call_id AND EXISTS (SELECT 1 FROM budget_grants g WHERE g.run_id = new.run_id AND g.org_id = new.org_id) BEGIN
	INSERT INTO budget_moves VALUES (NULL, new.run_id, new.org_id, new.user_id, new.agent_id, new.api_key_id, coalesce(new.model_key, new.model), new.run_created_at, 0,
		0, new.counted_credits - old.counted_credits, 0, new.counted_tokens - old.counted_tokens, 0, new.counted_credits, new.counted_tokens, new.touched_at,
		iif(new.call_id <> old.call_id, max(old.spent_credits - old.credits, 0), 0), iif(new.call_id <> old.call_id, max(old.spent_tokens - old.tokens, 0), 0));
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `budgets_hold_end`;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER IF EXISTS `budgets_end_new`;
--> statement-breakpoint
CREATE TRIGGER `budgets_end_new` AFTER INSERT ON `runs` WHEN new.settled_by IS NOT NULL
AND EXISTS (SELECT 1 FROM budgets b WHERE b.org_id = new.org_id OR b.org_id IS NULL) BEGIN
	INSERT INTO budget_moves SELECT NULL, run_id, org_id, user_id, agent_id, NULL, model, created_at, 0,
		credits_used, 0, tokens, 0, 1, credits_used, tokens, at, 0, 0
	FROM budget_ends WHERE run_id = new.run_id;
	DELETE FROM budget_grants WHERE run_id = new.run_id AND org_id = new.org_id;
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `budgets_end_known`;
--> statement-breakpoint
CREATE TRIGGER `budgets_end_known` BEFORE UPDATE OF settled_by ON `runs` WHEN new.settled_by IS NOT NULL
AND EXISTS (SELECT 1 FROM budgets b WHERE b.org_id = new.org_id OR b.org_id IS NULL)
AND NOT EXISTS (SELECT 1 FROM holds h WHERE h.run_id = new.run_id) BEGIN
	INSERT INTO budget_moves VALUES (NULL, new.run_id, new.org_id, new.user_id, new.agent_id, NULL, coalesce(new.model_key, new.model), new.created_at, 0,
		new.credits_used, 0, new.total_input_tokens + new.total_output_tokens, 0, 1, new.credits_used, new.total_input_tokens + new.total_output_tokens,
		(SELECT strftime('%Y-%m-%dT%H:%M:%fZ', sum(instr('123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(new.settled_by, place.value + 5, 1)) << (45 - 5 * place.value)) / 1000.0, 'unixepoch')
		FROM json_each('[0,1,2,3,4,5,6,7,8,9]') AS place), 0, 0);
	DELETE FROM budget_grants WHERE run_id = new.run_id AND org_id = new.org_id;
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `requests_reverted`;
--> statement-breakpoint
CREATE TRIGGER `requests_reverted` AFTER UPDATE OF `decision` ON `requests`
WHEN new.kind = 'spend' AND old.decision = 'granted' AND new.decision = 'declined' BEGIN
	UPDATE budget_states SET raised = max(0, raised - (SELECT old.granted ->> b.unit FROM budgets b WHERE b.id = budget_id))
	WHERE old.granted ->> 'for' = 'window' AND (budget_id, window_start, org_id, subject) IN (
		SELECT a.value ->> 'budget_id', a.value ->> 'window_start', new.org_id, a.value ->> 'subject' FROM json_each(old.spend, '$.budgets') AS a);
	UPDATE budget_grants SET granted = max(beyond, granted - (SELECT old.granted ->> b.unit FROM budgets b WHERE b.id = budget_id))
	WHERE run_id = new.run_id AND org_id = new.org_id AND budget_id IN (SELECT b.id FROM json_each(old.spend, '$.budgets') AS a CROSS JOIN budgets b
		WHERE b.id = a.value ->> 'budget_id' AND (b.scope = 'run' OR old.granted ->> 'for' = 'run'));
	DELETE FROM budget_grants WHERE run_id = new.run_id AND org_id = new.org_id AND granted = 0;
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `requests_run_ended`;
--> statement-breakpoint
CREATE TRIGGER `requests_run_ended` AFTER UPDATE OF `settled_by` ON `runs`
WHEN new.settled_by IS NOT NULL AND EXISTS (SELECT 1 FROM requests r WHERE r.run_id = new.run_id AND r.org_id = new.org_id AND r.decided_at IS NULL) BEGIN
	UPDATE requests SET expires_at = min(expires_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) WHERE run_id = new.run_id AND org_id = new.org_id AND decided_at IS NULL;
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `requests_run_only_ended`;
--> statement-breakpoint
CREATE TRIGGER `requests_run_only_ended` AFTER INSERT ON `runs`
WHEN new.settled_by IS NOT NULL AND EXISTS (SELECT 1 FROM requests r WHERE r.run_id = new.run_id AND r.org_id = new.org_id AND r.decided_at IS NULL) BEGIN
	UPDATE requests SET expires_at = min(expires_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) WHERE run_id = new.run_id AND org_id = new.org_id AND decided_at IS NULL;
END;
