import { type ReactNode, useCallback, useState } from 'react'
import { type Permission, useMay } from '../session/session.ts'
import { common as t } from '../text/en/common.ts'
import { Button } from '../ui/button.tsx'
import { Panel, type PanelProps } from '../ui/page.tsx'

interface EditableProps extends PanelProps {
	/** The permissions that the form asks for. Any of them suffices. */
	needs: readonly Permission[]
	/** The form. It calls `onClose` when it's saved or cancelled. */
	renderForm: (onClose: () => void) => ReactNode
}

/** A panel of values, which turns into the form that changes them. The head of its page says which role that needs. */
export function Editable({ needs, renderForm, ...panel }: EditableProps) {
	const [isEditing, setIsEditing] = useState(false)
	const mayEdit = useMay(...needs)
	const close = useCallback(() => setIsEditing(false), [])
	if (isEditing) return <Panel title={panel.title}>{renderForm(close)}</Panel>
	return (
		<Panel
			{...panel}
			actions={
				mayEdit && (
					<Button icon="edit" onClick={() => setIsEditing(true)}>
						{t.edit}
					</Button>
				)
			}
		/>
	)
}
