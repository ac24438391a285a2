ALTER TABLE `holds` ADD `model_key` text;--> statement-breakpoint
ALTER TABLE `holds` ADD `provider_names` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `model_key` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `root_id` text;--> statement-breakpoint
ALTER TABLE `service_account_keys` ADD `root_id` text;
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
		0, new.counted_credits, 0, new.counted_tokens, 1, new.counted_credits, new.counted_tokens, new.touched_at);
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `budgets_hold_change`;
--> statement-breakpoint
CREATE TRIGGER `budgets_hold_change` AFTER UPDATE ON `holds`
WHEN new.counted_credits <> old.counted_credits OR new.counted_tokens <> old.counted_tokens BEGIN
	INSERT INTO budget_moves VALUES (NULL, new.run_id, new.org_id, new.user_id, new.agent_id, new.api_key_id, coalesce(new.model_key, new.model), new.run_created_at, 0,
		0, new.counted_credits - old.counted_credits, 0, new.counted_tokens - old.counted_tokens, 0, new.counted_credits, new.counted_tokens, new.touched_at);
END;
--> statement-breakpoint
DROP VIEW IF EXISTS `budget_ends`;
--> statement-breakpoint
CREATE VIEW `budget_ends` AS SELECT run_id, org_id, user_id, agent_id, coalesce(model_key, model) AS model, created_at, credits_used, total_input_tokens + total_output_tokens AS tokens,
	(SELECT strftime('%Y-%m-%dT%H:%M:%fZ', sum(instr('123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(settled_by, place.value + 5, 1)) << (45 - 5 * place.value)) / 1000.0, 'unixepoch')
		FROM json_each('[0,1,2,3,4,5,6,7,8,9]') AS place) AS at
FROM runs WHERE settled_by IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `budgets_hold_end`;
--> statement-breakpoint
CREATE TRIGGER `budgets_hold_end` AFTER DELETE ON `holds`
WHEN EXISTS (SELECT 1 FROM budgets b WHERE b.org_id = old.org_id OR b.org_id IS NULL) BEGIN
	INSERT INTO budget_moves SELECT NULL, run_id, org_id, old.user_id, old.agent_id, old.api_key_id, coalesce(old.model_key, old.model), old.run_created_at, 0,
		credits_used, -old.counted_credits, tokens, -old.counted_tokens, 0, credits_used, tokens, at
	FROM budget_ends WHERE run_id = old.run_id;
	INSERT INTO budget_moves SELECT NULL, run_id, org_id, iif(old.user_id IS NULL, user_id, NULL), iif(old.agent_id IS NULL, agent_id, NULL), NULL,
		iif(old.model IS NULL, model, NULL), old.run_created_at, 1, credits_used, 0, tokens, 0, 1, credits_used, tokens, at
	FROM budget_ends WHERE run_id = old.run_id;
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
		FROM json_each('[0,1,2,3,4,5,6,7,8,9]') AS place));
END;
--> statement-breakpoint
DROP VIEW IF EXISTS `budget_holds`;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER IF EXISTS `budgets_count`;
--> statement-breakpoint
CREATE TRIGGER `budgets_count` AFTER INSERT ON `budgets` BEGIN
	UPDATE budgets SET counts_since = iif(new.org_id IS NULL OR (SELECT count(*) FROM (SELECT 1 FROM runs r WHERE r.org_id = new.org_id LIMIT 100001)) > 100000,
		new.updated_at, iif(new.window = 'total', (SELECT o.created_at FROM orgs o WHERE o.id = new.org_id), iif(new.window = 'total', '', iif(new.window = 'hour', substr(new.updated_at, 1, 13) || ':00:00.000Z',
		iif(new.window = 'day', substr(new.updated_at, 1, 10) || 'T00:00:00.000Z', iif(new.window = 'month', substr(new.updated_at, 1, 7) || '-01T00:00:00.000Z',
		strftime('%Y-%m-%dT00:00:00.000Z', new.updated_at, '-6 days', 'weekday 1'))))))) WHERE id = new.id;
	INSERT INTO budget_moves SELECT new.id, NULL, org_id, bounded, bounded, bounded, bounded, min(created_at), 0,
		sum(used_credits), sum(held), sum(used_tokens), sum(held), count(*), 0, 0, new.updated_at
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
