import type * as z from 'zod'
import { invalidFields } from '../../ground/http/contract.ts'
import { apiErrorIn } from '../../ground/http/errors.ts'
import { isObject } from '../../ground/http/json-input.ts'
import { addressOf, call, refused, refusedCall, resultOf, type Tools } from './call.ts'
import { describe } from './describe.ts'
import { find } from './find.ts'
import { read } from './read.ts'
import { type Input, TOOLS, type ToolName } from './schema.ts'
import { cut } from './size.ts'
import { RpcError } from './versions.ts'

const RUN: { [Name in ToolName]: (tools: Tools, input: Input<Name>) => Promise<object> } = {
	find: async ({ app }, { query }) => resultOf(find(app, query)),
	describe: async (tools, input) => resultOf(await describe(tools, input)),
	read,
	write: (tools, { method, path, body, dry_run, ...given }) =>
		write(tools, method, addressOf(tools, path), body, {
			...(dry_run && { 'Dry-Run': 'true' }),
			...(given.if_match !== undefined && { 'If-Match': given.if_match }),
			...(given.idempotency_key !== undefined && { 'Idempotency-Key': given.idempotency_key }),
			...(given.confirm_within !== undefined && { 'Confirm-Within': String(given.confirm_within) }),
		}),
	requests: (tools, { request_id, withdraw }) => {
		const path = `/v1/runtime/requests/${encodeURIComponent(request_id)}`
		return withdraw ? write(tools, 'DELETE', addressOf(tools, path), undefined, {}) : read(tools, { path })
	},
	undo: (tools, { audit_id, dry_run }) =>
		write(
			tools,
			'POST',
			addressOf(tools, `/v1/admin/audit-logs/${encodeURIComponent(audit_id)}/revert`),
			undefined,
			dry_run ? { 'Dry-Run': 'true' } : {},
		),
}

/** Runs a tool. Whatever the call is refused for is a result, so that the model reads it. */
export async function callTool(tools: Tools, { name, arguments: given = {} }: Record<string, unknown>) {
	if (typeof name !== 'string' || !Object.hasOwn(TOOLS, name))
		throw new RpcError('invalid_params', 'There is no such tool', 200)
	try {
		const result = await run(tools, name as ToolName, given)
		await count(tools)
		return result
	} catch (error) {
		const refusal = apiErrorIn(error)
		if (!refusal) throw error
		return refused(tools, refusal)
	}
}

function run(tools: Tools, name: ToolName, given: unknown) {
	const input: z.ZodSafeParseResult<unknown> = TOOLS[name].safeParse(given)
	if (!input.success) throw invalidFields(input.error.issues)
	return RUN[name](tools, input.data as never)
}

/** Counts a call that made no request of the API. */
export async function count(tools: Tools): Promise<void> {
	if (tools.isCounted) return
	tools.isCounted = true
	await tools.c.var.count_call()
}

async function write(tools: Tools, method: string, url: URL, body: unknown, headers: Record<string, string>) {
	const called = await call(tools, { method, url, body, headers })
	if (called.status >= 400) return refusedCall(called)
	const from = (name: string) => called.headers.get(name) ?? undefined
	const { request } = isObject(called.body) ? called.body : {}
	return resultOf({
		status: called.status,
		request_id: called.status === 202 && isObject(request) ? request.id : undefined,
		audit_id: from('Audit-Id'),
		confirm_id: from('Confirm-Id'),
		etag: from('ETag'),
		...cut(called.body),
	})
}
