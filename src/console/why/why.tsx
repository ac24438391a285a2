import { Link } from '@tanstack/react-router'
import { useIsOperator } from '../session/session.ts'
import { why as t } from '../text/en/why.ts'
import { Said } from '../ui/said.tsx'
import { type Refused, useWhy } from './use-why.ts'
import { Where } from './where.tsx'
import styles from './why.module.css'

/** Why a request was refused or failed, what would let it through, and where that is changed. */
export function Why({ request }: { request: Refused }) {
	const why = useWhy(request)
	const isOperator = useIsOperator()
	if (!why) return null
	const { error, reason, status_code } = request
	const isFailure = status_code >= 500
	const [what, way] = why
	return (
		<section className={styles.why} aria-label={isFailure ? t.failed : t.refused}>
			<h3>{isFailure ? t.failed : t.refused}</h3>
			<p className={styles.what}>
				<Said text={what} />
			</p>
			<h3>{isFailure ? t.next : t.way}</h3>
			<p>
				<Said text={way} />
			</p>
			{error === 'internal_error' && <p>{t.trace}</p>}
			<Where request={request} />
			<p className={styles.codes}>
				<code>{error}</code>
				{reason && <code>{reason}</code>}
				{isOperator && (
					<Link to="/access-log" search={reason ? { reason } : { error: error ?? undefined }}>
						{t.same}
					</Link>
				)}
			</p>
		</section>
	)
}

/** Why, in a line. */
export const WhyLine = ({ request }: { request: Refused }) => <Said text={useWhy(request)?.[0] ?? ''} />
