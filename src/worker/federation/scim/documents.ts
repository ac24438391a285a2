import { LIST } from './schema.ts'
import { USER } from './spelling.ts'

// What clients ask about the service (RFC 7643, sections 5 to 7).

const of = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`
const not = { supported: false }

export const aboutService = {
	schemas: [of('ServiceProviderConfig')],
	patch: { supported: true },
	bulk: { ...not, maxOperations: 0, maxPayloadSize: 0 },
	filter: { supported: true, maxResults: 200 },
	changePassword: not,
	sort: not,
	etag: not,
	authenticationSchemes: [
		{
			type: 'oauthbearertoken',
			name: 'Bearer token',
			description: 'The SCIM token of the OIDC connection',
			specUri: 'https://www.rfc-editor.org/info/rfc6750',
			primary: true,
		},
	],
}

const listed = (Resources: object[]) => ({
	schemas: [LIST],
	totalResults: Resources.length,
	startIndex: 1,
	itemsPerPage: Resources.length,
	Resources,
})

export const aboutType = { schemas: [of('ResourceType')], id: 'User', name: 'User', endpoint: '/Users', schema: USER }

export const aboutTypes = listed([aboutType])

const attribute = (name: string, type = 'string', more: object = {}) => ({
	name,
	type,
	multiValued: false,
	required: false,
	caseExact: false,
	mutability: 'readWrite',
	returned: 'default',
	uniqueness: 'none',
	...more,
})

export const aboutUser = {
	schemas: [of('Schema')],
	id: USER,
	name: 'User',
	attributes: [
		attribute('userName', 'string', { required: true, uniqueness: 'server' }),
		attribute('externalId', 'string', { caseExact: true }),
		attribute('displayName', 'string', { mutability: 'readOnly' }),
		attribute('active', 'boolean'),
		attribute('emails', 'complex', { multiValued: true, mutability: 'readOnly' }),
	],
}

export const aboutUsers = listed([aboutUser])
