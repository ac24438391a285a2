import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Refusal } from '../api.ts'
import { changes as t } from '../text/en/changes.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { firstControl } from '../ui/focus.ts'
import { DialogForm } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import type { Change } from './change.ts'
import { Preview } from './preview.tsx'
import { useTrial } from './trial.ts'

interface ReviewProps<Input> {
	title: string
	submit: string
	change: Change<Input>
	inputOf: (form: Values) => Input
	/** What is wrong before anybody asks the API. */
	wrongIn?: (form: Values) => Refusal | undefined | Promise<Refusal | undefined>
	onClose: () => void
	/** The fields. */
	children: ReactNode
}

/** A form that shows what would happen before it happens. Going back a step keeps the draft. */
export function Review<Input>({ title, submit, change, inputOf, wrongIn, onClose, children }: ReviewProps<Input>) {
	const [checked, setChecked] = useState<Input>()
	const [wrong, setWrong] = useState<Refusal>()
	const trial = useTrial(change)
	const fields = useRef<HTMLDivElement>(null)
	const back = useRef<HTMLButtonElement>(null)
	const isChecked = checked !== undefined
	// You read it first. It would also move the button away from under the pointer.
	const [isShown, setIsShown] = useState(false)
	const show = useCallback(() => setIsShown(true), [])
	const goBack = () => {
		setChecked(undefined)
		setIsShown(false)
	}
	// The step that somebody left took the focus with it. When the dialog opens, this chooses what it chose.
	useEffect(() => (isChecked ? back.current : firstControl(fields.current))?.focus(), [isChecked])
	const check = async (form: Values) => {
		const wanted = inputOf(form)
		const found = await wrongIn?.(form)
		setWrong(found)
		if (!found && (await trial.run(wanted))) setChecked(wanted)
	}
	return (
		<Dialog title={title} onClose={onClose} isSending={change.isRunning}>
			<div ref={fields} hidden={isChecked}>
				<DialogForm
					title={title}
					onSubmit={(form) => void check(form)}
					refusal={wrong ?? trial.refusal}
					isBusy={trial.isRunning}
					action={t.review}
					onClose={onClose}
				>
					{children}
				</DialogForm>
			</div>
			{checked !== undefined && (
				<>
					<Preview simulate={() => change.simulate(checked)} onShown={show} />
					{change.refusal && <Failure refusal={change.refusal} isInline />}
					<DialogActions>
						<Button ref={back} onClick={goBack}>
							{t.back}
						</Button>
						<Button
							kind="primary"
							disabled={!isShown}
							isBusy={change.isRunning}
							onClick={() => void change.run(checked)}
						>
							{submit}
						</Button>
					</DialogActions>
				</>
			)}
		</Dialog>
	)
}
