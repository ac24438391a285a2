import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { anyone } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { notFound } from '../../ground/http/errors.ts'
import type { Client } from './client.ts'
import type { Person } from './people.ts'
import { ScimDocument, ScimPatch, ScimQuery, ScimUser, ScimUserInput, ScimUsers } from './schema.ts'

export const scimRoutes = routes()

// Few platforms have a directory, so what its calls do loads with the first of them.
const changes = () => import('./change.ts')
const clients = () => import('./client.ts')
const documents = () => import('./documents.ts')
const patches = () => import('./patch.ts')
const people = () => import('./people.ts')

const TYPE = 'application/scim+json'
const json = <T extends object>(c: Context<App>, value: T, status: 200 | 201 = 200) =>
	c.json(value, status, { 'Content-Type': TYPE })

/** The person whom a client's word makes, as it's shown to the client. */
async function shown(c: Context<App>, work: (client: Client) => Promise<Person>) {
	const [{ asClient }, { toScim }] = await Promise.all([clients(), people()])
	return asClient(c, async (client) => toScim(c, client, await work(client)))
}

/** What the operations refuse by which a client says something of somebody. */
const refusesWord = refuses(
	401,
	'name.taken',
	'oidc.waits',
	'scim.narrowed',
	'orgs.last_owner',
	'users.last_platform_admin',
	'members.deactivated',
	'limit.reached',
)

scimRoutes.get(
	'/Users',
	anyone('bearer'),
	query(ScimQuery),
	returns(200, ScimUsers, 'List the people that a SCIM client manages', { contentType: TYPE }),
	refuses(401),
	async (c) => {
		const [{ clientOf }, { listPeople }] = await Promise.all([clients(), people()])
		return json(c, await listPeople(c, await clientOf(c), c.req.valid('query')))
	},
)

scimRoutes.post(
	'/Users',
	anyone('bearer'),
	body(ScimUserInput),
	returns(201, ScimUser, 'Make somebody known: gives them an account, or a membership', {
		contentType: TYPE,
		isAudited: true,
	}),
	refusesWord,
	async (c) => {
		const { addPerson } = await changes()
		const person = await shown(c, (client) => addPerson(c, client, c.req.valid('json')))
		c.header('Location', person.meta.location)
		return json(c, person, 201)
	},
)

scimRoutes.get(
	'/Users/:user_id',
	anyone('bearer'),
	returns(200, ScimUser, 'Read one of the people', { contentType: TYPE }),
	refuses(401),
	async (c) => {
		const [{ clientOf }, { readPerson, toScim }] = await Promise.all([clients(), people()])
		const client = await clientOf(c)
		return json(c, toScim(c, client, await readPerson(c, client, c.req.param('user_id'))))
	},
)

scimRoutes.patch(
	'/Users/:user_id',
	anyone('bearer'),
	body(ScimPatch),
	returns(200, ScimUser, 'Activate or deactivate somebody', { contentType: TYPE }),
	refusesWord,
	async (c) => {
		const [{ setPerson }, { wantedIn }] = await Promise.all([changes(), patches()])
		const set = (client: Client) => setPerson(c, client, c.req.param('user_id'), wantedIn(c.req.valid('json')))
		return json(c, await shown(c, set))
	},
)

scimRoutes.put(
	'/Users/:user_id',
	anyone('bearer'),
	body(ScimUserInput),
	returns(200, ScimUser, 'Replace what the client says of somebody', { contentType: TYPE }),
	refusesWord,
	async (c) => {
		const { active, userName, externalId } = c.req.valid('json')
		const { setPerson } = await changes()
		const said = { active, user_name: userName, external_id: externalId }
		return json(c, await shown(c, (client) => setPerson(c, client, c.req.param('user_id'), said)))
	},
)

scimRoutes.delete(
	'/Users/:user_id',
	anyone('bearer'),
	returns(204, undefined, "End somebody's access"),
	refuses(401, 'scim.narrowed', 'orgs.last_owner', 'users.last_platform_admin'),
	async (c) => {
		const [{ asClient }, { removePerson }] = await Promise.all([clients(), changes()])
		await asClient(c, (client) => removePerson(c, client, c.req.param('user_id')))
		return c.body(null, 204)
	},
)

scimRoutes.get(
	'/ServiceProviderConfig',
	anyone(),
	returns(200, ScimDocument, 'Read what this SCIM service offers', { contentType: TYPE }),
	async (c) => json(c, (await documents()).aboutService),
)

scimRoutes.get(
	'/ResourceTypes',
	anyone(),
	returns(200, ScimDocument, 'Read which resources there are', { contentType: TYPE }),
	async (c) => json(c, (await documents()).aboutTypes),
)

scimRoutes.get(
	'/Schemas',
	anyone(),
	returns(200, ScimDocument, 'Read which attributes a user has', { contentType: TYPE }),
	async (c) => json(c, (await documents()).aboutUsers),
)

const onlyOne = (c: Context<App>, document: { id: string }) => {
	if (c.req.param('id')?.toLowerCase() !== document.id.toLowerCase()) throw notFound('Document')
	return json(c, document)
}

scimRoutes.get(
	'/ResourceTypes/:id',
	anyone(),
	returns(200, ScimDocument, 'Read what kind of resource a user is', { contentType: TYPE }),
	async (c) => onlyOne(c, (await documents()).aboutType),
)

scimRoutes.get(
	'/Schemas/:id',
	anyone(),
	returns(200, ScimDocument, 'Read which attributes a user has, by the URN of the schema', { contentType: TYPE }),
	async (c) => onlyOne(c, (await documents()).aboutUser),
)
