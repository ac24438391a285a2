import { type ReactNode, useCallback, useState } from 'react'
import type { Refusal } from '../api.ts'
import { changes as t } from '../text/en/changes.ts'
import { common } from '../text/en/common.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { type Held, useHeldDraft } from '../ui/drafts.ts'
import { Failure, Warning } from '../ui/failure.tsx'
import { CheckField, TextField } from '../ui/field.tsx'
import type { Change } from './change.ts'
import { Preview } from './preview.tsx'

const GUARD_S = 60

export interface Question<Input> {
	title: string
	body: ReactNode
	/** What the user shouldn't miss. */
	warning?: string
	/** What it means, which the preview says instead of the rows that would change. */
	means?: readonly string[]
	/** More to read before the decision, below the preview. */
	details?: ReactNode
	/** The label of the button that makes the change. */
	action: string
	/** The label of the other button, where "Cancel" would mean both. */
	keep?: string
	isDanger?: boolean
	/** What the user must type first, if the change can't be undone. */
	typed?: string
	/** Offers to roll the change back unless it's kept in time. Only if the API supports `Confirm-Within`. */
	canGuard?: boolean
	/** Preselects that, if the change may lock the user out. */
	isGuarded?: boolean
	/** Skips the preview, if the API has no dry run. */
	hasNoPreview?: boolean
	/** The focus starts at the action and not at Cancel, for a decision about what was read before. */
	startsAtAction?: boolean
	change: Change<Input>
	input: NoInfer<Input>
	/** The tag of what is changed, if the change doesn't know it. */
	etag?: string | undefined
}

interface AskedProps<Input> {
	question: Question<Input>
	/** It's the next step of a form, whose draft is kept meanwhile. */
	held?: Held
	onClose: () => void
}

/** The confirmation itself, for a screen that shows it in place of another dialog. */
export function Asked<Input>({ question, held, onClose }: AskedProps<Input>) {
	const {
		title,
		body,
		warning,
		means,
		details,
		action,
		keep,
		isDanger,
		typed,
		canGuard,
		hasNoPreview,
		startsAtAction,
		change,
		input,
	} = question
	useHeldDraft(held)
	const [text, setText] = useState('')
	// You confirm what the preview showed. If the state changes in between, the API refuses the change.
	const [etag] = useState(() => question.etag ?? change.tag())
	const [isGuarded, setIsGuarded] = useState(question.isGuarded ?? false)
	const [isRunning, setIsRunning] = useState(false)
	const [refusal, setRefusal] = useState<Refusal>()
	const [tries, setTries] = useState(0)
	const [isRefused, setIsRefused] = useState(false)
	const refuse = useCallback(() => setIsRefused(true), [])
	const hasPreview = !hasNoPreview
	// You read it first. It would also move the button away from under the pointer.
	const [isShown, setIsShown] = useState(!hasPreview)
	const show = useCallback(() => setIsShown(true), [])
	// What starts there waits there, so an early Enter does nothing.
	const isWaiting = startsAtAction === true && !isShown
	const mayRun = isShown && !isRefused && (typed === undefined || text === typed)
	const run = async () => {
		setIsRunning(true)
		const refused = await change.run(input, { etag, guard_s: isGuarded ? GUARD_S : undefined })
		setIsRunning(false)
		setRefusal(refused)
		// The preview showed an outdated state, so the user has to confirm again.
		if (refused?.status === 412) refuse()
		else if (refused) setTries((count) => count + 1)
		else onClose()
	}
	return (
		<Dialog title={title} hint={body} onClose={onClose} isSending={isRunning} isAbove>
			{warning && <Warning text={warning} />}
			{hasPreview && (
				<Preview
					key={tries}
					simulate={() => change.simulate(input, etag)}
					onRefused={refuse}
					onShown={show}
					means={means}
				/>
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
			{change.trial_s !== undefined && <p>{t.guard.must(change.trial_s / 60)}</p>}
			{canGuard && (
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
				<Button onClick={onClose}>{keep ?? common.cancel}</Button>
				<Button
					kind={isDanger ? 'danger' : 'primary'}
					data-first={startsAtAction}
					disabled={!mayRun && !isWaiting}
					isBusy={isRunning || isWaiting}
					onClick={() => void run()}
				>
					{action}
				</Button>
			</DialogActions>
		</Dialog>
	)
}
