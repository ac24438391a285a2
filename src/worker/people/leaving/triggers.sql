-- What active users may decide: their role in each org, and for no org in particular `owner` for a platform admin, or another platform
-- role.
CREATE VIEW `powers` AS
SELECT m.user_id, m.org_id, m.role FROM memberships m JOIN users u ON u.id = m.user_id AND u.status = 'active'
UNION ALL SELECT a.user_id, NULL, 'owner' FROM platform_admins a JOIN users u ON u.id = a.user_id AND u.status = 'active'
UNION ALL SELECT r.user_id, NULL, r.role FROM operator_roles r JOIN users u ON u.id = r.user_id AND u.status = 'active';

-- What a user who lost a right leaves is marked here, whatever took the right away. A right that comes back takes no mark away.
CREATE VIEW `rights_lost` AS SELECT NULL AS user_id, NULL AS at;

CREATE TRIGGER `rights_lost_apply` INSTEAD OF INSERT ON `rights_lost` BEGIN
	UPDATE oidc_connections SET waits_since = new.at
	WHERE decided_by = new.user_id AND waits_since IS NULL AND NOT EXISTS (SELECT 1 FROM powers p
		WHERE p.user_id = new.user_id AND p.role = 'owner' AND (p.org_id IS NULL OR p.org_id = oidc_connections.org_id));
	UPDATE scim_tokens SET narrowed_at = new.at
	WHERE created_by = new.user_id AND narrowed_at IS NULL AND NOT EXISTS (SELECT 1 FROM powers p
		WHERE p.user_id = new.user_id AND p.role = 'owner' AND (p.org_id IS NULL
			OR p.org_id = (SELECT o.org_id FROM oidc_connections o WHERE o.id = scim_tokens.connection_id)));
	UPDATE service_account_keys SET maker_left_at = new.at
	WHERE created_by = new.user_id AND maker_left_at IS NULL AND NOT EXISTS (SELECT 1 FROM powers p
		WHERE p.user_id = new.user_id AND p.role IN ('owner', 'admin') AND (p.org_id IS NULL
			OR p.org_id = (SELECT s.org_id FROM service_accounts s WHERE s.id = service_account_keys.service_account_id)));
	UPDATE invitations SET voided_at = new.at
	WHERE inviter_user_id = new.user_id AND accepted_at IS NULL AND voided_at IS NULL AND NOT EXISTS (SELECT 1 FROM powers p
		WHERE p.user_id = new.user_id AND (invitations.inviter_permission IS NOT NULL AND p.org_id IS NULL AND p.role IN ('owner', 'support') OR p.org_id = invitations.org_id
			AND (p.role = 'owner' OR p.role = 'admin' AND invitations.role <> 'owner')));
	INSERT INTO leavings (user_id, org_id, left_at)
	SELECT new.user_id, coalesce(o.org_id, 'platform'), new.at FROM oidc_connections o WHERE o.decided_by = new.user_id AND o.waits_since = new.at
	UNION SELECT new.user_id, coalesce(o.org_id, 'platform'), new.at FROM scim_tokens t JOIN oidc_connections o ON o.id = t.connection_id
		WHERE t.created_by = new.user_id AND t.narrowed_at = new.at
	UNION SELECT new.user_id, s.org_id, new.at FROM service_account_keys k JOIN service_accounts s ON s.id = k.service_account_id
		WHERE k.created_by = new.user_id AND k.maker_left_at = new.at
	ON CONFLICT DO UPDATE SET left_at = excluded.left_at, told_at = NULL;
END;

CREATE TRIGGER `rights_lost_removed` AFTER DELETE ON `memberships` BEGIN
	INSERT INTO rights_lost VALUES (old.user_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

CREATE TRIGGER `rights_lost_demoted` AFTER UPDATE OF `role` ON `memberships`
WHEN (old.role = 'owner' AND new.role <> 'owner') OR (old.role = 'admin' AND new.role = 'member') BEGIN
	INSERT INTO rights_lost VALUES (new.user_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

CREATE TRIGGER `rights_lost_suspended` AFTER UPDATE OF `status` ON `users`
WHEN old.status = 'active' AND new.status <> 'active' BEGIN
	INSERT INTO rights_lost VALUES (new.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

CREATE TRIGGER `rights_lost_revoked` AFTER DELETE ON `platform_admins` BEGIN
	INSERT INTO rights_lost VALUES (old.user_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

CREATE TRIGGER `rights_lost_role_revoked` AFTER DELETE ON `operator_roles` BEGIN
	INSERT INTO rights_lost VALUES (old.user_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
