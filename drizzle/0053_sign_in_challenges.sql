CREATE TABLE `sign_in_challenges` (
	`challenge_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`session_id` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_challenges_user` ON `sign_in_challenges` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `sign_in_challenges_expires_at` ON `sign_in_challenges` (`expires_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `authenticated_at` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `factor` text;