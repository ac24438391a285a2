import { common } from '../text/en/common.ts'
import { DialogForm, type DialogFormProps } from '../ui/form-dialog.tsx'
import { Conflict, type ConflictProps } from './conflict.tsx'
import type { Edit } from './edit.ts'

interface EditFormProps<T> extends DialogFormProps, Pick<ConflictProps<T>, 'labels' | 'show'> {
	edit: Edit<T>
}

/** The form that changes something, in a panel or a dialog: what somebody else saved meanwhile, the fields, Cancel and Save. */
export const EditForm = <T extends object>({
	labels,
	show,
	action = common.save,
	children,
	...form
}: EditFormProps<T>) => (
	<DialogForm {...form} action={action}>
		<Conflict edit={form.edit} labels={labels} show={show} />
		{children}
	</DialogForm>
)
