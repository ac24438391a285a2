/** The operations of exports under `/v1/orgs`, as `mountLater` lists them. */
export const ORG_EXPORTS = [
	'POST /:org_id/exports',
	'GET /:org_id/exports',
	'GET /:org_id/exports/:export_id',
	'GET /:org_id/exports/:export_id/files/:number',
]
