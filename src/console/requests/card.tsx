import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { OrgName } from '../names/org-name.tsx'
import { useMe } from '../session/session.ts'
import { requests as t } from '../text/en/requests.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/class.ts'
import { hasSingleKeys } from '../ui/single-keys.ts'
import { Ago } from '../ui/time.tsx'
import { Decline } from './decline.tsx'
import { GrantPart, useGrant } from './grant.tsx'
import { mayDecideFor, type Owner, type Request } from './read.ts'
import { AskedBy, Proposed, Refusing, titleOf } from './words.tsx'
import styles from './card.module.css'

type Step = 'grant' | 'part' | 'decline'

/** The key of each decision, while the request has the focus. */
const KEYS: Record<string, Step> = { a: 'grant', p: 'part', d: 'decline' }

interface CardProps {
	request: Request
	owner: Owner
	/** It leads to its own page. */
	isListed?: boolean
	/** It stands in a frame already. */
	isFrameless?: boolean
}

/** What waits for a decision: who asks for what and why, and the decision. */
export function Card({ request, owner, isListed = false, isFrameless = false }: CardProps) {
	const { id, state, reason, created_at, expires_at, spend, change } = request
	const mayDecide = mayDecideFor(useMe(), owner)(request) && state === 'open'
	const [step, setStep] = useState<Step>()
	const title = titleOf(request)
	const grant = useGrant(request, owner)
	const take = (next: Step) => (next === 'grant' ? grant() : setStep(next))
	const onKey = (event: KeyboardEvent<HTMLElement>) => {
		const next = KEYS[event.key]
		const isTyping = (event.target as HTMLElement).closest('input, textarea, select, [role="dialog"]')
		if (!next || !mayDecide || isTyping || event.ctrlKey || event.metaKey || event.altKey || !hasSingleKeys()) return
		event.preventDefault()
		if (next !== 'part' || spend) take(next)
	}
	return (
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of its buttons
		<article className={classes(styles.card, !isFrameless && styles.framed)} aria-label={title} onKeyDown={onKey}>
			<header className={styles.head}>
				<h2>
					{isListed ? (
						<Link to="/requests/$request_id" params={{ request_id: id }} data-row-link>
							{title}
						</Link>
					) : (
						title
					)}
				</h2>
				{state !== 'open' && <Badge tone={state === 'granted' ? 'normal' : 'neutral'}>{t.states[state]}</Badge>}
			</header>
			<Proposed request={request} />
			{reason && <blockquote className={styles.reason}>{reason}</blockquote>}
			<p className={styles.facts}>
				<span>
					{t.by} <AskedBy request={request} />
				</span>
				{spend && owner === undefined && <OrgName org_id={spend.org_id} />}
				{change && (
					<code>
						{change.method} {change.path}
					</code>
				)}
				<Ago time={created_at} />
				{state === 'open' && (
					<span>
						{t.lapses.before} <Ago time={expires_at} />
						{t.lapses.after}
					</span>
				)}
			</p>
			{spend && (
				<p className={styles.facts}>
					<span>
						{t.refused_by} <Refusing spend={spend} />
					</span>
				</p>
			)}
			{mayDecide && (
				<div className={styles.actions}>
					<Button kind="primary" onClick={() => take('grant')} aria-keyshortcuts="a">
						{t.grant.action}
					</Button>
					{spend && (
						<Button onClick={() => take('part')} aria-keyshortcuts="p">
							{t.grant.part}
						</Button>
					)}
					<Button onClick={() => take('decline')} aria-keyshortcuts="d">
						{t.decline.action}
					</Button>
				</div>
			)}
			{step === 'part' && spend && (
				<GrantPart request={{ ...request, spend }} owner={owner} onClose={() => setStep(undefined)} />
			)}
			{step === 'decline' && <Decline request={request} owner={owner} onClose={() => setStep(undefined)} />}
		</article>
	)
}
