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
import { DAY_MS } from '../ui/format.ts'
import { MomentField, typedMoment } from '../ui/moment-field.tsx'

const t = webhookEndpoints.recover

/** Re-sends what wasn't delivered since a time. It first says how many that is. */
export function Recover({ endpoint_id, onClose }: { endpoint_id: string; onClose: () => void }) {
	const [yesterday] = useState(() => new Date(Date.now() - DAY_MS).toISOString())
	const [since, setSince] = useState<string | undefined>(yesterday)
	const recover = useChange({
		send: (body: Schema<'RecoverDeliveries'>, headers) =>
			api.POST('/v1/webhook-endpoints/{endpoint_id}/recover', { params: { path: { endpoint_id } }, body, headers }),
		done: ({ recovered }) => t.done(recovered),
		onDone: onClose,
	})
	const preview = useQuery({
		queryKey: ['dry-run', 'recover', endpoint_id, since],
		queryFn: async () => (await recover.simulate({ since: since ?? '' })).body as Schema<'RecoveredDeliveries'>,
		enabled: since !== undefined,
		gcTime: 0,
		retry: false,
	})
	const refusal = recover.refusal ?? (preview.error instanceof Refusal ? preview.error : undefined)
	return (
		<Dialog title={t.title} hint={t.hint} onClose={onClose}>
			<MomentField
				name="since"
				label={t.since}
				defaultValue={yesterday}
				onChange={(event) => setSince(typedMoment(event.target.value))}
			/>
			<p aria-live="polite">
				{since === undefined
					? t.invalid
					: preview.data
						? t.preview(preview.data.recovered, preview.data.has_more)
						: preview.isFetching && `${changes.preview.loading}…`}
			</p>
			{refusal && <Failure refusal={refusal} isInline />}
			<DialogActions>
				<Button onClick={onClose}>{common.cancel}</Button>
				<Button
					kind="primary"
					disabled={since === undefined || preview.data?.recovered === 0}
					isBusy={recover.isRunning}
					onClick={() => since !== undefined && void recover.run({ since })}
				>
					{t.run}
				</Button>
			</DialogActions>
		</Dialog>
	)
}
