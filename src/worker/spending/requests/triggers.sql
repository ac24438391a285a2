-- A grant raises the limit of the budgets that refused in their window, or lets the run exceed them by itself. A single run has no
-- state, so for its budgets both are the same.
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

-- A grant that nobody has used is taken back.
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

-- Nobody waits for the answer any longer.
CREATE TRIGGER `requests_run_ended` AFTER UPDATE OF `settled_by` ON `runs`
WHEN new.settled_by IS NOT NULL AND EXISTS (SELECT 1 FROM requests r WHERE r.run_id = new.run_id AND r.org_id = new.org_id AND r.decided_at IS NULL) BEGIN
	UPDATE requests SET expires_at = min(expires_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) WHERE run_id = new.run_id AND org_id = new.org_id AND decided_at IS NULL;
END;

CREATE TRIGGER `requests_run_only_ended` AFTER INSERT ON `runs`
WHEN new.settled_by IS NOT NULL AND EXISTS (SELECT 1 FROM requests r WHERE r.run_id = new.run_id AND r.org_id = new.org_id AND r.decided_at IS NULL) BEGIN
	UPDATE requests SET expires_at = min(expires_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) WHERE run_id = new.run_id AND org_id = new.org_id AND decided_at IS NULL;
END;

-- What a deleted org asked for has lapsed, also if the org is restored.
CREATE TRIGGER `requests_org_deleted` AFTER UPDATE OF `deleted_at` ON `orgs` WHEN new.deleted_at IS NOT NULL BEGIN
	UPDATE requests SET expires_at = min(expires_at, new.deleted_at)
	WHERE owner IN (new.id, 'platform') AND kind IN ('spend', 'change') AND decided_at IS NULL AND expires_at > new.deleted_at AND org_id = new.id;
END;

-- What a suspended service account proposed has lapsed, also if the account works again, as what a suspended user proposed. Both may
-- have been suspended for it.
CREATE TRIGGER `requests_service_suspended` AFTER UPDATE OF `is_active` ON `service_accounts` WHEN old.is_active AND NOT new.is_active BEGIN
	UPDATE requests SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
	WHERE owner IN (new.org_id, 'platform') AND kind = 'change' AND decided_at IS NULL AND org_id = new.org_id
		AND expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AND asked_by_kind = 'service_account' AND asked_by_id = new.id;
END;
