import { Link, type LinkProps } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { Refusal } from '../api.ts'
import { common, refusals as t } from '../text/en/common.ts'
import { punctuation } from '../text/en/language.ts'
import { needsText } from '../text/en/roles.ts'
import { Button } from './button.tsx'
import { classes } from './class.ts'
import { Copy } from './copy.tsx'
import { titleOf } from './format.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './failure.module.css'

interface FailureProps {
	refusal: unknown
	onRetry?: () => void
	/** One box in a form instead of a whole panel. */
	isInline?: boolean
	/** It replaces the whole screen, so its title is the page's. */
	isPage?: boolean
	/** More to say, unless it's inline. */
	children?: ReactNode
}

/** What went wrong, in a sentence, with the trace ID that finds it in the access log. */
export function Failure({ refusal: error, onRetry, isInline = false, isPage = false, children }: FailureProps) {
	const refusal = error instanceof Refusal ? error : new Refusal(0, { error: 'unknown' })
	const trace = refusal.trace_id && <Trace id={refusal.trace_id} />
	const way = useContext(Way)
	if (isInline)
		return (
			<div className={styles.inline} role="alert">
				<Icon name="alert" />
				<div>
					<p>{sentenceOf(refusal)}</p>
					{trace}
				</div>
			</div>
		)
	const [icon, title, hint] = headOf(refusal)
	return (
		<Notice icon={icon} title={title} hint={hint} isAlert isPage={isPage}>
			{children}
			{trace}
			{isPage && way && <Link {...way.link}>{way.label}</Link>}
			{onRetry && refusal.status !== 403 && refusal.status !== 404 && (
				<Button icon="refresh" onClick={onRetry}>
					{common.retry}
				</Button>
			)}
		</Notice>
	)
}

function headOf(refusal: Refusal): [IconName, string, string] {
	if (refusal.status === 403 && refusal.code === 'auth.forbidden' && !refusal.reason)
		return ['refused', t.refused, needsText(permissionsOf(refusal))]
	if (refusal.status === 404) return ['search', t.missing, t.missingHint]
	return ['alert', t.failed, sentenceOf(refusal)]
}

const permissionsOf = ({ details: { permission = 'platform_admin', permissions } }: Refusal) =>
	(permissions ?? [permission]) as string[]

/** The sentence for a refusal: ours for a known reason, else the API's. */
export function sentenceOf(refusal: Refusal): string {
	const known = refusal.reason && t.reasons[refusal.reason]
	if (known) return known
	if (refusal.status === 0) return t.network
	if (refusal.status === 429 && refusal.retry_after_s) return t.limited(refusal.retry_after_s)
	if (refusal.status === 412) return t.stale
	if (refusal.status === 503) return t.unavailable
	if (refusal.status >= 500 && refusal.code === 'internal_error') return t.internal
	const [path, text] = Object.entries(refusal.fields)[0] ?? []
	if (path) return `${titleOf(path)}${punctuation.colon}${text}`
	return /[.!?]$/.test(refusal.message) ? refusal.message : `${refusal.message || t.failed}.`
}

const Story = createContext<((trace_id: string) => LinkProps) | undefined>(undefined)

/** Where a request is shown. The frame provides it to users who may see that. */
export const StoryOf = Story.Provider

const Way = createContext<{ link: LinkProps; label: string } | undefined>(undefined)

/** Where a page that failed leads on to. The frame provides it. */
export const WayOut = Way.Provider

/** A request's ID in the logs. */
export function Trace({ id }: { id: string }) {
	const linkOf = useContext(Story)
	return (
		<div className={styles.trace}>
			{t.trace}
			<code>{id}</code>
			<Copy text={id} what={t.trace} />
			{linkOf && <Link {...linkOf(id)}>{t.story}</Link>}
		</div>
	)
}

/** What the user shouldn't miss before they act. */
export const Warning = ({ text }: { text: string }) => (
	<div className={classes(styles.inline, styles.warning)} role="alert">
		<Icon name="alert" />
		<p>{text}</p>
	</div>
)

export interface NoticeProps {
	icon: IconName
	title: string
	hint?: ReactNode
	isAlert?: boolean
	isPage?: boolean
	children?: ReactNode
}

/** A panel's only content: it's empty, refused or broken. */
export const Notice = ({ icon, title, hint, isAlert = false, isPage = false, children }: NoticeProps) => (
	<div className={styles.notice} role={isAlert ? 'alert' : undefined}>
		<span className={styles.sign}>
			<Icon name={icon} />
		</span>
		{isPage ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
		{hint && <p className={classes(styles.hint)}>{hint}</p>}
		{children && <div className={styles.more}>{children}</div>}
	</div>
)
