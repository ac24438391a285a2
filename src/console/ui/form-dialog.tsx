import type { Refusal } from '../api.ts'
import { common } from '../text/en/common.ts'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { Form, type FormProps } from './form.tsx'

export interface DialogFormProps extends Omit<FormProps, 'actions' | 'label'> {
	title: string
	/** The change it sends, from `useChange`. */
	change?: { isRunning: boolean; refusal: Refusal | undefined }
	/** For a form that doesn't send anything itself. */
	isBusy?: boolean
	/** The label of the submit button. “Create” if left out. */
	action?: string
	onClose: () => void
}

/** A dialog's form, for a dialog that loads something first. */
export const DialogForm = ({
	title,
	change,
	refusal = change?.refusal,
	isBusy = change?.isRunning,
	action = common.create,
	onClose,
	...form
}: DialogFormProps) => (
	<Form
		{...form}
		label={title}
		refusal={refusal}
		actions={
			<>
				<Button onClick={onClose}>{common.cancel}</Button>
				<Button kind="primary" submit isBusy={isBusy ?? false}>
					{action}
				</Button>
			</>
		}
	/>
)

/** A dialog that is a form: `<FormDialog title change={create} onSubmit onClose>` and its fields. */
export const FormDialog = ({ hint, kind, ...form }: DialogFormProps & Pick<DialogProps, 'hint' | 'kind'>) => (
	<Dialog
		title={form.title}
		hint={hint}
		kind={kind}
		onClose={form.onClose}
		isSending={form.isBusy ?? form.change?.isRunning ?? false}
	>
		<DialogForm {...form} />
	</Dialog>
)
