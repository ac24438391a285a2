ALTER TABLE `api_keys` ADD `connection_id` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `connection_used_at` text;--> statement-breakpoint
CREATE INDEX `api_keys_connection` ON `api_keys` (`connection_id`) WHERE "api_keys"."connection_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `api_keys_connection_used` ON `api_keys` (`connection_used_at`) WHERE "api_keys"."connection_used_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `identities` ADD `email_verified` integer;--> statement-breakpoint
ALTER TABLE `identities` ADD `roles_read_at` text;--> statement-breakpoint
CREATE INDEX `identities_email` ON `identities` (`connection_id`,lower("email"));--> statement-breakpoint
ALTER TABLE `memberships` ADD `given_role` text;--> statement-breakpoint
CREATE INDEX `scim_users_out` ON `scim_users` (`connection_id`,lower("user_name")) WHERE "scim_users"."state" <> 'active';