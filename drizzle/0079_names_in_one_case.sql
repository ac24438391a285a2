CREATE TABLE `name_claims` (
	`field` text NOT NULL,
	`connection_id` text NOT NULL,
	`name` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`field`, `connection_id`, `name`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "name_claims_field" CHECK("name_claims"."field" IN ('login', 'username', 'email', 'user_name'))
);
--> statement-breakpoint
CREATE INDEX `name_claims_user` ON `name_claims` (`user_id`);--> statement-breakpoint
ALTER TABLE `identities` ADD `email_caseless` text;--> statement-breakpoint
CREATE INDEX `identities_email_caseless` ON `identities` (`connection_id`,`email_caseless`) WHERE "identities"."email_caseless" is not null;--> statement-breakpoint
ALTER TABLE `scim_users` ADD `user_name_caseless` text;--> statement-breakpoint
ALTER TABLE `scim_users` ADD `forgotten_at` text;--> statement-breakpoint
CREATE UNIQUE INDEX `scim_users_name_caseless` ON `scim_users` (`connection_id`,`user_name_caseless`) WHERE "scim_users"."user_name_caseless" IS NOT NULL AND "scim_users"."state" <> 'deleted';--> statement-breakpoint
CREATE INDEX `scim_users_caseless` ON `scim_users` (`connection_id`,`user_name_caseless`) WHERE "scim_users"."user_name_caseless" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `scim_users_forgettable` ON `scim_users` (`updated_at`,`user_id`,`connection_id`) WHERE "scim_users"."state" = 'deleted' AND "scim_users"."forgotten_at" IS NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `login_caseless` text;--> statement-breakpoint
ALTER TABLE `users` ADD `username_caseless` text;--> statement-breakpoint
ALTER TABLE `users` ADD `email_caseless` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_login_caseless` ON `users` (`login_caseless`) WHERE "users"."login_caseless" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_caseless` ON `users` (`username_caseless`) WHERE "users"."username_caseless" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_caseless` ON `users` (`email_caseless`) WHERE "users"."email_caseless" is not null;--> statement-breakpoint
DROP TRIGGER IF EXISTS `scim_users_count_delete`;
--> statement-breakpoint
CREATE TRIGGER `scim_users_count_delete` AFTER DELETE ON `scim_users` WHEN old.forgotten_at IS NULL BEGIN
	UPDATE oidc_connections SET people_count = people_count - 1 WHERE id = old.connection_id;
END;
--> statement-breakpoint
CREATE TRIGGER `scim_users_count_forget` AFTER UPDATE OF forgotten_at ON `scim_users`
WHEN old.forgotten_at IS NULL AND new.forgotten_at IS NOT NULL BEGIN
	UPDATE oidc_connections SET people_count = people_count - 1 WHERE id = new.connection_id;
END;
--> statement-breakpoint
CREATE TRIGGER `scim_users_name_change` AFTER UPDATE OF user_name ON `scim_users` WHEN new.user_name <> old.user_name BEGIN
	UPDATE scim_users SET user_name_caseless = NULL WHERE connection_id = new.connection_id AND user_id = new.user_id;
	DELETE FROM name_claims WHERE field = 'user_name' AND connection_id = new.connection_id AND user_id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER `scim_users_name_delete` AFTER DELETE ON `scim_users` BEGIN
	DELETE FROM name_claims WHERE field = 'user_name' AND connection_id = old.connection_id AND user_id = old.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER `scim_users_name_claimed` BEFORE UPDATE OF user_name_caseless ON `scim_users` BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: scim_users.user_name_caseless') FROM name_claims
	WHERE field = 'user_name' AND connection_id = new.connection_id AND name = new.user_name_caseless
		AND new.user_name_caseless IS NOT old.user_name_caseless
	GROUP BY name HAVING max(user_id = new.user_id) = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `users_names_change` AFTER UPDATE OF login, username, email ON `users`
WHEN new.login <> old.login OR new.username <> old.username OR new.email IS NOT old.email BEGIN
	UPDATE users SET login_caseless = iif(new.login = old.login, login_caseless, NULL),
		username_caseless = iif(new.username = old.username, username_caseless, NULL),
		email_caseless = iif(new.email IS old.email, email_caseless, NULL) WHERE seq = new.seq;
	DELETE FROM name_claims WHERE user_id = new.id AND (field = 'login' AND new.login <> old.login
		OR field = 'username' AND new.username <> old.username OR field = 'email' AND new.email IS NOT old.email);
END;
--> statement-breakpoint
CREATE TRIGGER `users_names_insert` BEFORE INSERT ON `users` BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.login_caseless') FROM name_claims
	WHERE field = 'login' AND connection_id = '' AND name = new.login_caseless;
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.username_caseless') FROM name_claims
	WHERE field = 'username' AND connection_id = '' AND name = new.username_caseless;
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.email_caseless') FROM name_claims
	WHERE field = 'email' AND connection_id = '' AND name = new.email_caseless;
END;
--> statement-breakpoint
CREATE TRIGGER `users_names_claimed` BEFORE UPDATE OF login_caseless, username_caseless, email_caseless ON `users` BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.login_caseless') FROM name_claims
	WHERE field = 'login' AND connection_id = '' AND name = new.login_caseless AND new.login_caseless IS NOT old.login_caseless
	GROUP BY name HAVING max(user_id = new.id) = 0;
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.username_caseless') FROM name_claims
	WHERE field = 'username' AND connection_id = '' AND name = new.username_caseless AND new.username_caseless IS NOT old.username_caseless
	GROUP BY name HAVING max(user_id = new.id) = 0;
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.email_caseless') FROM name_claims
	WHERE field = 'email' AND connection_id = '' AND name = new.email_caseless AND new.email_caseless IS NOT old.email_caseless
	GROUP BY name HAVING max(user_id = new.id) = 0;
END;
