import { Link } from '@tanstack/react-router'
import { type Me, useMay } from '../session/session.ts'
import { punctuation } from '../text/en/language.ts'
import { pauses } from '../text/en/pauses.ts'
import { Icon } from '../ui/icon.tsx'
import { Ago } from '../ui/time.tsx'
import styles from './paused-banner.module.css'

const t = pauses.banner

/** Says on every page that no runs begin, to those whom it concerns. The link is for those who may see the list. */
export default function PausedBanner({ pause: { scope, reason, until } }: { pause: NonNullable<Me['paused']> }) {
	const isOperator = useMay('platform.read')
	const maySee = useMay('org.settings') ? isOperator || scope === 'org' : isOperator
	return (
		<div className={styles.banner} role="status">
			<Icon name="pause" />
			<p>
				{scope === 'platform' ? t.platform : t.org} {reason}{' '}
				{until && (
					<>
						{punctuation.open}
						{t.ends} <Ago time={until} />
						{punctuation.close}
					</>
				)}
			</p>
			{maySee && (
				<Link to="/pauses" search={{ of: isOperator && scope === 'org' ? 'org' : undefined }}>
					{t.show}
				</Link>
			)}
		</div>
	)
}
