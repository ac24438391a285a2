/**
 * Options for the first call of a Durable Object. Cloudflare makes an object near its first caller, and never moves it. The
 * first caller after a deployment may be a bot on another continent. `LOCATION` names the region of the database instead.
 */
export const nearDatabase = ({ LOCATION }: Pick<Env, 'LOCATION'>): DurableObjectNamespaceGetDurableObjectOptions =>
	LOCATION ? { locationHint: LOCATION as DurableObjectLocationHint } : {}
