/** The operations of connections under a path, as `mountLater` lists them. */
export const connectionsAt = (path: '' | '/:org_id/oidc-connections') => [
	`GET ${path || '/'}`,
	`POST ${path || '/'}`,
	`GET ${path}/:connection_id`,
	`PATCH ${path}/:connection_id`,
	`DELETE ${path}/:connection_id`,
	`POST ${path}/:connection_id/test`,
	`POST ${path}/:connection_id/confirm`,
]
