CREATE TABLE `budget_grants` (
	`run_id` text NOT NULL,
	`budget_id` text NOT NULL,
	`org_id` text NOT NULL,
	`subject` text NOT NULL,
	`window_start` text NOT NULL,
	`granted` integer NOT NULL,
	`beyond` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`run_id`, `budget_id`),
	CONSTRAINT "budget_grants_beyond" CHECK("budget_grants"."beyond" BETWEEN 0 AND "budget_grants"."granted")
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `budget_grants_budget` ON `budget_grants` (`budget_id`,`org_id`);--> statement-breakpoint
ALTER TABLE `budget_states` ADD `raised` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `budget_states` ADD `raised_until` text;--> statement-breakpoint
ALTER TABLE `budget_states` ADD `beyond` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP VIEW IF EXISTS `budget_moves`;
--> statement-breakpoint
CREATE VIEW `budget_moves` AS SELECT NULL AS budget_id, NULL AS run_id, NULL AS org_id, NULL AS user_id, NULL AS agent_id, NULL AS api_key_id, NULL AS model,
	NULL AS created_at, 0 AS is_late, 0 AS used_credits, 0 AS held_credits, 0 AS used_tokens, 0 AS held_tokens, 0 AS used_runs,
	0 AS run_credits, 0 AS run_tokens, NULL AS at, 0 AS over_credits, 0 AS over_tokens;
