import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, Refusal, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { changes } from '../text/en/changes.ts'
import { common } from '../text/en/common.ts'
import { webhookEndpoints } from '../text/en/webhook-endpoints.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { MomentField, typedMoment } from '../ui/moment-field.tsx'

const t = webhookEndpoints.backfill

const WEEK_MS = 604_800_000

interface Period {
	from: string | undefined
	to: string | undefined
	/** The last run of the part that was sent. */
	after?: string | null
}

/** Sends the events of runs from before the endpoint subscribed, part by part. It first says how many events a part has. */
export function Backfill({ endpoint_id, onClose }: { endpoint_id: string; onClose: () => void }) {
	const [first] = useState(() => new Date(Date.now() - WEEK_MS).toISOString())
	const [{ from, to, after }, setPeriod] = useState<Period>({ from: first, to: undefined })
	const backfill = useChange({
		send: (body: Schema<'BackfillDeliveries'>, headers) =>
			api.POST('/v1/webhook-endpoints/{endpoint_id}/backfill', { params: { path: { endpoint_id } }, body, headers }),
		done: ({ backfilled }) => t.done(backfilled),
		onDone: ({ has_more, last_run_id }) => (has_more ? setPeriod({ from, to, after: last_run_id }) : onClose()),
	})
	const body = from === undefined ? undefined : { from, to: to ?? null, after: after ?? null }
	const preview = useQuery({
		queryKey: ['dry-run', 'backfill', endpoint_id, body],
		queryFn: async () => body && ((await backfill.simulate(body)).body as Schema<'BackfilledDeliveries'>),
		enabled: body !== undefined,
		gcTime: 0,
		retry: false,
	})
	const refusal = backfill.refusal ?? (preview.error instanceof Refusal ? preview.error : undefined)
	const nothing = preview.data?.backfilled === 0 && !preview.data.has_more
	return (
		<Dialog title={t.title} hint={t.hint} onClose={onClose}>
			<MomentField
				name="from"
				label={t.from}
				defaultValue={first}
				onChange={({ target }) => setPeriod({ from: typedMoment(target.value), to })}
			/>
			<MomentField
				name="to"
				label={t.to}
				hint={t.to_hint}
				onChange={({ target }) => setPeriod({ from, to: typedMoment(target.value) })}
			/>
			<p aria-live="polite">
				{body === undefined
					? t.invalid
					: preview.data
						? t.preview(preview.data.backfilled, preview.data.has_more)
						: preview.isFetching && `${changes.preview.loading}…`}
			</p>
			{refusal && <Failure refusal={refusal} isInline />}
			<DialogActions>
				<Button onClick={onClose}>{common.cancel}</Button>
				<Button
					kind="primary"
					disabled={body === undefined || nothing}
					isBusy={backfill.isRunning}
					onClick={() => body && void backfill.run(body)}
				>
					{after ? t.next : t.run}
				</Button>
			</DialogActions>
		</Dialog>
	)
}
