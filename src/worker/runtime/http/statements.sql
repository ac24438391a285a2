-- Written by `npm run statements`: what D1 runs for the prepared statements here. `:name` is a parameter. `{name}` is shared: it
-- stands once, below the first statement that has it; `{slice.name}` in the file of that slice.

-- credential.ts: guards.service
INSERT INTO guards(failed)
SELECT 1
WHERE (
	EXISTS (
		SELECT 1
		FROM service_account_keys AS k
		JOIN service_accounts AS a ON a.id = k.service_account_id
		JOIN orgs AS o ON o.id = a.org_id AND o.deleted_at IS NULL
		WHERE
			k.id = :id
			AND (k.expires_at IS NULL OR k.expires_at > :now)
			AND a.id = :account_id
			AND a.is_active = 1
			AND a.runtime IS :runtime
			AND NOT EXISTS (
				SELECT 1
				FROM json_each(:permissions) AS n
				WHERE n.value NOT IN (SELECT g.value FROM json_each(a.scopes) AS g)
			)
			AND NOT EXISTS (
				SELECT 1
				FROM json_each(:permissions) AS n
				WHERE n.value NOT IN (SELECT g.value FROM json_each(coalesce(k.permissions, a.scopes)) AS g)
			)
	)
	AND (
		:kid IS NULL
		OR EXISTS (
			SELECT 1
			FROM service_account_encryption_keys AS e
			WHERE e.service_account_id = :account_id AND e.kid = :kid
		)
	)
) IS NOT 1;

-- credential.ts: guards.api_key
INSERT INTO guards(failed)
SELECT 1
WHERE (
	EXISTS (
		SELECT 1
		FROM api_keys AS k
		JOIN orgs AS o ON o.id = k.org_id AND o.deleted_at IS NULL
		WHERE
			k.id = :id
			AND (k.expires_at IS NULL OR k.expires_at > :now)
			AND NOT EXISTS (
				SELECT 1
				FROM json_each(:permissions) AS n
				WHERE n.value NOT IN (SELECT g.value FROM json_each(k.scopes) AS g)
			)
			AND EXISTS (
				SELECT 1
				FROM users AS u
				JOIN platform_admins AS p ON p.user_id = u.id
				WHERE u.id = :user_id AND u.status = 'active' AND p.created_at <= k.created_at
			)
	)
) IS NOT 1;

-- credential.ts: guards.user
INSERT INTO guards(failed)
SELECT 1
WHERE (
	EXISTS (
		SELECT 1
		FROM sessions AS s
		WHERE s.id = :id AND s.ended_at IS NULL AND s.expires_at > :now
	)
	AND EXISTS (
		SELECT 1
		FROM users AS u
		JOIN platform_admins AS p ON p.user_id = u.id
		WHERE u.id = :user_id AND u.status = 'active' AND 1
	)
) IS NOT 1;
