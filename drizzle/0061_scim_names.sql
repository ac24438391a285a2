CREATE UNIQUE INDEX `scim_users_name` ON `scim_users` (`connection_id`,lower("user_name")) WHERE "scim_users"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX `scim_users_external` ON `scim_users` (`connection_id`,`external_id`);--> statement-breakpoint
CREATE TRIGGER `scim_users_overruled` AFTER UPDATE OF `status` ON `users` WHEN new.status <> old.status BEGIN
	UPDATE scim_users SET state = 'active' WHERE user_id = new.id AND state = 'inactive'
		AND connection_id IN (SELECT id FROM oidc_connections WHERE org_id IS NULL);
	DELETE FROM scim_users WHERE user_id = new.id AND state = 'deleted'
		AND connection_id IN (SELECT id FROM oidc_connections WHERE org_id IS NULL);
END;
