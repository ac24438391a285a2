CREATE TABLE `service_account_encryption_keys` (
	`service_account_id` text NOT NULL,
	`kid` text NOT NULL,
	`jwk` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`service_account_id`, `kid`),
	FOREIGN KEY (`service_account_id`) REFERENCES `service_accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `credential_releases` (
	`service_account_id` text NOT NULL,
	`place` text NOT NULL,
	`kid` text NOT NULL,
	`day` text NOT NULL,
	`org_id` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`service_account_id`, `place`, `kid`, `day`)
);
--> statement-breakpoint
CREATE INDEX `credential_releases_day` ON `credential_releases` (`day`);--> statement-breakpoint
CREATE INDEX `credential_releases_org` ON `credential_releases` (`org_id`);--> statement-breakpoint
ALTER TABLE `service_accounts` ADD `runtime` text;