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
CREATE INDEX `sessions_user_network` ON `sessions` (`user_id`,`client_network`);