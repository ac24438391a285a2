ALTER TABLE `oidc_connections` ADD `people_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `scim_users_count_insert` AFTER INSERT ON `scim_users` BEGIN
	UPDATE oidc_connections SET people_count = people_count + 1 WHERE id = new.connection_id;
END;
--> statement-breakpoint
CREATE TRIGGER `scim_users_count_delete` AFTER DELETE ON `scim_users` BEGIN
	UPDATE oidc_connections SET people_count = people_count - 1 WHERE id = old.connection_id;
END;
