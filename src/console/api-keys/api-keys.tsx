import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, page, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { OrgName } from '../orgs/org-name.tsx'
import { apiKeys as t } from '../text/en/keys.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { List } from '../ui/list.tsx'
import { Person } from '../ui/person.tsx'
import { type Column, RowActions } from '../ui/table.tsx'
import { Ago, DateOf } from '../ui/time.tsx'
import { CreateKey } from './create-key.tsx'
import styles from './api-keys.module.css'

type ApiKey = Schema<'ApiKey'>

const COLUMNS: Column<ApiKey>[] = [
	{ title: t.columns.name, cell: ({ name, key_prefix }) => <Person name={name} hint={`${key_prefix}…`} /> },
	{ title: t.columns.org, cell: ({ org_id }) => <OrgName org_id={org_id} />, from: 'medium' },
	{ title: t.columns.scopes, cell: ({ scopes }) => <Scopes scopes={scopes} />, from: 'wide' },
	{ title: t.columns.used, cell: ({ last_used_at }) => <Ago time={last_used_at} />, from: 'medium' },
	{ title: t.columns.expires, cell: ({ expires_at }) => <Expiry time={expires_at} />, align: 'end' },
	{ title: t.columns.actions, isUntitled: true, cell: (key) => <Revoke apiKey={key} />, align: 'end' },
]

/** The user's own keys, in every org. */
export function ApiKeys() {
	const { cursor } = useSearch({ from: '/api-keys' })
	return (
		<List
			title={t.title}
			hint={t.hint}
			query={{
				queryKey: ['api-keys', cursor],
				queryFn: () => page(api.GET('/v1/api-keys', { params: { query: { cursor, limit: 25 } } })),
			}}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			expected={3}
			empty={{ icon: 'key', title: t.empty, hint: t.empty_hint }}
			create={{ label: t.create.action, form: CreateKey }}
		/>
	)
}

const Scopes = ({ scopes }: Pick<ApiKey, 'scopes'>) =>
	scopes.length === 0 ? (
		t.no_scopes
	) : (
		<span className={styles.scopes}>
			{scopes.map((scope) => (
				<Badge key={scope} tone={scope === 'platform_admin' ? 'warn' : 'neutral'}>
					{scope}
				</Badge>
			))}
		</span>
	)

/** An expired key stays in the list until somebody revokes it. */
function Expiry({ time }: { time: string | null }) {
	const [now] = useState(() => Date.now())
	if (time === null) return t.never
	return (
		<>
			{Date.parse(time) < now && <Badge tone="bad">{t.expired}</Badge>} <DateOf time={time} />
		</>
	)
}

function Revoke({ apiKey: { id, name } }: { apiKey: ApiKey }) {
	const ask = useAsk()
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/api-keys/{id}', { params: { path: { id } }, headers }),
		done: t.remove.done(name),
	})
	return (
		<RowActions>
			<Button
				kind="quiet"
				aria-label={t.remove.label(name)}
				onClick={() =>
					ask({
						title: t.remove.title(name),
						body: t.remove.body,
						action: t.remove.action,
						isDanger: true,
						typed: name,
						change: remove,
						input: null,
					})
				}
			>
				{t.remove.action}
			</Button>
		</RowActions>
	)
}
