CREATE TABLE `scim_tokens` (
	`connection_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`connection_id`) REFERENCES `oidc_connections`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scim_tokens_token_hash_unique` ON `scim_tokens` (`token_hash`);--> statement-breakpoint
CREATE TABLE `scim_users` (
	`connection_id` text NOT NULL,
	`user_id` text NOT NULL,
	`user_name` text NOT NULL,
	`external_id` text,
	`state` text NOT NULL,
	`role` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`connection_id`, `user_id`),
	FOREIGN KEY (`connection_id`) REFERENCES `oidc_connections`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "scim_users_state" CHECK("scim_users"."state" IN ('active', 'inactive', 'deleted'))
);
--> statement-breakpoint
CREATE INDEX `scim_users_user` ON `scim_users` (`user_id`);