ALTER TABLE `webhook_attempts` ADD `signed_at` integer;--> statement-breakpoint
ALTER TABLE `webhook_attempts` ADD `signature` text;