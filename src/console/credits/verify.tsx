import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { OrgName } from '../names/org-name.tsx'
import { credits } from '../text/en/credits.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure, Notice } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { type Column, Table } from '../ui/table.tsx'

const t = credits.verify

type Difference = Schema<'Verification'>['differences'][number]

const COLUMNS: Column<Difference>[] = [
	{ title: terms.org, cell: ({ org_id }) => <OrgName org_id={org_id} /> },
	{ title: terms.balance, cell: ({ balance }) => number(balance), align: 'end' },
	{ title: t.sum, cell: ({ ledger_sum }) => number(ledger_sum), align: 'end' },
]

const PATH = '/v1/admin/credits/verify'

/** Verifies all orgs. One call verifies as many as D1 allows it, and says where the next one continues. */
async function verifyAll(headers: Record<string, string>) {
	const differences: Difference[] = []
	let org_count = 0
	for (let after: string | undefined; ;) {
		const reply = await (after === undefined ? api.POST(PATH, { headers }) : api.POST(PATH, { body: { after } }))
		if (!reply.data || 'dry_run' in reply.data) return reply
		org_count += reply.data.org_count
		differences.push(...reply.data.differences)
		after = reply.data.continue_after ?? undefined
		if (after === undefined) return { ...reply, data: { org_count, differences, continue_after: null } }
	}
}

/** Compares every balance with the sum of its ledger. */
export function Verify() {
	const [found, setFound] = useState<Schema<'Verification'>>()
	const [isOpen, setIsOpen] = useState(false)
	const verify = useChange({
		send: (_: null, headers) => verifyAll(headers),
		refreshes: [],
		onDone: setFound,
	})
	const start = async () => {
		setFound(undefined)
		await verify.run(null)
		setIsOpen(true)
	}
	return (
		<>
			<Button isBusy={verify.isRunning} onClick={() => void start()}>
				{t.action}
			</Button>
			{isOpen && (
				<Dialog title={t.title} onClose={() => setIsOpen(false)}>
					{found ? <Result found={found} /> : <Failure refusal={verify.refusal} isInline />}
				</Dialog>
			)}
		</>
	)
}

function Result({ found: { org_count, differences } }: { found: Schema<'Verification'> }) {
	const count = number(org_count)
	if (differences.length === 0) return <Notice icon="check" title={t.agree} hint={t.agree_hint(count)} />
	return (
		<>
			<p>
				<strong>{t.differ(differences.length)}</strong> {t.agree_hint(count)}
			</p>
			<Table label={t.title} columns={COLUMNS} rows={differences} keyOf={({ org_id }) => org_id} isDense empty={null} />
		</>
	)
}
