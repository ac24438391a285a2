import { bills as t } from '../text/en/bills.ts'
import { Page } from '../ui/page.tsx'
import { BillComparison } from './bill-comparison.tsx'

export const CompareBill = () => (
	<Page title={t.title} hint={t.hint}>
		<BillComparison />
	</Page>
)
