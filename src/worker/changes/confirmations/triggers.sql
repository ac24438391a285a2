-- When makers lose a right, their pending changes are due immediately, whatever took the right away. After the commit of the
-- batch that takes it, `write/rollbacks.ts` tells the changes' objects.

CREATE TRIGGER `unconfirmed_changes_removed` AFTER DELETE ON `memberships` BEGIN
	UPDATE unconfirmed_changes SET due_at = min(due_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
	WHERE status = 'pending' AND maker_user_id = old.user_id AND org_id = old.org_id;
END;

CREATE TRIGGER `unconfirmed_changes_demoted` AFTER UPDATE OF `role` ON `memberships`
WHEN (old.role = 'owner' AND new.role <> 'owner') OR (old.role = 'admin' AND new.role = 'member') BEGIN
	UPDATE unconfirmed_changes SET due_at = min(due_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
	WHERE status = 'pending' AND maker_user_id = new.user_id AND org_id = new.org_id;
END;

CREATE TRIGGER `unconfirmed_changes_suspended` AFTER UPDATE OF `status` ON `users`
WHEN old.status = 'active' AND new.status <> 'active' BEGIN
	UPDATE unconfirmed_changes SET due_at = min(due_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
	WHERE status = 'pending' AND maker_user_id = new.id;
END;

CREATE TRIGGER `unconfirmed_changes_revoked` AFTER DELETE ON `platform_admins` BEGIN
	UPDATE unconfirmed_changes SET due_at = min(due_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
	WHERE status = 'pending' AND maker_user_id = old.user_id;
END;

CREATE TRIGGER `unconfirmed_changes_role_revoked` AFTER DELETE ON `operator_roles` BEGIN
	UPDATE unconfirmed_changes SET due_at = min(due_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
	WHERE status = 'pending' AND maker_user_id = old.user_id;
END;

CREATE TRIGGER `unconfirmed_changes_service` AFTER UPDATE OF `is_active`, `role`, `scopes` ON `service_accounts`
WHEN new.is_active = 0 OR old.role IS NOT new.role OR old.scopes IS NOT new.scopes BEGIN
	UPDATE unconfirmed_changes SET due_at = min(due_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
	WHERE status = 'pending' AND maker_user_id = new.id;
END;

CREATE TRIGGER `unconfirmed_changes_service_deleted` AFTER DELETE ON `service_accounts` BEGIN
	UPDATE unconfirmed_changes SET due_at = min(due_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
	WHERE status = 'pending' AND maker_user_id = old.id;
END;

-- A day has so many changes on trial of an org. Each is kept for 30 days, and read by anyone who lists them.
CREATE TRIGGER `unconfirmed_changes_of_day` BEFORE INSERT ON `unconfirmed_changes`
WHEN (SELECT u.created_at FROM unconfirmed_changes u WHERE u.org_id = new.org_id ORDER BY u.id DESC LIMIT 1 OFFSET
	coalesce((SELECT b.bytes - 1 FROM byte_budgets b WHERE b.owner = new.org_id AND b.key = 'limit.trials_per_day'), 0))
	> strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day') BEGIN
	SELECT RAISE(ABORT, 'unconfirmed_changes_of_day');
END;
