import { useQuery } from '@tanstack/react-query'
import { ledgerTypes } from '../text/en/balance.ts'
import { credits as t } from '../text/en/credits.ts'
import { punctuation } from '../text/en/language.ts'
import { terms } from '../text/en/terms.ts'
import { Figure, Figures } from '../ui/figures.tsx'
import { number } from '../ui/format.ts'
import { Ago } from '../ui/time.tsx'
import { ledgerQuery, signed } from './ledger.ts'

/** An org's balance and its history, however the ledger below is filtered. */
export function BalanceFigures({ org_id }: { org_id?: string }) {
	const { data: ledger } = useQuery(ledgerQuery(org_id, {}))
	const newest = ledger?.rows[0]
	const movement = newest && (
		<>
			{ledgerTypes[newest.type]}
			{punctuation.comma}
			<Ago time={newest.created_at} />
		</>
	)
	return (
		<Figures>
			<Figure
				label={terms.balance}
				value={ledger && number(ledger.balance)}
				hint={t.balance_hint}
				trend={ledger?.rows.map(({ balance_after }) => balance_after).toReversed()}
			/>
			<Figure label={terms.held} value={ledger && number(ledger.held)} hint={t.held_hint} />
			<Figure
				label={terms.available}
				value={ledger && (ledger.available === null ? t.unbounded : number(ledger.available))}
				hint={ledger?.available === null ? t.unbounded_hint : t.available_hint}
			/>
			<Figure
				label={t.newest}
				value={ledger && (newest ? signed(newest.amount) : '–')}
				hint={movement ?? t.no_movement}
			/>
		</Figures>
	)
}
