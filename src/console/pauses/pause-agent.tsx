import { Suspense, useState } from 'react'
import { Only } from '../change/only.tsx'
import { agents as t } from '../text/en/agents.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { laterOf } from '../ui/loading.ts'
import { LiftPause } from './lift-pause.tsx'
import { usePauser, usePausesOfAgents } from './of-agents.ts'
import type { PauseForm as PauseFormOf } from './pause-form.tsx'

const PauseForm = laterOf(async () => (await import('./pause-form.tsx')).PauseForm) as unknown as typeof PauseFormOf

interface PauseAgentProps {
	org_id: string
	agent_id: string
	/** As an icon, in a row. */
	isSmall?: boolean
	/** The dialog is open from the start. */
	isOpen?: boolean
	onClose?: () => void
}

/** Pauses an agent of an org, or lifts what has paused it. */
export function PauseAgent({ org_id, agent_id, isSmall = false, isOpen = false, onClose }: PauseAgentProps) {
	const [isPausing, setIsPausing] = useState(isOpen)
	const pauser = usePauser(org_id)
	const pauses = usePausesOfAgents(org_id)?.filter(({ subject }) => subject === agent_id)
	const mine = pauses?.find((pause) => pause.org_id === pauser)
	const close = () => {
		setIsPausing(false)
		onClose?.()
	}
	if (pauser === undefined) return isSmall ? null : <Only needs={['org.settings', 'platform.write']} />
	const label = t.pause.of(agent_id)
	return (
		<>
			{mine ? (
				<LiftPause pause={mine} isButton={!isSmall} />
			) : isSmall ? (
				<IconButton icon="pause" label={label} onClick={() => setIsPausing(true)} />
			) : (
				<Button icon="pause" onClick={() => setIsPausing(true)}>
					{t.pause.action}
				</Button>
			)}
			{isPausing && !mine && (
				<Suspense>
					<PauseForm org_id={pauser} wanted={{ scope: 'agent', subject: agent_id }} onClose={close} />
				</Suspense>
			)}
		</>
	)
}
