import { inject } from 'vitest'
import type { McpPorts } from './mcp-servers.ts'
import type { SmtpPorts } from './smtp-servers.ts'

interface Ports {
	mcp: McpPorts
	smtp: SmtpPorts
}

/** Starts the servers for the calling file, and returns their ports. They stop after the last test of the run. */
export async function started<Name extends keyof Ports>(name: Name): Promise<Ports[Name]> {
	const response = await fetch(`http://127.0.0.1:${inject('servers')}/${name}`, { method: 'POST' })
	if (!response.ok) throw new Error(`The ${name} servers did not start: ${await response.text()}`)
	return response.json()
}
