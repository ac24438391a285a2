// Which statements of a migration take longer the more rows there are. D1 serves nobody while one runs, and ends it after 30
// seconds. Part of `npm run check`, for migrations that aren't released yet.

/** The newest released migration that was written before this rule. `npm run migrate` takes these apart. */
const BEFORE_THE_RULE = '0033_undo_and_revision_bytes.sql'

/** Statements that may grow, and why that's bearable. The times are for a million rows, on two cores with a load of 20. */
const BEARABLE: Record<string, string> = {
	'0034_subscription_periods.sql: drops the index subscriptions_active': '0.4 s.',
	'0034_subscription_periods.sql: makes an index of subscriptions': 'Four, of up to 6.9 s. An org has one or a few.',
	'0036_email_port_25.sql: reads or rewrites every row of email_config': 'It has one row.',
	'0036_email_port_25.sql: updates rows of email_config': 'It has one row.',
	'0038_deleted_users_names.sql: makes an index of orgs': '0.2 s, because no row is in it.',
	'0038_deleted_users_names.sql: inserts a row for each of users': '1.5 s, if 50,000 of them are deleted.',
	'0039_sessions_live.sql: drops the index sessions_user_id': '0.1 s.',
	'0039_sessions_live.sql: makes an index of sessions': '1.5 s.',
	'0042_replaced_secrets_row.sql: makes an index of replaced_secrets': 'They are kept for 30 days, and there are few.',
	'0044_redemption_batches.sql: makes an index of redemption_codes': '0.7 s, with a load of 8.',
	'0046_archive_parts.sql: drops the index run_archives_key_unique': '0.2 s.',
	'0049_holds_org.sql: drops the index holds_expires': '0.5 s, with a load of 13.',
	'0049_holds_org.sql: makes an index of holds': '4.3 s, with a load of 13. Its rows are the live runs.',
	'0050_service_accounts.sql: makes an index of audit_logs': '1.0 s, because no row is in it, with a load of 11.',
	'0064_bounded_lists.sql: makes an index of unconfirmed_changes': 'They are kept for 30 days, and there are few.',
	'0061_scim_names.sql: makes an index of scim_users': 'Two. The table comes with the same release, so it has no rows.',
	'0071_leavers.sql: makes an index of invitations': 'An org has a few open ones.',
	'0071_leavers.sql: makes an index of oidc_connections': 'An org has a few.',
	'0071_leavers.sql: makes an index of scim_tokens': 'Two, and a connection has one token.',
	'0071_leavers.sql: makes an index of service_account_keys': 'An org has a few.',
	'0071_leavers.sql: inserts a row for each of service_account_keys':
		'Their makers are few, and most may still make them.',
	'0068_secret_fingerprints.sql: makes an index of secrets': '0.6 s, with a load of 2.',
	'0069_email_proofs.sql: updates rows of users':
		'Three, of up to 2.2 s, with a million audit rows of which 200,000 change users, with a load of 10.',
	'0070_one_time_tokens_end.sql: makes an index of one_time_tokens': 'They are kept for an hour.',
	'0072_cost_in_proportion.sql: makes an index of notifications': '5.1 s, with a load of 15.',
	'0079_names_in_one_case.sql: makes an index of users':
		'Three, of 0.3 s each, because no row is in them, with a load of 6.',
	'0079_names_in_one_case.sql: makes an index of identities': '0.3 s, because no row is in it, with a load of 6.',
	'0079_names_in_one_case.sql: makes an index of scim_users':
		'Three. The table comes with the same release, so it has no rows.',
	'0065_ways_in.sql: makes an index of api_keys': 'Two, and no row is in them.',
	'0065_ways_in.sql: makes an index of scim_users': 'The table comes with the same release, so it has no rows.',
	'0065_ways_in.sql: makes an index of identities': 'The table comes with the same release, so it has no rows.',
	'0086_requests_of_their_org.sql: makes an index of requests':
		'The table comes with the same release, so it has no rows.',
	'0091_untold_requests.sql: makes an index of requests': 'The table comes with the same release, so it has no rows.',
	'0088_waiting_events.sql: makes an index of unconfirmed_changes':
		'Two. They are kept for 30 days, and there are few.',
	'0088_waiting_events.sql: makes an index of budget_alerts': '3.2 s, with a load of 6.',
}

const FORMS: [pattern: RegExp, what: string][] = [
	[/^CREATE (?:UNIQUE )?INDEX \S+ ON [`"]?(\w+)/i, 'makes an index of'],
	[/^DROP INDEX (?:IF EXISTS )?[`"]?(\w+)/i, 'drops the index'],
	[/^INSERT\b[^]*\bSELECT\b[^]*\bFROM [`"]?(?!json_each|json_tree|pragma_)(\w+)/i, 'inserts a row for each of'],
	[/^INSERT INTO [`"]?(\w+)[^]*'(?:delete-all|rebuild)'/i, 'fills again'],
	[/^(?:REPLACE|WITH)\b[^]*\bFROM [`"]?(?!json_each)(\w+)/i, 'writes a row for each of'],
	[/^UPDATE (?:OR \w+ )?[`"]?(\w+)/i, 'updates rows of'],
	[/^DELETE FROM [`"]?(\w+)/i, 'deletes rows of'],
	[/^CREATE TABLE [`"]?(\w+)[`"]? AS\b/i, 'copies rows into'],
	[/^ALTER TABLE [`"]?(\w+)[`"]? (?:DROP|ADD\b[^]*\b(?:CHECK|STORED|REFERENCES)\b)/i, 'reads or rewrites every row of'],
]

/** What the migrations do to tables that had rows before, in a sentence for each statement that isn't listed as bearable. */
export function growthIn(migrations: ReadonlyMap<string, string>, bearable = BEARABLE): string[] {
	const found = [...migrations].flatMap(([file, text]) => growthOf(file, text))
	const grown = new Set(found)
	return [
		...found
			.filter((what) => !(what in bearable))
			.map(
				(what) =>
					`drizzle/${what}, which takes longer the more rows there are. Let a job do it in pieces, or measure it and list it in src/tools/growth.ts.`,
			),
		...Object.keys(bearable)
			.filter((what) => !grown.has(what))
			.map((what) => `src/tools/growth.ts lists "${what}", which no migration does. Delete it.`),
	]
}

function growthOf(file: string, text: string): string[] {
	if (file <= BEFORE_THE_RULE) return []
	const created = new Set(
		[...text.matchAll(/\bCREATE (?:VIRTUAL )?TABLE [`"]?(\w+)[`"]? (?!AS\b)/gi)].map(([, name]) => name),
	)
	const indexes = new Set([...text.matchAll(/\bCREATE (?:UNIQUE )?INDEX [`"]?(\w+)/gi)].map(([, name]) => name))
	return text.split('--> statement-breakpoint').flatMap((part) => {
		const statement = part.replaceAll(/^[ \t]*--.*$/gm, '').trim()
		const found = FORMS.map(([pattern, what]) => ({ what, name: pattern.exec(statement)?.[1] })).find(
			({ name }) => name,
		)
		const isNew = created.has(found?.name) || indexes.has(found?.name)
		return !found || isNew ? [] : [`${file}: ${found.what} ${found.name}`]
	})
}
