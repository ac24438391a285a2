import { csvOf } from '../lists/csv.ts'
import { common } from '../text/en/common.ts'
import { listFoot } from '../text/en/list-foot.ts'
import { redemptionCodes } from '../text/en/redemption-codes.ts'
import { Button } from '../ui/button.tsx'
import { Copy, Id } from '../ui/copy.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { number } from '../ui/format.ts'
import { Facts } from '../ui/page.tsx'
import { saveFile } from '../ui/save-file.ts'
import { type Code, holdsOf } from './state.tsx'
import styles from './created.module.css'

const t = redemptionCodes.created

const SHOWN = 5

/** The codes you just created, with a file to pass on. */
export function Created({ codes, onClose }: { codes: Code[]; onClose: () => void }) {
	const [first] = codes
	if (!first) return null
	const rest = codes.length - SHOWN
	return (
		<Dialog title={t.title(codes.length)} hint={t.hint} onClose={onClose}>
			<Facts
				facts={[
					[t.batch, <Id key="batch" text={first.batch_id} what={t.batch} />],
					[t.holds, holdsOf(first)],
				]}
			/>
			<div className={styles.codes}>
				<ul aria-label={t.list}>
					{codes.slice(0, SHOWN).map(({ id, code }) => (
						<li key={id}>
							<code>{code}</code>
						</li>
					))}
					{rest > 0 && <li className={styles.more}>{t.more(number(rest))}</li>}
				</ul>
				<Copy text={codes.map(({ code }) => code).join('\n')} what={t.copy} />
			</div>
			<DialogActions>
				<Button onClick={onClose}>{common.close}</Button>
				<Button kind="primary" icon="down" onClick={() => saveFile(`${first.batch_id}.csv`, csvOf(codes))}>
					{listFoot.download.action}
				</Button>
			</DialogActions>
		</Dialog>
	)
}
