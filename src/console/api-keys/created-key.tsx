import type { Schema } from '../api.ts'
import { apiKeys } from '../text/en/keys.ts'
import { terms } from '../text/en/terms.ts'
import { Shown } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/page.tsx'

const t = apiKeys.created

/** Shows a new key, once. */
export const CreatedKey = ({
	apiKey: { name, key = '' },
	note,
	isOfRuntime = false,
	onClose,
}: {
	apiKey: Pick<Schema<'CreatedApiKey'>, 'name' | 'key'>
	/** What else to know. */
	note?: string
	/** A program uses it, by the guide's variables. */
	isOfRuntime?: boolean
	onClose: () => void
}) => (
	<Dialog isOnce title={t.title(name)} hint={t.hint} done={t.done} onClose={onClose}>
		<Shown text={key} what={terms.secret} />
		<Facts facts={[[t.use, <code key="use">Authorization: Bearer {key.slice(0, 7)}…</code>]]} />
		{isOfRuntime && (
			<>
				<p>
					{t.variables} <a href="/docs/runtime">{t.guide}</a>
				</p>
				<Shown text={`export PLINTH_URL='${location.origin}' PLINTH_KEY='${key}'`} what={t.variables} />
			</>
		)}
		{note && <p>{note}</p>}
	</Dialog>
)
