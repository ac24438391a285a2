import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { agents as t } from '../text/en/agents.ts'
import { TextField } from '../ui/field.tsx'
import { offeredQuery, useIsUsed } from './agents.ts'
import styles from './agent-field.module.css'

/** A name counts once somebody pauses for this long. */
const PAUSE_MS = 400
const OFFERED = 80

interface AgentFieldProps {
	name: string
	label: string
	hint: string
	defaultValue?: string | undefined
	/** Whose runs are meant: an org's, or those of all orgs. */
	org_id: string | undefined
}

/** An agent, by the name that runs give it. It offers those that runs have used, and says if none has used the one that's typed. */
export function AgentField({ name, label, hint, defaultValue = '', org_id }: AgentFieldProps) {
	const list = useId()
	const [text, setText] = useState(defaultValue)
	const asked = useLater(text.trim())
	const { data: offered = [] } = useQuery({
		...offeredQuery(org_id, asked, OFFERED),
		placeholderData: keepPreviousData,
	})
	const isUnused = useIsUsed(org_id, asked) === false && asked === text.trim()
	const names = new Set(offered.flatMap(({ agent_id }) => agent_id ?? []))
	return (
		<>
			<TextField
				name={name}
				label={label}
				hint={
					<>
						{hint}
						<span role="status">{isUnused && <span className={styles.unused}>{t.unused}</span>}</span>
					</>
				}
				defaultValue={defaultValue}
				maxLength={128}
				list={list}
				onChange={({ target }) => setText(target.value)}
			/>
			<datalist id={list}>
				{[...names].map((one) => (
					<option key={one}>{one}</option>
				))}
			</datalist>
		</>
	)
}

/** A text as it was when somebody last paused. */
function useLater(text: string): string {
	const [later, setLater] = useState(text)
	useEffect(() => {
		const timer = setTimeout(() => setLater(text), PAUSE_MS)
		return () => clearTimeout(timer)
	}, [text])
	return later
}
