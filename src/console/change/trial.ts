import { useState } from 'react'
import { Refusal } from '../api.ts'
import type { Change, Simulation } from './change.ts'

/**
 * Tries a form's values with a dry run before the confirmation. So errors show at their fields, and the confirmation can say what
 * would happen. Returns undefined if the API refuses; the form shows `refusal`.
 */
export function useTrial<Input>(change: Change<Input>) {
	const [refusal, setRefusal] = useState<Refusal>()
	const [isRunning, setIsRunning] = useState(false)
	const run = async (input: Input): Promise<Simulation | undefined> => {
		setIsRunning(true)
		try {
			const simulation = await change.simulate(input)
			setRefusal(undefined)
			return simulation
		} catch (error) {
			const refused = error instanceof Refusal ? error : new Refusal(0, { error: 'unknown', message: String(error) })
			setRefusal(refused)
			return undefined
		} finally {
			setIsRunning(false)
		}
	}
	return { run, isRunning, refusal }
}
