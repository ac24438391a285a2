import { desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { ownSignIn, signedInUser, stepUp } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { addPasskey } from './add.ts'
import { passkeyColumns, readPasskey, removePasskey, renamePasskey } from './my-passkeys.ts'
import { creationOptions } from './options.ts'
import { CreatePasskey, CreationOptions, MyPasskey, UpdatePasskey } from './schema.ts'
import { passkeys } from './table.ts'

export const passkeyRoutes = routes()

passkeyRoutes.post(
	'/options',
	signedInUser({ enrolling: true }),
	ownSignIn(),
	stepUp(),
	returns(200, CreationOptions, 'Ask for what a browser needs to make a passkey', { isAudited: false }),
	refuses('sign_in.no_public_url', 'passkeys.too_many'),
	async (c) => c.json(await creationOptions(c)),
)

passkeyRoutes.post(
	'/',
	signedInUser({ enrolling: true }),
	ownSignIn(),
	body(CreatePasskey),
	returns(201, MyPasskey, 'Add the passkey that a browser has made'),
	refuses('sign_in.no_public_url', 'passkeys.too_many', 'passkeys.known'),
	async (c) => c.json(await addPasskey(c, c.req.valid('json')), 201),
)

passkeyRoutes.get(
	'/',
	signedInUser({ enrolling: true }),
	ownSignIn(),
	returns(200, z.array(MyPasskey), 'List your passkeys'),
	async (c) => {
		const isMine = eq(passkeys.user_id, c.var.principal.user_id)
		return c.json(await c.var.db.select(passkeyColumns).from(passkeys).where(isMine).orderBy(desc(passkeys.id)))
	},
)

passkeyRoutes.get(
	'/:id',
	signedInUser(),
	ownSignIn(),
	returns(200, MyPasskey, 'Read one of your passkeys'),
	async (c) => taggedJson(c, await readPasskey(c, c.var.principal.user_id, c.req.param('id'))),
)

passkeyRoutes.patch(
	'/:id',
	signedInUser(),
	ownSignIn(),
	body(UpdatePasskey),
	returns(200, MyPasskey, 'Rename one of your passkeys'),
	async (c) => changedJson(c, await renamePasskey(c, c.req.param('id'), c.req.valid('json'))),
)

passkeyRoutes.delete(
	'/:id',
	signedInUser(),
	ownSignIn(),
	stepUp(),
	returns(204, undefined, 'Remove one of your passkeys'),
	refuses('sign_in.last_way'),
	async (c) => {
		await removePasskey(c, c.req.param('id'))
		return c.body(null, 204)
	},
)
