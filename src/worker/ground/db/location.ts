/**
 * Options for the first call of a Durable Object. Cloudflare creates an object near its first caller and never moves it. After
 * a deployment that caller may be a bot on another continent, so `LOCATION` names the database's region instead.
 */
export const nearDatabase = ({ LOCATION }: Pick<Env, 'LOCATION'>): DurableObjectNamespaceGetDurableObjectOptions =>
	LOCATION ? { locationHint: LOCATION as DurableObjectLocationHint } : {}
