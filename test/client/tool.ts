import { execFile } from 'node:child_process'

interface Ran {
	code: number
	/** All that it prints. */
	printed: string
}

/** Runs a tool, and again if another file has changed the platform between its plan and its change. */
export async function tool(name: string, options: string[], env: Record<string, string>): Promise<Ran> {
	const only = { PATH: process.env.PATH ?? '', ...env } as unknown as NodeJS.ProcessEnv
	const ran = await new Promise<Ran>((resolve) => {
		execFile(process.execPath, [`src/tools/${name}.ts`, ...options], { env: only }, (error, stdout, stderr) =>
			resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
		)
	})
	return /^412 /m.test(ran.printed) ? tool(name, options, env) : ran
}
