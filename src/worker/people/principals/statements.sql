-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter. `{name}` is shared: it
-- stands once, below the first statement that has it; `{slice.name}` in the file of that slice.

-- principal.ts: findBySession
SELECT
	coalesce(sessions.authenticated_at, sessions.created_at) AS authenticated_at,
	sessions.connection_id, sessions.is_enrolling,
	oidc_connections.org_id IS NOT NULL AS is_confined,
	{findbysession} IS NOT NULL AS is_waiting,
	sessions.factor,
	iif(
		({methods}),
		trim(
			iif(EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = users.id), 'passkey ', '') || iif(
				EXISTS (SELECT 1 FROM totp_keys k WHERE k.user_id = users.id AND k.enabled_at IS NOT NULL), 'totp ', ''
			) || iif(EXISTS (SELECT 1 FROM recovery_codes r WHERE r.user_id = users.id), 'recovery_code', '')
		),
		''
	) AS methods,
	memberships.org_id,
	coalesce(
		(SELECT e.value FROM config_entries e WHERE e.key = 'sign_in.second_factor') = 'all' OR (
			(SELECT e.value FROM config_entries e WHERE e.key = 'sign_in.second_factor') = 'operators'
			AND (oidc_connections.org_id IS NULL AND EXISTS ({platform_factor}))
		),
		0
	) AS platform_factor,
	iif((oidc_connections.org_id IS NULL AND EXISTS ({platform_factor})), ({platform_connections}), NULL) AS platform_connections,
	EXISTS (
		SELECT 1
		FROM sign_in_requirements r
		WHERE r.owner = memberships.org_id AND r.connection_id IS NULL
	) AS org_factor,
	({org_connections}) AS org_connections,
	(
		EXISTS (SELECT 1 FROM platform_admins a WHERE a.user_id = users.id)
		AND (SELECT count(*) FROM passkeys p WHERE p.user_id = users.id) >= 2
	) AS is_break_glass,
	EXISTS (
		SELECT 1
		FROM unconfirmed_changes w
		WHERE
			w.maker_user_id = users.id
			AND w.status = 'pending'
			AND (
				(w.org_id = orgs.id AND w.target_type = 'sign_in_requirements')
				OR (
					w.org_id IS NULL
					AND w.target_type IN ('sign_in_requirements', 'config_entries', 'configuration_revisions')
				)
			)
	) AS is_deciding,
	memberships.role AS role,
	iif(oidc_connections.org_id IS NULL, (SELECT json_group_array(roles.role) FROM ({platform_factor}) roles), '[]') AS platform_roles,
	orgs.ip_rules, ({gateway}) AS gateway,
	EXISTS ({is_any_waiting}) AS is_any_waiting
FROM sessions
INNER JOIN users ON users.id = sessions.user_id
INNER JOIN orgs ON (orgs.id = :org_id AND orgs.deleted_at IS NULL)
LEFT JOIN memberships ON (memberships.org_id = orgs.id AND memberships.user_id = users.id)
LEFT JOIN oidc_connections ON oidc_connections.id = sessions.connection_id
WHERE (
	sessions.id = :sid
	AND ({findbysession_2})
	AND users.id = :sub
	AND users.status = 'active'
	AND (sessions.is_enrolling = 0 OR NOT ({methods}))
	AND sessions.ended_at IS NULL
	AND sessions.expires_at > :now
);

-- {findbysession}
coalesce(
	oidc_connections.waits_since,
	iif(
		oidc_connections.through_connection_id IS NULL,
		NULL,
		(
			WITH RECURSIVE behind(id) AS (
				SELECT oidc_connections.through_connection_id
				UNION
				SELECT made.through_connection_id
				FROM behind
				JOIN oidc_connections made ON made.id = behind.id
				WHERE made.through_connection_id IS NOT NULL
			)
			SELECT min(iif(made.id IS NULL, oidc_connections.updated_at, made.waits_since))
			FROM behind
			LEFT JOIN oidc_connections made ON made.id = behind.id
		)
	)
);

-- {methods}
EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = users.id)
OR EXISTS (
	SELECT 1
	FROM totp_keys k
	WHERE k.user_id = users.id AND k.enabled_at IS NOT NULL
);

