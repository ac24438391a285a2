import type { Schema } from '../api.ts'
import { apiKeys } from '../text/en/keys.ts'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Facts } from '../ui/page.tsx'
import styles from './api-keys.module.css'

const t = apiKeys.created

/** Shows a new key, once. */
export const CreatedKey = ({
	apiKey: { name, key = '' },
	note,
	onClose,
}: {
	apiKey: Pick<Schema<'CreatedApiKey'>, 'name' | 'key'>
	/** What else to know. */
	note?: string
	onClose: () => void
}) => (
	<Dialog title={t.title(name)} hint={t.hint} onClose={onClose}>
		<div className={styles.key}>
			<code>{key}</code>
			<Copy text={key} what={t.key} />
		</div>
		<Facts facts={[[t.use, <code key="use">Authorization: Bearer {key.slice(0, 7)}…</code>]]} />
		{note && <p>{note}</p>}
		<DialogActions>
			<Button kind="primary" onClick={onClose}>
				{t.done}
			</Button>
		</DialogActions>
	</Dialog>
)
