import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Only } from '../change/only.tsx'
import { useName } from '../names.tsx'
import { credits as t } from '../text/en/credits.ts'
import { Id } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { Columns, Page, Panel, Stack } from '../ui/page.tsx'
import { AdjustForm } from './adjust-form.tsx'
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
		<Page title={name} hint={<Id text={org_id} />} up={{ label: t.title, link: { to: '/credits' } }}>
			<Columns kind="wide-first">
				<Stack>
					<BalanceFigures org_id={org_id} />
					<Movements org_id={org_id} />
				</Stack>
				<Panel title={t.adjust.title}>
					<Only needs={['money.write']}>
						<AdjustForm org_id={org_id} org={name} />
					</Only>
				</Panel>
			</Columns>
		</Page>
	)
}
