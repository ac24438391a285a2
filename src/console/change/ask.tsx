import { createContext, type ReactNode, Suspense, useCallback, useContext, useState } from 'react'
import { terms } from '../text/en/terms.ts'
import { laterOf } from '../ui/loading.ts'
import type { Asked as AskedOf, Question } from './asked.tsx'

// The first visit asks nothing.
const Asked = laterOf(async () => (await import('./asked.tsx')).Asked) as unknown as typeof AskedOf

interface Removal {
	title?: (name: string) => string
	body: string
	action?: string
}

/** The question before a deletion, or before another change that may do harm. */
export const danger = ({ title = terms.delete_it, body, action = terms.delete }: Removal, name: string) => ({
	title: title(name),
	body,
	action,
	isDanger: true,
	input: null,
})

/** The question before a deletion, which takes the name of the thing in writing. */
export const removal = (text: Removal, name: string, typed = name) => ({ ...danger(text, name), typed })

const Context = createContext<(question: Question<unknown>) => void>(() => undefined)

/** Asks before a change: `ask({ title, body, action, change, input })`. The dialog shows what would change, and runs it. */
export const useAsk = () => useContext(Context) as <Input>(question: Question<Input>) => void

export function Asking({ children }: { children: ReactNode }) {
	const [question, setQuestion] = useState<Question<unknown>>()
	const close = useCallback(() => setQuestion(undefined), [])
	return (
		<Context value={setQuestion}>
			{children}
			<Suspense>{question && <Asked question={question} onClose={close} />}</Suspense>
		</Context>
	)
}
