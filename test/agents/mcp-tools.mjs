// The tools of MCP servers over streamable HTTP: as much of the protocol as an agent needs.

/** The tools of all servers, as a model takes them (`listed`), and a way to call them. */
export async function mcpTools(servers) {
	const listed = []
	const of = new Map()
	for (const server of servers) {
		const send = await connected(server)
		for (const { name, description, inputSchema } of (await send('tools/list', {})).tools) {
			listed.push({ type: 'function', function: { name, description, parameters: inputSchema } })
			of.set(name, send)
		}
	}
	const call = async (name, args) => {
		const { content } = await of.get(name)('tools/call', { name, arguments: args })
		return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
	}
	return { listed, call }
}

async function connected({ url, bearer_token, call_timeout_ms }) {
	const headers = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' }
	if (bearer_token) headers.Authorization = `Bearer ${bearer_token}`
	const post = (message) =>
		fetch(url, {
			method: 'POST',
			headers,
			body: JSON.stringify({ jsonrpc: '2.0', ...message }),
			signal: AbortSignal.timeout(call_timeout_ms),
		})
	const send = async (method, params) => {
		const response = await post({ id: 1, method, params })
		if (!response.ok) throw new Error(`The MCP server answered ${response.status}`)
		const session = response.headers.get('Mcp-Session-Id')
		if (session) headers['Mcp-Session-Id'] = session
		const text = await response.text()
		if (!response.headers.get('Content-Type').startsWith('text/event-stream')) return JSON.parse(text).result
		const events = text.split('\n').flatMap((line) => (line.startsWith('data:') ? [JSON.parse(line.slice(5))] : []))
		return events.find(({ id }) => id === 1).result
	}
	const clientInfo = { name: 'node-agent', version: '1' }
	await send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
	await post({ method: 'notifications/initialized' })
	return send
}
