-- A platform admin reaches every account, and a colleague may be made an operator by them at once. Once they no longer are one, whom
-- they reached counts as reached: what they planted ends with the user's first platform role, as that of other operators does.

CREATE TRIGGER `platform_admins_reached` AFTER DELETE ON `platform_admins` BEGIN
	UPDATE users SET reached_at = (SELECT min(r.created_at) FROM audit_logs r
		WHERE r.target_id = users.id AND r.actor_user_id = old.user_id
			AND (r.action IN ('passwords.reset_token', 'users.reset_second_factor')
				OR r.action = 'users.update' AND r.before ->> '$.email' IS NOT r.after ->> '$.email'))
	WHERE reached_at IS NULL AND id <> old.user_id
		AND id IN (SELECT l.target_id FROM audit_logs l WHERE l.actor_user_id = old.user_id
			AND l.action IN ('passwords.reset_token', 'users.reset_second_factor', 'users.update'))
		AND NOT EXISTS (SELECT 1 FROM platform_admins a WHERE a.user_id = users.id)
		AND NOT EXISTS (SELECT 1 FROM operator_roles o WHERE o.user_id = users.id);
END;
