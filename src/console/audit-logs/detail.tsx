import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Schema } from '../api.ts'
import { Differences } from '../change/differences.tsx'
import { Sentence } from '../change/sentences/use-sentences.tsx'
import { Name } from '../names/name.tsx'
import { OrgName } from '../names/org-name.tsx'
import { UserName } from '../names/user-name.tsx'
import { auditLogs } from '../text/en/audit-logs.ts'
import { changes } from '../text/en/changes.ts'
import { shell } from '../text/en/shell.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { utcOf } from '../ui/format.ts'
import { Json } from '../ui/json.tsx'
import { Facts } from '../ui/page.tsx'
import { Revert } from './revert.tsx'
import styles from './audit-logs.module.css'

const t = auditLogs.detail

type Filter = Partial<Record<'target_id' | 'actor_user_id' | 'action', string>>

interface DetailProps {
	row: Schema<'OrgAuditLog'>
	/** An org's own log, which has no other orgs in it and its own names for people. */
	org_id?: string
	/** Where the list is with a filter. */
	listOf?: (search: Filter) => LinkProps
	/** An actor by their name. */
	who?: (id: string) => ReactNode
	/** In place of the revert, why there is none. */
	whyNot?: string | undefined
}

/** One audited change: who, what, when, what it changed, and links to more. */
export function Detail({
	row,
	org_id: of,
	listOf = (search) => ({ to: '/audit-logs', search }),
	who = (id) => <UserName user_id={id} />,
	whyNot,
}: DetailProps) {
	const [isWhole, setIsWhole] = useState(false)
	const { id, action, actor_user_id, actor_service_account_id, actor_api_key_id, org_id, target_id, before, after } =
		row
	const actor = actor_user_id ?? actor_service_account_id
	const facts: [string, ReactNode][] = [
		[
			t.target,
			<span key="target">
				{target_id.includes('_') && <Name id={target_id} />} <Id text={target_id} />
			</span>,
		],
		[
			terms.by,
			<span key="actor">
				{actor?.includes('_') ? who(actor) : (actor ?? auditLogs.system)}{' '}
				{actor_api_key_id && (
					<>
						{auditLogs.with_key} <code>{actor_api_key_id}</code>
					</>
				)}
			</span>,
		],
		...(of
			? []
			: [[terms.org, org_id ? <OrgName key="org" org_id={org_id} /> : terms.platform] as [string, ReactNode]]),
		[
			terms.when,
			<time key="when" dateTime={row.created_at}>
				{utcOf(row.created_at)}
			</time>,
		],
		[terms.ip, <code key="address">{row.client_address ?? '–'}</code>],
		[terms.id, <Id key="id" text={id} />],
	]
	if (row.proposed_by) facts.push([t.proposed_by, <span key="proposed_by">{who(row.proposed_by)}</span>])
	if (row.reverts) facts.push([t.reverts, <Id key="reverts" text={row.reverts} />])
	if (row.reverted_by) facts.push([t.reverted_by, <Id key="reverted_by" text={row.reverted_by} />])
	return (
		<div className={styles.facts}>
			<section>
				<h3>{t.change}</h3>
				<p>
					<Sentence change={row} />
				</p>
				<details className={styles.details}>
					<summary>{changes.preview.details}</summary>
					<Differences before={before} after={after} />
				</details>
			</section>
			{whyNot && <p>{whyNot}</p>}
			{!row.reverted_by && !whyNot && (
				<DialogActions>
					<Revert row={row} org_id={of} />
				</DialogActions>
			)}
			<Facts facts={facts} />
			{isWhole ? (
				<Json value={row} label={t.json} />
			) : (
				<div>
					<Button onClick={() => setIsWhole(true)}>{t.json}</Button>
				</div>
			)}
			<nav className={styles.links} aria-label={shell.places.audit_logs}>
				<Link to="/trace/$trace_id" params={{ trace_id: row.trace_id }}>
					{t.story}
				</Link>
				<Link {...listOf({ target_id })}>{t.same_target}</Link>
				{actor_user_id && <Link {...listOf({ actor_user_id })}>{t.same_actor}</Link>}
				<Link {...listOf({ action })}>{t.same_action}</Link>
			</nav>
		</div>
	)
}
