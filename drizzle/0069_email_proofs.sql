ALTER TABLE `users` ADD `email_proved_by` text;--> statement-breakpoint
ALTER TABLE `users` ADD `email_set_by_operator` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `users` SET `email_set_by_operator` = 1 WHERE `email` IS NOT NULL AND `id` IN (
	SELECT a.target_id FROM `audit_logs` a JOIN `users` u ON u.id = a.target_id
	WHERE a.action = 'users.update' AND a.actor_user_id IS NOT a.target_id AND lower(a.after ->> 'email') = lower(u.email)
	AND lower(a.before ->> 'email') IS NOT lower(a.after ->> 'email')
	AND NOT EXISTS (SELECT 1 FROM `audit_logs` l WHERE l.target_id = a.target_id AND l.id > a.id AND l.action = 'users.verify_email')
);--> statement-breakpoint
UPDATE `users` SET `email_proved_by` = 'operator' WHERE `email_verified` = 1 AND `id` IN (
	SELECT a.target_id FROM `audit_logs` a JOIN `users` u ON u.id = a.target_id
	WHERE a.action = 'users.update' AND a.actor_user_id IS NOT a.target_id AND lower(a.after ->> 'email') = lower(u.email)
	AND a.after ->> 'email_verified' = 1 AND (a.before ->> 'email_verified' IS NOT 1 OR lower(a.before ->> 'email') IS NOT lower(a.after ->> 'email'))
	AND NOT EXISTS (SELECT 1 FROM `audit_logs` l WHERE l.target_id = a.target_id AND l.id > a.id AND l.action = 'users.verify_email')
);--> statement-breakpoint
UPDATE `users` SET `reached_at` = (
	SELECT min(a.created_at) FROM `audit_logs` a
	WHERE a.target_id = `users`.`id` AND a.actor_user_id IS NOT a.target_id
	AND NOT EXISTS (SELECT 1 FROM `platform_admins` p WHERE p.user_id = a.actor_user_id)
	AND (a.action IN ('passwords.reset_token', 'users.reset_second_factor')
		OR a.action = 'users.update' AND a.after ->> 'email' IS NOT NULL AND a.before ->> 'email' IS NOT a.after ->> 'email')
) WHERE `reached_at` IS NULL AND `id` IN (
	SELECT a.target_id FROM `audit_logs` a WHERE a.action IN ('passwords.reset_token', 'users.reset_second_factor', 'users.update')
	AND a.actor_user_id IS NOT a.target_id
);
