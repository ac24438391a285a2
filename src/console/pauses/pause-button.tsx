import { useNavigate } from '@tanstack/react-router'
import { Only } from '../change/only.tsx'
import { pauses as t } from '../text/en/pauses.ts'
import { Button } from '../ui/button.tsx'

/** Leads to the form that pauses an org for the platform. */
export function PauseButton({ org_id }: { org_id: string }) {
	const navigate = useNavigate()
	return (
		<Only needs={['platform.write']}>
			<Button icon="pause" onClick={() => void navigate({ to: '/pauses', search: { scope: 'org', subject: org_id } })}>
				{t.pause}
			</Button>
		</Only>
	)
}
