import { declared } from './api.ts'
import { openApi, tags } from './program.ts'

// Which operations give something, from the API's document: every body that names a role, permissions, or an org, and every operation that
// asks for a proof because it gives power.

interface Schema {
	$ref?: string
	properties?: Record<string, Schema>
	items?: Schema
	anyOf?: Schema[]
}
interface Described {
	paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
	components: { schemas: Record<string, Schema> }
}
const document = openApi(declared, tags, '0') as unknown as Described

const GIVES = [
	'role',
	'roles',
	'scopes',
	'permissions',
	'runtime',
	'default_role',
	'role_map',
	'org_id',
	'owner_user_id',
]

function namesIn({ $ref, properties = {}, items, anyOf = [] }: Schema): string[] {
	const known = $ref && document.components.schemas[$ref.split('/').at(-1) ?? '']
	const within = [...Object.values(properties), ...anyOf, ...(items ? [items] : []), ...(known ? [known] : [])]
	return [...Object.keys(properties), ...within.flatMap(namesIn)]
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`

/** The names of the operations that give something. */
export const givers = declared.flatMap(({ access, proofs = [], ...operation }) => {
	const name = nameOf(operation)
	const [method = '', path = ''] = name.split(' ')
	const { content = {} } = document.paths[path]?.[method.toLowerCase()]?.requestBody ?? {}
	const isNamed = Object.values(content).some(({ schema }) => namesIn(schema).some((one) => GIVES.includes(one)))
	const givesPower = method !== 'DELETE' && proofs.some(({ stake, isAlways }) => stake === 'power' && isAlways)
	// Nobody gives who signs in, or who changes their own account.
	const isOwn = access === 'anyone' || path.startsWith('/v1/me/') || method === 'GET'
	return (isNamed || givesPower) && !isOwn ? [name] : []
})
