CREATE TABLE `unconfirmed_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`audit_id` text NOT NULL,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`org_id` text,
	`maker_user_id` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`reverted_by` text,
	`created_at` text NOT NULL,
	`due_at` text NOT NULL,
	`ended_at` text,
	`rival_count` integer NOT NULL,
	`idempotency_id` text,
	CONSTRAINT "unconfirmed_changes_alone" CHECK("unconfirmed_changes"."rival_count" = 0),
	CONSTRAINT "unconfirmed_changes_status" CHECK("unconfirmed_changes"."status" IN ('pending', 'confirmed', 'reverted', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `unconfirmed_changes_maker` ON `unconfirmed_changes` (`maker_user_id`,`id`);--> statement-breakpoint
CREATE INDEX `unconfirmed_changes_status` ON `unconfirmed_changes` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `unconfirmed_changes_due` ON `unconfirmed_changes` (`due_at`) WHERE "unconfirmed_changes"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `unconfirmed_changes_idempotency` ON `unconfirmed_changes` (`idempotency_id`) WHERE "unconfirmed_changes"."idempotency_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `replaced_secrets` (
	`id` text PRIMARY KEY NOT NULL,
	`table_name` text NOT NULL,
	`row_id` text NOT NULL,
	`column_name` text NOT NULL,
	`key_id` text NOT NULL,
	`sealed` text NOT NULL,
	`created_at` text NOT NULL,
	`replaced_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `replaced_secrets_key` ON `replaced_secrets` (`key_id`);--> statement-breakpoint
CREATE INDEX `replaced_secrets_replaced_at` ON `replaced_secrets` (`replaced_at`);--> statement-breakpoint
CREATE TABLE `audit_states` (
	`audit_id` text NOT NULL,
	`table_name` text NOT NULL,
	`row_key` text NOT NULL,
	`before` text,
	`after` text,
	PRIMARY KEY(`audit_id`, `table_name`, `row_key`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `secrets` ADD `secret_id` text;--> statement-breakpoint
ALTER TABLE `audit_logs` ADD `reverts` text;--> statement-breakpoint
CREATE INDEX `audit_logs_reverts` ON `audit_logs` (`reverts`) WHERE "audit_logs"."reverts" IS NOT NULL;--> statement-breakpoint
UPDATE `secrets` SET `secret_id` = 'sec_' || hex(randomblob(13));--> statement-breakpoint
CREATE TRIGGER `secrets_keep_replaced` AFTER UPDATE OF secret_id ON `secrets` WHEN old.secret_id IS NOT NULL AND old.secret_id IS NOT new.secret_id BEGIN
	INSERT OR REPLACE INTO replaced_secrets (id, table_name, row_id, column_name, key_id, sealed, created_at, replaced_at)
	VALUES (old.secret_id, old.table_name, old.row_id, old.column_name, old.key_id, old.sealed, old.created_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
--> statement-breakpoint
CREATE TRIGGER `secrets_keep_deleted` AFTER DELETE ON `secrets` WHEN old.secret_id IS NOT NULL BEGIN
	INSERT OR REPLACE INTO replaced_secrets (id, table_name, row_id, column_name, key_id, sealed, created_at, replaced_at)
	VALUES (old.secret_id, old.table_name, old.row_id, old.column_name, old.key_id, old.sealed, old.created_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
