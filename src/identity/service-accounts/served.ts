/** The operations of service accounts under `/v1/orgs`, as `mountLater` lists them. */
export const SERVICE_ACCOUNTS = [
	'GET /:org_id/service-accounts',
	'POST /:org_id/service-accounts',
	'GET /:org_id/service-accounts/:account_id',
	'PATCH /:org_id/service-accounts/:account_id',
	'DELETE /:org_id/service-accounts/:account_id',
	'GET /:org_id/service-accounts/:account_id/keys',
	'POST /:org_id/service-accounts/:account_id/keys',
	'GET /:org_id/service-accounts/:account_id/keys/:key_id',
	'POST /:org_id/service-accounts/:account_id/keys/:key_id/rotate',
	'DELETE /:org_id/service-accounts/:account_id/keys/:key_id',
]
