import { useName } from '../names/name.tsx'
import { useMe } from '../session/session.ts'
import { credits as t } from '../text/en/credits.ts'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Page } from '../ui/page.tsx'
import { BalanceFigures } from './balance-figures.tsx'
import { Movements } from './movements.tsx'
import { Redeem } from './redeem.tsx'

/** The credits of the org that the user acts in. */
export function OwnCredits() {
	const { org_id } = useMe()
	const org = useName(org_id) ?? org_id
	return (
		<Page
			hint={t.own_hint(org)}
			actions={
				<DialogButton kind="primary" icon="codes" renderDialog={(onClose) => <Redeem org={org} onClose={onClose} />}>
					{t.redeem.action}
				</DialogButton>
			}
		>
			<BalanceFigures />
			<Movements />
		</Page>
	)
}
