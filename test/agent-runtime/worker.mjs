// Plays the agent runtime: a separate Worker, bound to Plinth's `Runtime` entrypoint as a real one would be.
export default {
	async fetch(request, env) {
		const { method, args } = await request.json()
		return Response.json({ reply: await env.PLINTH[method](...args) })
	},
}
