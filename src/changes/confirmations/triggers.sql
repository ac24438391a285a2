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
