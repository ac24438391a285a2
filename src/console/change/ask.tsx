import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import type { Refusal } from '../api.ts'
import { changes as t, common } from '../text/en/common.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Failure, Warning } from '../ui/failure.tsx'
import { CheckField, TextField } from '../ui/field.tsx'
import type { Change } from './change.ts'
import { Preview } from './preview.tsx'

export interface Question<Input> {
	title: string
	body: ReactNode
	/** What the user should not overlook. */
	warning?: string
	/** More to read before the decision, below the preview. */
	details?: ReactNode
	/** The button that does it. */
	action: string
	isDanger?: boolean
	/** What the user must type first, for what cannot be taken back. */
	typed?: string
	/** Offers to set the change back unless it is kept in time. Only where the API takes `Confirm-Within`. */
	canGuard?: boolean
	/** Offers it as the usual choice, where the change may lock the user out. */
	isGuarded?: boolean
	/** Leaves the preview out, where the API has none. */
	hasNoPreview?: boolean
	change: Change<Input>
	input: NoInfer<Input>
	/** The tag of what is changed, where the change does not know it. */
	etag?: string | undefined
}

const GUARD_S = 60

const Context = createContext<(question: Question<unknown>) => void>(() => undefined)

/** Asks before a change: `ask({ title, body, action, change, input })`. The dialog shows what would change, and runs it. */
export const useAsk = () => useContext(Context) as <Input>(question: Question<Input>) => void

export function Asking({ children }: { children: ReactNode }) {
	const [question, setQuestion] = useState<Question<unknown>>()
	const close = useCallback(() => setQuestion(undefined), [])
	return (
		<Context value={setQuestion}>
			{children}
			{question && <Asked question={question} onClose={close} />}
		</Context>
	)
}

/** The question itself, for a screen that asks in the place of another dialog. */
export function Asked<Input>({ question, onClose }: { question: Question<Input>; onClose: () => void }) {
	const { title, body, warning, details, action, isDanger, typed, canGuard, hasNoPreview, change, input } = question
	const [text, setText] = useState('')
	// What is confirmed is what the preview has shown. A change of the state in between refuses it.
	const [etag] = useState(() => question.etag ?? change.tag())
	const [isGuarded, setIsGuarded] = useState(question.isGuarded ?? false)
	const [isRunning, setIsRunning] = useState(false)
	const [refusal, setRefusal] = useState<Refusal>()
	const [tries, setTries] = useState(0)
	const [isRefused, setIsRefused] = useState(false)
	const refuse = useCallback(() => setIsRefused(true), [])
	const mayRun = !isRefused && (typed === undefined || text === typed)
	const run = async () => {
		setIsRunning(true)
		const refused = await change.run(input, { etag, guard_s: isGuarded ? GUARD_S : undefined })
		setIsRunning(false)
		setRefusal(refused)
		// The preview was of a state that is gone. The user asks again.
		if (refused?.status === 412) refuse()
		else if (refused) setTries((count) => count + 1)
		else onClose()
	}
	return (
		<Dialog title={title} hint={body} onClose={onClose}>
			{warning && <Warning text={warning} />}
			{import.meta.env.HAS_DRY_RUN && !hasNoPreview && (
				<Preview key={tries} rehearse={() => change.rehearse(input, etag)} onRefused={refuse} />
			)}
			{details}
			{typed !== undefined && (
				<TextField
					name="typed"
					label={t.typeToConfirm(typed)}
					value={text}
					onChange={(event) => setText(event.target.value)}
				/>
			)}
			{import.meta.env.HAS_CONFIRM && canGuard && (
				<CheckField
					name="guard"
					label={t.guard.label(GUARD_S)}
					hint={t.guard.hint}
					checked={isGuarded}
					onChange={(event) => setIsGuarded(event.target.checked)}
				/>
			)}
			{refusal && <Failure refusal={refusal} isInline />}
			<DialogActions>
				<Button onClick={onClose}>{common.cancel}</Button>
				<Button kind={isDanger ? 'danger' : 'primary'} disabled={!mayRun} isBusy={isRunning} onClick={() => void run()}>
					{action}
				</Button>
			</DialogActions>
		</Dialog>
	)
}
