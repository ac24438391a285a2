import { Link } from '@tanstack/react-router'
import { type Me, useMay } from '../session/session.ts'
import { punctuation } from '../text/en/language.ts'
import { pauses } from '../text/en/pauses.ts'
import { Banner } from '../ui/banner.tsx'
import { Ago } from '../ui/time.tsx'

const t = pauses.banner

/** Says on every page that no runs begin, to those whom it concerns. The link is for those who may see the list. */
export default function PausedBanner({ pause: { scope, reason, until } }: { pause: NonNullable<Me['paused']> }) {
	const isOperator = useMay('platform.read')
	const maySee = useMay('org.settings') ? isOperator || scope === 'org' : isOperator
	return (
		<Banner icon="pause" role="status">
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
		</Banner>
	)
}
