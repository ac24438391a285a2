import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { waysIn } from '../text/en/ways-in.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { saveFile } from '../ui/save-file.ts'
import { DateOf } from '../ui/time.tsx'
import { useToast } from '../ui/toasts.tsx'
import { Way } from './way.tsx'
import styles from './recovery-codes.module.css'

const t = waysIn.codes

/** What a download of the codes is called, in every language. */
const FILE = 'plinth-recovery-codes.txt'

interface RecoveryCodesProps {
	codes: Schema<'RecoveryCodes'>
	/** Without a factor there is nothing that they could stand in for. */
	hasFactor: boolean
}

/** How many recovery codes are left, and new ones. */
export function RecoveryCodes({ codes: { left, created_at }, hasFactor }: RecoveryCodesProps) {
	const ask = useAsk()
	const [made, setMade] = useState<string[]>()
	const make = useChange({
		send: (_: null, headers) => api.POST('/v1/me/recovery-codes', { headers }),
		onDone: ({ codes }) => setMade(codes),
	})
	const replace = () => ask({ ...t.replace, hasNoPreview: true, change: make, input: null })
	return (
		<Way
			name={t.name}
			state={
				left > 0 && created_at ? (
					<>
						{t.left(left)} <DateOf time={created_at} />
					</>
				) : hasFactor ? (
					t.none
				) : (
					t.needs
				)
			}
		>
			{hasFactor && (
				<Button isBusy={make.isRunning} onClick={left > 0 ? replace : () => make.runOrTell(null)}>
					{left > 0 ? t.replace.action : t.make}
				</Button>
			)}
			{made && <ShownCodes codes={made} onClose={() => setMade(undefined)} />}
		</Way>
	)
}

/** Shows new codes, once. */
function ShownCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
	const toast = useToast()
	const text = codes.join('\n')
	const copy = () => void navigator.clipboard.writeText(text).then(() => toast({ text: t.shown.copied }))
	return (
		<Dialog isOnce title={t.shown.title} hint={t.shown.hint} onClose={onClose}>
			<ul className={styles.codes} aria-label={t.shown.list}>
				{codes.map((code) => (
					<li key={code}>
						<code>{code}</code>
					</li>
				))}
			</ul>
			<DialogActions>
				<Button icon="copy" onClick={copy}>
					{t.shown.copy}
				</Button>
				<Button icon="down" onClick={() => saveFile(FILE, new Blob([`${text}\n`], { type: 'text/plain' }))}>
					{t.shown.download}
				</Button>
				<Button kind="primary" onClick={onClose}>
					{t.shown.done}
				</Button>
			</DialogActions>
		</Dialog>
	)
}
