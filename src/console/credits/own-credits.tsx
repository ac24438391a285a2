import { useState } from 'react'
import { useName } from '../names/name.tsx'
import { useMe } from '../session/session.ts'
import { credits as t } from '../text/en/credits.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { BalanceFigures } from './balance-figures.tsx'
import { Movements } from './movements.tsx'
import { Redeem } from './redeem.tsx'

/** The credits of the org that the user acts in. */
export function OwnCredits() {
	const { org_id } = useMe()
	const org = useName(org_id) ?? org_id
	const [isRedeeming, setIsRedeeming] = useState(false)
	return (
		<Page
			hint={t.own_hint(org)}
			actions={
				<Button kind="primary" icon="codes" onClick={() => setIsRedeeming(true)}>
					{t.redeem.action}
				</Button>
			}
		>
			<BalanceFigures />
			<Movements />
			{isRedeeming && <Redeem org={org} onClose={() => setIsRedeeming(false)} />}
		</Page>
	)
}
