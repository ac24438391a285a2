import { type ReactNode, useState } from 'react'
import { answered, type Refusal, type Reply } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { settleSent } from '../ui/drafts.ts'
import { Form, type Values } from '../ui/form.tsx'
import styles from './sign-in.module.css'

interface StageProps {
	title: string
	hint?: ReactNode
	children?: ReactNode
}

/** A step of somebody who isn't signed in: what it's about, and its form. */
export const Stage = ({ title, hint, children }: StageProps) => (
	<>
		<div className={styles.titles}>
			<h1>{title}</h1>
			{hint && <p role="status">{hint}</p>}
		</div>
		{children}
	</>
)

interface SentProps<T> {
	submit: string
	/** How much the button stands out. */
	kind?: 'primary' | 'plain'
	/** A button beside it. */
	beside?: ReactNode
	/** Leaving it loses nothing, as when somebody signs in. */
	isTransient?: boolean
	onSubmit: (values: Values) => Promise<Reply<T>>
	onDone?: (reply: Reply<T>) => unknown
	children?: ReactNode
}

/** A form whose call needs no token. */
export function Sent<T>({
	submit,
	kind = 'primary',
	beside,
	isTransient = true,
	onSubmit,
	onDone,
	children,
}: SentProps<T>) {
	const [isRunning, setIsRunning] = useState(false)
	const [refusal, setRefusal] = useState<Refusal>()
	const send = async (values: Values) => {
		setIsRunning(true)
		setRefusal(undefined)
		try {
			const reply = await answered(onSubmit(values))
			settleSent()
			await onDone?.(reply)
		} catch (error) {
			setRefusal(error as Refusal)
		}
		setIsRunning(false)
	}
	return (
		<Form
			isTransient={isTransient}
			onSubmit={(values) => void send(values)}
			refusal={refusal}
			actions={
				<>
					{beside}
					<Button {...(kind === 'primary' && { kind })} submit isBusy={isRunning}>
						{submit}
					</Button>
				</>
			}
		>
			{children}
		</Form>
	)
}
