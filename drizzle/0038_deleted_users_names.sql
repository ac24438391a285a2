CREATE TABLE `user_erasures` (
	`user_id` text PRIMARY KEY NOT NULL,
	`org_ids` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `orgs` ADD `personal_of` text;--> statement-breakpoint
ALTER TABLE `orgs` ADD `deleted_at` text;--> statement-breakpoint
CREATE INDEX `orgs_personal_of` ON `orgs` (`personal_of`) WHERE "orgs"."personal_of" IS NOT NULL;--> statement-breakpoint
-- Users who were deleted before. Their audit rows say which orgs they owned.
INSERT INTO `user_erasures` (`user_id`, `org_ids`, `created_at`)
SELECT u.id, (
	SELECT json_group_array(m.value ->> 'org_id') FROM audit_logs a, json_each(a.before, '$.memberships') m
	WHERE a.target_id = u.id AND a.action = 'users.delete' AND m.value ->> 'role' = 'owner'
), u.created_at
FROM users u WHERE u.status = 'deleted';
