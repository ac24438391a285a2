import { Link } from '@tanstack/react-router'
import { useName } from '../names/name.tsx'
import { useMe } from '../session/session.ts'
import { useSwitchOrg } from '../session/switch-org.ts'
import { punctuation } from '../text/en/language.ts'
import { orgs } from '../text/en/orgs.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useLeave } from '../ui/leaving.tsx'

const t = orgs.act

/** Says on every page that an operator acts in an org they don't belong to, and leads back to their own. */
export default function GuestBanner() {
	const { org_id, orgs: own } = useMe()
	const switchOrg = useSwitchOrg()
	const leave = useLeave()
	const name = useName(org_id) ?? org_id
	const [home] = own
	return (
		<Banner icon="org" role="status" isKept>
			<p>
				{t.guest}{' '}
				<Link to="/orgs/$org_id" params={{ org_id }}>
					<bdi>{name}</bdi>
				</Link>
				{punctuation.stop}
				{t.guest_hint}
			</p>
			{home && <Button onClick={() => leave(() => switchOrg(home.org_id))}>{t.back(home.name)}</Button>}
		</Banner>
	)
}