-- {platform_factor}
SELECT 'admin' AS role, a.created_at, a.granted_by
FROM platform_admins a
WHERE a.user_id = users.id
UNION ALL
SELECT o.role, o.created_at, o.granted_by
FROM operator_roles o
WHERE o.user_id = users.id;

-- {platform_connections}
SELECT iif(
	(
		(
			EXISTS (SELECT 1 FROM platform_admins a WHERE a.user_id = users.id)
			OR EXISTS (
				SELECT 1
				FROM memberships d
				WHERE d.user_id = users.id AND d.org_id = 'platform' AND d.role = 'owner'
			)
		)
		AND NOT EXISTS (
			SELECT 1
			FROM sign_in_requirements w
			JOIN oidc_connections c ON c.id = w.connection_id AND c.is_active
			WHERE w.owner = 'platform' AND {platform_connections_2} IS NULL
		)
	),
	NULL, group_concat(r.connection_id, ' ')
)
FROM sign_in_requirements r
JOIN oidc_connections o ON o.id = r.connection_id AND o.is_active = 1
WHERE r.owner = 'platform';

-- {platform_connections_2}, like {findbysession} with c.waits_since for oidc_connections.waits_since, c.through_connection_id for oidc_connections.through_connection_id, c.updated_at for oidc_connections.updated_at

-- {org_connections}, like {platform_connections} with memberships.org_id for 'platform'

-- {gateway}
SELECT json_object(
	'ip_mode', gateway_config.ip_mode,
	'trusted_cidrs', json(gateway_config.trusted_cidrs),
	'risk_reject_threshold', gateway_config.risk_reject_threshold
)
FROM gateway_config
WHERE gateway_config.id = 'gateway';

-- {is_any_waiting}
SELECT 1
FROM unconfirmed_changes w
WHERE
	w.status = 'pending'
	AND w.target_type IN ('ip_rules', 'gateway_config', 'config_entries', 'configuration_revisions')
	AND (w.org_id IS NULL OR w.org_id = orgs.id);

-- {findbysession_2}
sessions.connection_id IS NULL
OR (oidc_connections.is_active = 1 AND coalesce(oidc_connections.org_id, orgs.id) = orgs.id);

-- principal.ts: findByKey
SELECT
	api_keys.id, coalesce(api_keys.root_id, api_keys.id), api_keys.user_id, NULL, api_keys.org_id, api_keys.scopes,
	api_keys.expires_at, api_keys.mode, api_keys.connection_id,
	{findbysession} IS NOT NULL AS is_waiting,
	memberships.role AS role, ({platform_roles}) AS platform_roles, NULL, NULL, NULL, orgs.ip_rules,
	({gateway}) AS gateway,
	EXISTS ({is_any_waiting}) AS is_any_waiting
FROM api_keys
INNER JOIN users ON users.id = api_keys.user_id
INNER JOIN memberships ON (memberships.org_id = api_keys.org_id AND memberships.user_id = api_keys.user_id)
INNER JOIN orgs ON (orgs.id = memberships.org_id AND orgs.deleted_at IS NULL)
LEFT JOIN oidc_connections ON oidc_connections.id = api_keys.connection_id
WHERE (
	api_keys.key_hash = :key_hash
	AND users.status = 'active'
	AND (api_keys.expires_at IS NULL OR api_keys.expires_at > :now)
	AND ({findbykey})
)
UNION ALL
SELECT
	service_account_keys.id,
	coalesce(service_account_keys.root_id, service_account_keys.id),
	NULL, service_accounts.id, service_accounts.org_id, service_accounts.scopes, service_account_keys.expires_at,
	service_account_keys.mode,
	service_account_keys.through_connection_id,
	0, service_accounts.role, '[]', service_accounts.runtime, service_account_keys.permissions,
	(
		SELECT json_group_array(json_object('kid', e.kid, 'jwk', json(e.jwk)) ORDER BY e.created_at, e.kid)
		FROM service_account_encryption_keys AS e
		WHERE e.service_account_id = service_accounts.id
	),
	orgs.ip_rules, ({gateway}) AS gateway,
	EXISTS ({is_any_waiting}) AS is_any_waiting
