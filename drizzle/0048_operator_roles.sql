CREATE TABLE `operator_roles` (
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` text NOT NULL,
	`granted_by` text,
	PRIMARY KEY(`user_id`, `role`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "operator_roles_role" CHECK("operator_roles"."role" IN ('auditor', 'support', 'billing', 'operations'))
);
--> statement-breakpoint
ALTER TABLE `platform_admins` ADD `granted_by` text;
--> statement-breakpoint
CREATE VIEW `platform_roles` AS
SELECT user_id, 'admin' AS role, created_at, granted_by FROM platform_admins
UNION ALL SELECT user_id, role, created_at, granted_by FROM operator_roles;
--> statement-breakpoint
CREATE TRIGGER `unconfirmed_changes_role_revoked` AFTER DELETE ON `operator_roles` BEGIN
	UPDATE unconfirmed_changes SET due_at = min(due_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
	WHERE status = 'pending' AND maker_user_id = old.user_id;
END;
