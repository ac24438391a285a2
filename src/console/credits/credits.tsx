import { useSearch } from '@tanstack/react-router'
import { useIsOperator } from '../session/session.ts'
import { credits } from '../text/en/credits.ts'
import { Choice } from '../ui/filters.tsx'
import { Balances } from './balances.tsx'
import { OwnCredits } from './own-credits.tsx'

const t = credits.of

/** All balances for platform admins, and your org's for everybody. */
export function Credits() {
	const { of } = useSearch({ from: '/credits' })
	const isOperator = useIsOperator()
	const whose = isOperator && (
		<Choice
			name="of"
			label={t.label}
			options={[
				{ value: undefined, label: t.all },
				{ value: 'org', label: t.org },
			]}
		/>
	)
	return isOperator && of !== 'org' ? <Balances whose={whose} /> : <OwnCredits whose={whose} />
}
