import { type SQL, sql } from 'drizzle-orm'

/**
 * What people call a subject, as an expression: the name of an org, a user or an API key, and any other as it is. Runtimes also name
 * users that Plinth doesn't know.
 */
export const subjectName = (scope: SQL, subject: SQL): SQL<string> => sql`coalesce(CASE ${scope}
	WHEN 'org' THEN (SELECT nullif(o.name, '') FROM orgs o WHERE o.id = ${subject})
	WHEN 'user' THEN (SELECT n.username FROM users n WHERE n.id = ${subject})
	WHEN 'api_key' THEN (SELECT k.name FROM api_keys k WHERE k.id = ${subject})
END, ${subject})`
