-- A link ends with the access of the user that it's for, and with that of its maker, however either was taken. It doesn't come
-- back with them.

CREATE TRIGGER `one_time_tokens_suspended` AFTER UPDATE OF `status` ON `users`
WHEN old.status <> new.status BEGIN
	DELETE FROM one_time_tokens WHERE user_id = new.id;
	DELETE FROM one_time_tokens WHERE made_by = new.id;
END;

CREATE TRIGGER `one_time_tokens_service` AFTER UPDATE OF `is_active`, `role`, `scopes` ON `service_accounts`
WHEN old.is_active <> new.is_active OR old.role IS NOT new.role OR old.scopes IS NOT new.scopes BEGIN
	DELETE FROM one_time_tokens WHERE made_by = new.id;
END;
