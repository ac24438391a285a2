// What a SCIM client sends, beside a second opinion: PATCH by scim-patch, filters and the schema of a user by scimmy. Each difference
// is named here with the rule of RFC 7643 or 7644 that allows it, or with our reason.
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { directory, resolver } from './directory.ts'
import { counterpart, packages } from './packages.ts'
import { withPlinth } from './plinth.ts'

const DOMAIN = 'scim.example.com'
const URN = 'urn:ietf:params:scim:schemas:core:2.0:User'
const KEPT = ['userName', 'externalId', 'active'] as const

type Fields = Record<string, unknown>

interface ScimPatch {
	scimPatch: (resource: object, operations: object[], options: object) => Fields
}

interface Attribute {
	name: string
	type: string
}

interface Scimmy {
	Types: { Filter: new (expression: string) => { match: (values: object[]) => object[] } }
	Schemas: {
		User: (new (resource: object) => object) & { definition: { describe: () => { attributes: Attribute[] } } }
	}
}

/** PATCHes in the forms of Okta, Microsoft Entra and others. */
const PATCHES: Record<string, object[]> = {
	'Okta deactivates': [{ op: 'replace', value: { active: false } }],
	'Okta renames': [{ op: 'replace', value: { userName: `renamed@${DOMAIN}` } }],
	'Entra deactivates': [{ op: 'Replace', path: 'active', value: 'False' }],
	'Entra renames': [{ op: 'Replace', path: 'userName', value: `entra@${DOMAIN}` }],
	'Entra adds its id': [{ op: 'Add', path: 'externalId', value: 'e-9' }],
	'two operations': [
		{ op: 'replace', path: 'externalId', value: 'e-7' },
		{ op: 'replace', path: 'active', value: false },
	],
	'the last word counts': [
		{ op: 'replace', path: 'active', value: false },
		{ op: 'replace', path: 'active', value: true },
	],
	'removes the id': [{ op: 'remove', path: 'externalId' }],
	'the schema in the path': [{ op: 'replace', path: `${URN}:active`, value: false }],
	'a name in other case': [{ op: 'replace', path: 'ACTIVE', value: false }],
	'removes nothing': [{ op: 'remove' }],
	'an operation that is none': [{ op: 'move', path: 'active', value: false }],
	'what is not kept': [{ op: 'add', path: 'title', value: 'Countess' }],
}

/** Where Plinth and scim-patch differ, and why. */
const DIFFERENT: Record<string, string> = {
	'Entra deactivates': 'scim-patch keeps the text "False", and Plinth reads the boolean that Entra means by it',
	'a name in other case': 'names are the same in any case (RFC 7643, 2.1), and scim-patch adds an attribute',
}

/** Without those whose `userName` differs in case: it isn't case-exact (RFC 7643, 4.1.1), which a filter of scimmy doesn't know. */
const FILTERS = [
	`userName eq "ada@${DOMAIN}"`,
	`USERNAME EQ "ada@${DOMAIN}"`,
	'externalId eq "e-1"',
	'externalId eq "E-1"',
	'externalId eq "none"',
]

const kept = (user: Fields) => Object.fromEntries(KEPT.flatMap((name) => (name in user ? [[name, user[name]]] : [])))

await counterpart('scim', async () => {
	const { require } = packages('scim-patch', 'scimmy')
	const { scimPatch } = require('scim-patch') as ScimPatch
	const { default: scimmy } = (await import(require.resolve('scimmy'))) as { default: Scimmy }
	const dns = await resolver()
	const env = { DNS_RESOLVERS: dns.urls, OUTBOUND_ALLOWLIST: dns.host, PUBLIC_URL: 'https://plinth.example.com' }
	const lines = await withPlinth(env, async (plinth) => {
		const { scim } = await directory(plinth, { issuer: 'https://idp.example.com', domain: DOMAIN, say: dns.say })
		const differences: Record<string, unknown> = {}
		let number = 0
		for (const [name, Operations] of Object.entries(PATCHES)) {
			number += 1
			const made = await scim('POST', '/Users', {
				schemas: [URN],
				userName: `p${number}@${DOMAIN}`,
				externalId: `p-${number}`,
			})
			assert.equal(made.status, 201, JSON.stringify(made.body))
			const ours = await scim('PATCH', `/Users/${String(made.body.id)}`, {
				schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
				Operations,
			})
			let theirs: Fields | string
			try {
				theirs = kept(scimPatch(made.body, Operations, { mutateDocument: false }))
			} catch {
				theirs = 'refused'
			}
			const own = ours.status < 300 ? kept(ours.body) : 'refused'
			if (!isDeepStrictEqual(own, theirs)) differences[name] = [own, theirs]
		}
		assert.deepEqual(
			Object.keys(differences).toSorted(),
			Object.keys(DIFFERENT).toSorted(),
			JSON.stringify(differences),
		)
		await scim('POST', '/Users', { schemas: [URN], userName: `ada@${DOMAIN}`, externalId: 'e-1' })
		const { Resources } = (await scim('GET', '/Users?count=200')).body as { Resources: Fields[] }
		for (const filter of FILTERS) {
			const { body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
			const ids = (list: object[]) => (list as Fields[]).map(({ id }) => id).toSorted()
			const theirs = ids(new scimmy.Types.Filter(filter).match(Resources))
			assert.deepEqual(ids((body.Resources ?? []) as object[]), theirs, filter)
		}
		for (const resource of Resources) assert.doesNotThrow(() => new scimmy.Schemas.User(resource))
		const schema = (await scim('GET', `/Schemas/${URN}`)).body as unknown as { attributes: Attribute[] }
		const described = scimmy.Schemas.User.definition.describe().attributes
		for (const attribute of schema.attributes) {
			const theirs = described.find(({ name }) => name === attribute.name)
			if (theirs) assert.equal(attribute.type, theirs.type, attribute.name)
		}
		const none = await scim('GET', '/Users?count=0')
		assert.deepEqual((none.body.Resources as unknown[] | undefined) ?? [], [])
		assert.equal(none.body.totalResults, Resources.length)
		return [
			`${Object.keys(PATCHES).length - Object.keys(DIFFERENT).length} PATCHes have the result of scim-patch, ${Object.keys(DIFFERENT).length} another one`,
			...Object.entries(DIFFERENT).map(([name, why]) => `${name}: ${why}`),
			`${FILTERS.length} filters find whom scimmy finds, and it reads all ${Resources.length} users and the schema`,
		]
	})
	dns.close()
	return lines
})