FROM service_account_keys
INNER JOIN service_accounts ON service_accounts.id = service_account_keys.service_account_id
INNER JOIN orgs ON (orgs.id = service_accounts.org_id AND orgs.deleted_at IS NULL)
WHERE (
	service_account_keys.key_hash = :key_hash
	AND service_accounts.is_active = 1
	AND (service_account_keys.expires_at IS NULL OR service_account_keys.expires_at > :now)
);

-- {platform_roles}
SELECT json_group_array(roles.role)
FROM ({platform_factor}) roles
WHERE roles.created_at <= api_keys.created_at;

-- {findbykey}
api_keys.connection_id IS NULL
OR (oidc_connections.is_active = 1 AND julianday(:now) - julianday(api_keys.connection_used_at) < 30);

-- standing.ts: guards.user
INSERT INTO guards(failed)
SELECT 1
WHERE (
	EXISTS (
		SELECT 1
		FROM sessions
		JOIN users ON users.id = :user_id
		JOIN orgs ON (orgs.id = :org_id AND orgs.deleted_at IS NULL)
		LEFT JOIN memberships ON (memberships.org_id = orgs.id AND memberships.user_id = users.id)
		LEFT JOIN oidc_connections ON oidc_connections.id = sessions.connection_id
		WHERE
			sessions.id = :id
			AND sessions.ended_at IS NULL
			AND users.status = 'active'
			AND ({findbysession_2})
			AND ({user})
			AND NOT EXISTS (
				SELECT 1
				FROM json_each(:platform_roles) AS w
				WHERE w.value NOT IN (
					SELECT h.value
					FROM json_each(
						iif(
							oidc_connections.org_id IS NULL AND NOT {findbysession} IS NOT NULL,
							(SELECT json_group_array(roles.role) FROM ({platform_factor}) roles),
							'[]'
						)
					) AS h
				)
			)
	)
) IS NOT 1;

-- {user}
:roles = '[]'
OR iif(memberships.role IS NOT NULL AND {findbysession} IS NOT NULL, 'member', memberships.role) IN (
	SELECT r.value FROM json_each(:roles) AS r
);

-- standing.ts: guards.api_key
INSERT INTO guards(failed)
SELECT 1
WHERE (
	EXISTS (
		SELECT 1
		FROM api_keys
		JOIN users ON users.id = api_keys.user_id
		JOIN orgs ON (orgs.id = :org_id AND orgs.deleted_at IS NULL)
		JOIN memberships ON (memberships.org_id = orgs.id AND memberships.user_id = users.id)
		LEFT JOIN oidc_connections ON oidc_connections.id = api_keys.connection_id
		WHERE
			api_keys.id = :id
			AND (api_keys.expires_at IS NULL OR api_keys.expires_at > :now)
			AND api_keys.mode <= :mode
			AND users.status = 'active'
			AND ({findbykey})
			AND ({user})
			AND NOT EXISTS (
				SELECT 1
				FROM json_each(:platform_roles) AS w
				WHERE w.value NOT IN (
					SELECT h.value
					FROM json_each(iif({findbysession} IS NOT NULL, '[]', ({platform_roles}))) AS h
				)
			)
	)
) IS NOT 1;

-- standing.ts: guards.service
INSERT INTO guards(failed)
SELECT 1
WHERE (
	EXISTS (
		SELECT 1
		FROM service_account_keys
		JOIN service_accounts ON service_accounts.id = service_account_keys.service_account_id
		JOIN orgs ON (orgs.id = :org_id AND orgs.deleted_at IS NULL)
		WHERE
			service_account_keys.id = :id
			AND (service_account_keys.expires_at IS NULL OR service_account_keys.expires_at > :now)
			AND service_account_keys.mode <= :mode
			AND service_accounts.is_active = 1
			AND NOT EXISTS (
				SELECT 1
				FROM json_each(:permissions) AS w
				WHERE w.value NOT IN (
					SELECT h.value
					FROM json_each(
						CASE service_accounts.role
							WHEN 'admin' THEN '["data.secrets","org.settings"]'
							WHEN 'member' THEN '[]'
							ELSE service_accounts.scopes END
					) AS h
				)
			)
	)
) IS NOT 1;
