CREATE TABLE `one_time_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `one_time_tokens_user` ON `one_time_tokens` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `one_time_tokens_expires_at` ON `one_time_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_in_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_requests_subject` ON `sign_in_requests` (`subject`,`created_at`);--> statement-breakpoint
DROP INDEX `sessions_user`;--> statement-breakpoint
ALTER TABLE `sessions` ADD `client_address` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `client_network` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `user_agent` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_used_at` text;--> statement-breakpoint
CREATE INDEX `sessions_user_id` ON `sessions` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_user_network` ON `sessions` (`user_id`,`client_network`);--> statement-breakpoint
ALTER TABLE `refresh_tokens` ADD `successor_salt` text;--> statement-breakpoint
CREATE INDEX `refresh_tokens_used` ON `refresh_tokens` (`used_at`) WHERE "refresh_tokens"."used_at" IS NOT NULL;
