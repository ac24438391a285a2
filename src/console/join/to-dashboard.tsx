import { useNavigate } from '@tanstack/react-router'
import { joining } from '../text/en/joining.ts'
import { Button } from '../ui/button.tsx'

/** The way on from a page that leads nowhere else. */
export function ToDashboard() {
	const navigate = useNavigate()
	return (
		<Button kind="primary" onClick={() => void navigate({ to: '/' })}>
			{joining.invitation.to_start}
		</Button>
	)
}