--> statement-breakpoint
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
	WHERE run_id = new.run_id AND NOT new.is_late AND EXISTS (SELECT 1 FROM budgets b WHERE b.id = budget_grants.budget_id
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
DROP TRIGGER IF EXISTS `budgets_hold`;
--> statement-breakpoint
CREATE TRIGGER `budgets_hold` AFTER INSERT ON `holds`
WHEN EXISTS (SELECT 1 FROM budgets b WHERE b.org_id = new.org_id OR b.org_id IS NULL) BEGIN
	INSERT INTO budget_moves VALUES (NULL, new.run_id, new.org_id, new.user_id, new.agent_id, new.api_key_id, coalesce(new.model_key, new.model), new.run_created_at, 0,
		0, new.counted_credits, 0, new.counted_tokens, 1, new.counted_credits, new.counted_tokens, new.touched_at, 0, 0);
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `budgets_hold_change`;
--> statement-breakpoint
CREATE TRIGGER `budgets_hold_change` AFTER UPDATE ON `holds`
WHEN new.counted_credits <> old.counted_credits OR new.counted_tokens <> old.counted_tokens
OR new.call_id <> old.call_id AND EXISTS (SELECT 1 FROM budget_grants g WHERE g.run_id = new.run_id) BEGIN
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
	DELETE FROM budget_grants WHERE run_id = old.run_id;
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `budgets_end_new`;
--> statement-breakpoint
CREATE TRIGGER `budgets_end_new` AFTER INSERT ON `runs` WHEN new.settled_by IS NOT NULL
AND EXISTS (SELECT 1 FROM budgets b WHERE b.org_id = new.org_id OR b.org_id IS NULL) BEGIN
	INSERT INTO budget_moves SELECT NULL, run_id, org_id, user_id, agent_id, NULL, model, created_at, 0,
		credits_used, 0, tokens, 0, 1, credits_used, tokens, at, 0, 0
	FROM budget_ends WHERE run_id = new.run_id;
	DELETE FROM budget_grants WHERE run_id = new.run_id;
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
	DELETE FROM budget_grants WHERE run_id = new.run_id;
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `budgets_count`;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER IF EXISTS `budgets_forget`;
--> statement-breakpoint
CREATE TRIGGER `budgets_forget` AFTER DELETE ON `budgets` BEGIN
	DELETE FROM budget_states WHERE budget_id = old.id;
	DELETE FROM budget_alerts WHERE budget_id = old.id;
	DELETE FROM budget_grants WHERE budget_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `budget_grants_taken` AFTER UPDATE OF `beyond` ON `budget_grants` WHEN new.beyond <> old.beyond BEGIN
	UPDATE budget_states SET beyond = beyond + new.beyond - old.beyond
	WHERE budget_id = new.budget_id AND window_start = new.window_start AND org_id = new.org_id AND subject = new.subject;
END;
--> statement-breakpoint
CREATE TRIGGER `requests_granted` AFTER UPDATE OF `decision` ON `requests`
WHEN new.kind = 'spend' AND old.decision IS NULL AND new.decision = 'granted' BEGIN
	INSERT INTO budget_states (budget_id, org_id, subject, window_start, raised, raised_until, changed_at)
	SELECT b.id, new.org_id, a.value ->> 'subject', a.value ->> 'window_start', new.granted ->> b.unit, iif(b.window = 'total', new.granted ->> 'until', NULL), new.decided_at
	FROM json_each(new.spend, '$.budgets') AS a CROSS JOIN budgets b
	WHERE b.id = a.value ->> 'budget_id' AND b.scope <> 'run' AND new.granted ->> 'for' = 'window' AND new.granted ->> b.unit > 0
	ON CONFLICT DO UPDATE SET raised = iif(raised_until <= excluded.changed_at, 0, raised) + excluded.raised, raised_until = excluded.raised_until;
	INSERT INTO budget_grants (run_id, budget_id, org_id, subject, window_start, granted, created_at)
	SELECT new.run_id, b.id, new.org_id, a.value ->> 'subject', a.value ->> 'window_start', new.granted ->> b.unit, new.decided_at
	FROM json_each(new.spend, '$.budgets') AS a CROSS JOIN budgets b
	WHERE b.id = a.value ->> 'budget_id' AND (b.scope = 'run' OR new.granted ->> 'for' = 'run') AND new.granted ->> b.unit > 0
	ON CONFLICT DO UPDATE SET granted = iif(subject = excluded.subject AND window_start = excluded.window_start, granted, beyond) + excluded.granted,
		subject = excluded.subject, window_start = excluded.window_start;
END;
--> statement-breakpoint
CREATE TRIGGER `requests_reverted` AFTER UPDATE OF `decision` ON `requests`
WHEN new.kind = 'spend' AND old.decision = 'granted' AND new.decision = 'declined' BEGIN
	UPDATE budget_states SET raised = max(0, raised - (SELECT old.granted ->> b.unit FROM budgets b WHERE b.id = budget_id))
	WHERE old.granted ->> 'for' = 'window' AND (budget_id, window_start, org_id, subject) IN (
		SELECT a.value ->> 'budget_id', a.value ->> 'window_start', new.org_id, a.value ->> 'subject' FROM json_each(old.spend, '$.budgets') AS a);
	UPDATE budget_grants SET granted = max(beyond, granted - (SELECT old.granted ->> b.unit FROM budgets b WHERE b.id = budget_id))
	WHERE run_id = new.run_id AND budget_id IN (SELECT b.id FROM json_each(old.spend, '$.budgets') AS a CROSS JOIN budgets b
		WHERE b.id = a.value ->> 'budget_id' AND (b.scope = 'run' OR old.granted ->> 'for' = 'run'));
	DELETE FROM budget_grants WHERE run_id = new.run_id AND granted = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `requests_run_ended` AFTER UPDATE OF `settled_by` ON `runs`
WHEN new.settled_by IS NOT NULL AND EXISTS (SELECT 1 FROM requests r WHERE r.run_id = new.run_id AND r.decided_at IS NULL) BEGIN
	UPDATE requests SET expires_at = min(expires_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) WHERE run_id = new.run_id AND decided_at IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `requests_run_only_ended` AFTER INSERT ON `runs`
WHEN new.settled_by IS NOT NULL AND EXISTS (SELECT 1 FROM requests r WHERE r.run_id = new.run_id AND r.decided_at IS NULL) BEGIN
	UPDATE requests SET expires_at = min(expires_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) WHERE run_id = new.run_id AND decided_at IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `requests_org_deleted` AFTER UPDATE OF `deleted_at` ON `orgs` WHEN new.deleted_at IS NOT NULL BEGIN
	UPDATE requests SET expires_at = min(expires_at, new.deleted_at)
	WHERE owner IN (new.id, 'platform') AND kind IN ('spend', 'change') AND decided_at IS NULL AND expires_at > new.deleted_at AND org_id = new.id;
END;
