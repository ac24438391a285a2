CREATE TABLE `service_account_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`service_account_id` text NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`key_prefix` text NOT NULL,
	`expires_at` text,
	`last_used_at` text,
	`replaced_by` text,
	`call_hash` text,
	`fingerprint_hash` text,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`service_account_id`) REFERENCES `service_accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `service_account_keys_key_hash_unique` ON `service_account_keys` (`key_hash`);--> statement-breakpoint
CREATE INDEX `service_account_keys_account` ON `service_account_keys` (`service_account_id`,`id`);--> statement-breakpoint
CREATE INDEX `service_account_keys_expires_at` ON `service_account_keys` (`expires_at`) WHERE "service_account_keys"."expires_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `service_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`name` text NOT NULL,
	`role` text,
	`scopes` text,
	`is_active` integer DEFAULT true NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "service_accounts_role" CHECK("service_accounts"."role" IN ('admin', 'member')),
	CONSTRAINT "service_accounts_permissions" CHECK(("service_accounts"."role" IS NULL) <> ("service_accounts"."scopes" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `service_accounts_org` ON `service_accounts` (`org_id`,`id`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `replaced_by` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `call_hash` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `fingerprint_hash` text;--> statement-breakpoint
ALTER TABLE `audit_logs` ADD `actor_service_account_id` text;--> statement-breakpoint
CREATE INDEX `audit_logs_service` ON `audit_logs` (`actor_service_account_id`,`id`) WHERE "audit_logs"."actor_service_account_id" IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `unconfirmed_changes_service` AFTER UPDATE OF `is_active`, `role`, `scopes` ON `service_accounts`
WHEN new.is_active = 0 OR old.role IS NOT new.role OR old.scopes IS NOT new.scopes BEGIN
	UPDATE unconfirmed_changes SET due_at = min(due_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
	WHERE status = 'pending' AND maker_user_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `unconfirmed_changes_service_deleted` AFTER DELETE ON `service_accounts` BEGIN
	UPDATE unconfirmed_changes SET due_at = min(due_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
	WHERE status = 'pending' AND maker_user_id = old.id;
END;
