import { useEffect, useRef, useState } from 'react'
import { Refusal } from '../api.ts'
import { useMe } from '../session/session.ts'
import { listFoot } from '../text/en/list-foot.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toastOf, useToast } from '../ui/toasts.tsx'
import { csvOf } from './csv.ts'
import { fileNameOf, MOST, namesIn, type Read, readAll } from './read-all.ts'

const t = listFoot.download

interface DownloadProps {
	/** Where a page of the list came from. */
	source: string
	onClose: () => void
}

/** Saves a list as a file. A list of one page needs no dialog; a longer one shows how far it is. */
export default function Download({ source, onClose }: DownloadProps) {
	const me = useMe()
	const toast = useToast()
	const [count, setCount] = useState(0)
	const [isNaming, setIsNaming] = useState(false)
	const [ended, setEnded] = useState<Read>()
	const stopping = useRef<AbortController>(undefined)

	const save = async ({ rows, isCut, refusal }: Read) => {
		setIsNaming(true)
		const names = await namesIn(rows, me, new AbortController().signal).catch(() => new Map<string, string>())
		saveFile(fileNameOf(source), csvOf(rows, names))
		const whole = rows.length === 1 ? t.one : t.done(number(rows.length))
		toast({ text: isCut && rows.length === MOST && !refusal ? t.cut(number(MOST)) : whole })
		onClose()
	}

	const start = async (controller: AbortController) => {
		try {
			const read = await readAll(source, setCount, controller.signal)
			if (stopping.current !== controller) return
			if (read.refusal && read.rows.length === 0) throw read.refusal
			if (read.refusal || controller.signal.aborted) setEnded(read)
			else await save(read)
		} catch (error) {
			toast(error instanceof Refusal ? toastOf(error) : { text: t.failed, tone: 'bad' })
			onClose()
		}
	}

	useEffect(() => {
		const controller = new AbortController()
		stopping.current = controller
		void start(controller)
		return () => {
			stopping.current = undefined
			controller.abort()
		}
		// oxlint-disable-next-line react-hooks/exhaustive-deps -- a download starts once
	}, [])

	if (ended && !isNaming)
		return (
			<Dialog title={t.stopped(number(ended.rows.length))} hint={t.stopped_hint} onClose={onClose}>
				{ended.refusal && <Failure refusal={ended.refusal} isInline />}
				<DialogActions>
					<Button onClick={onClose}>{t.discard}</Button>
					<Button kind="primary" icon="down" onClick={() => void save(ended)}>
						{t.save(number(ended.rows.length))}
					</Button>
				</DialogActions>
			</Dialog>
		)
	if (count < ROWS_OF_LONG) return null
	return (
		<Dialog title={t.title} hint={t.hint(number(MOST))} onClose={onClose}>
			<ProgressBar
				label={t.label}
				total={undefined}
				done={count}
				text={isNaming ? t.naming(number(count)) : t.reading(number(count))}
			/>
			<DialogActions>
				<Button disabled={isNaming} onClick={() => stopping.current?.abort()}>
					{t.stop}
				</Button>
			</DialogActions>
		</Dialog>
	)
}

/** A full page. From here on it may take a while. */
const ROWS_OF_LONG = 200
