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
--> statement-breakpoint
CREATE TRIGGER `platform_admins_reached` AFTER DELETE ON `platform_admins` BEGIN
	UPDATE users SET reached_at = (SELECT min(r.created_at) FROM audit_logs r
		WHERE r.target_id = users.id AND r.actor_user_id = old.user_id
			AND (r.action IN ('passwords.reset_token', 'users.reset_second_factor')
				OR r.action = 'users.update' AND r.before ->> '$.email' IS NOT r.after ->> '$.email'))
	WHERE reached_at IS NULL AND id <> old.user_id
		AND id IN (SELECT l.target_id FROM audit_logs l WHERE l.actor_user_id = old.user_id
			AND l.action IN ('passwords.reset_token', 'users.reset_second_factor', 'users.update'))
		AND NOT EXISTS (SELECT 1 FROM platform_admins a WHERE a.user_id = users.id)
		AND NOT EXISTS (SELECT 1 FROM operator_roles o WHERE o.user_id = users.id);
END;
