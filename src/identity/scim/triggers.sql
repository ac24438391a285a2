-- What an operator says of somebody counts. Whom they activate or suspend is no longer somebody whom a directory of the platform
-- suspended, so it brings back nobody whom they suspended later.
CREATE TRIGGER `scim_users_overruled` AFTER UPDATE OF `status` ON `users` WHEN new.status <> old.status BEGIN
	UPDATE scim_users SET state = 'active' WHERE user_id = new.id AND state = 'inactive'
		AND connection_id IN (SELECT id FROM oidc_connections WHERE org_id IS NULL);
	DELETE FROM scim_users WHERE user_id = new.id AND state = 'deleted'
		AND connection_id IN (SELECT id FROM oidc_connections WHERE org_id IS NULL);
END;
