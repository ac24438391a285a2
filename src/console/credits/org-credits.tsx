import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Only } from '../change/only.tsx'
import { useName } from '../names/name.tsx'
import { credits as t } from '../text/en/credits.ts'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'
import { AdjustDialog } from './adjust-dialog.tsx'
import { BalanceFigures } from './balance-figures.tsx'
import { ledgerQuery } from './ledger.ts'
import { Movements } from './movements.tsx'

/** The credits of any org. */
export function OrgCredits() {
	const { org_id } = useParams({ from: '/credits/$org_id' })
	const name = useName(org_id) ?? org_id
	// The figures read the same query, so this isn't another call.
	const { error, refetch } = useQuery(ledgerQuery(org_id, {}))
	if (error) return <Failure refusal={error} onRetry={() => void refetch()} isPage />
	return (
		<Page
			title={name}
			hint={
				<Link to="/orgs/$org_id" params={{ org_id }}>
					{t.to_org}
				</Link>
			}
			actions={
				<Only needs={['money.write']}>
					<DialogButton
						kind="primary"
						icon="credits"
						renderDialog={(onClose) => <AdjustDialog org_id={org_id} org={name} onClose={onClose} />}
					>
						{t.adjust.title}
					</DialogButton>
				</Only>
			}
		>
			<BalanceFigures org_id={org_id} />
			<Movements org_id={org_id} />
		</Page>
	)
}
