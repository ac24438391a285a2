import { parseArgs, type ParseArgsConfig } from 'node:util'
import { Failure } from './failure.ts'

/** Runs a command, which returns its exit code. */
export async function run(main: () => Promise<number>): Promise<void> {
	try {
		process.exitCode = await main()
	} catch (error) {
		if (!(error instanceof Failure)) throw error
		console.error(error.message)
		process.exitCode = 1
	}
}

/** What the command was given. If that's none of its options, it fails with its usage. */
export function optionsOf<T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
	try {
		return parseArgs(config)
	} catch (error) {
		throw new Failure(`${(error as Error).message}\n\n${usage}`)
	}
}
