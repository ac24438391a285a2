CREATE INDEX `one_time_tokens_made_by` ON `one_time_tokens` (`made_by`) WHERE "one_time_tokens"."made_by" IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `one_time_tokens_suspended` AFTER UPDATE OF `status` ON `users`
WHEN old.status <> new.status BEGIN
	DELETE FROM one_time_tokens WHERE user_id = new.id;
	DELETE FROM one_time_tokens WHERE made_by = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `one_time_tokens_service` AFTER UPDATE OF `is_active`, `role`, `scopes` ON `service_accounts`
WHEN old.is_active <> new.is_active OR old.role IS NOT new.role OR old.scopes IS NOT new.scopes BEGIN
	DELETE FROM one_time_tokens WHERE made_by = new.id;
END;
