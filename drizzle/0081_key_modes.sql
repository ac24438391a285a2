ALTER TABLE `api_keys` ADD `mode` text DEFAULT 'act' NOT NULL;--> statement-breakpoint
ALTER TABLE `service_account_keys` ADD `mode` text DEFAULT 'act' NOT NULL;