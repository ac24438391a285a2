import { useState } from 'react'
import type { Reply } from '../api.ts'
import { removal, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { apiKeys as t } from '../text/en/keys.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { RowActions } from '../ui/table.tsx'
import { ChangeMode, type ChangeModeProps } from './mode.tsx'
import { RotateKey, type RotateKeyProps } from './rotate-key.tsx'

interface KeyActionsProps {
	name: string
	mode: ChangeModeProps['mode']
	setMode: ChangeModeProps['send']
	/** A key that was rotated already ends by itself. */
	mayRotate: boolean
	rotate: RotateKeyProps['send']
	remove: (headers: Record<string, string>) => Promise<Reply<unknown>>
}

/** Changes what a key does, rotates it, or ends it at once. */
export function KeyActions({ name, mode, setMode, mayRotate, rotate, remove: send }: KeyActionsProps) {
	const ask = useAsk()
	const [isRotating, setIsRotating] = useState(false)
	const [isChanging, setIsChanging] = useState(false)
	const remove = useChange({ send: (_: null, headers) => send(headers), done: t.remove.done(name) })
	return (
		<RowActions>
			<Button kind="quiet" aria-label={t.mode.action_label(name)} onClick={() => setIsChanging(true)}>
				{terms.mode_label}
			</Button>
			{mayRotate && (
				<Button kind="quiet" aria-label={t.rotate.label(name)} onClick={() => setIsRotating(true)}>
					{t.rotate.action}
				</Button>
			)}
			<Button
				kind="quiet"
				aria-label={t.remove.label(name)}
				onClick={() => ask({ ...removal(t.remove, name), change: remove })}
			>
				{t.remove.action}
			</Button>
			{isChanging && <ChangeMode name={name} mode={mode} send={setMode} onClose={() => setIsChanging(false)} />}
			{isRotating && <RotateKey name={name} send={rotate} onClose={() => setIsRotating(false)} />}
		</RowActions>
	)
}
