ALTER TABLE `passwords` ADD `changed_at` text;--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `made_by` text;--> statement-breakpoint
ALTER TABLE `service_account_keys` ADD `permissions` text;--> statement-breakpoint
ALTER TABLE `users` ADD `reached_at` text;