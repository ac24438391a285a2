import { zValidator } from '@hono/zod-validator'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { bodyText, parseJson, parseObject } from './body-text.ts'
import { type AtOneDoor, type Contract, contractOf, declare, type Door, isAtOneDoor } from './declared.ts'
import { type FieldError, invalid } from './errors.ts'
import { distinct, meaningOf, saidOf } from './field-codes.ts'
import { isSubject } from './fields.ts'
import { ignore, isStrict } from './ignored.ts'
import { must } from './must.ts'
import type { Refuses } from './reasons.ts'
import { type Unknown, unknownIn, withoutNulls } from './unknown.ts'

/** The routes of a slice, which `app.ts` mounts. */
export const routes = () => new Hono<App>()

z.config({ localeError: (issue) => saidOf(issue).message })

/** How many refused fields a response names. A list of thousands would answer a few bytes with megabytes. */
const MOST_REFUSED = 100

/** The 400 that lists the fields that a schema refused, and those that strict handling refuses. */
export function invalidFields(issues: z.core.$ZodIssue[], unknown: FieldError[] = []) {
	const wrong = distinct(issues.slice(0, MOST_REFUSED)).map((issue) => ({
		path: issue.path.join('.') || 'body',
		...meaningOf(issue),
	}))
	const paths = new Set(wrong.map(({ path }) => path))
	return invalid([...wrong, ...unknown.filter(({ path }) => !paths.has(path))])
}

/** None of our schemas is asynchronous, so none costs a promise. */
const AT_ONCE = { validationFunction: (schema: z.ZodType, value: unknown) => schema.safeParse(value) } as never

/** Validates input, whose unknown names were looked at first: 400 with every field that's wrong. */
const validator = <S extends z.ZodType>(schema: S) =>
	zValidator(
		'json',
		schema,
		((result: z.ZodSafeParseResult<unknown>, c: Context<App>) =>
			refuseInvalid(result, c.get('not_known') ?? [])) as never,
		AT_ONCE,
	)

function refuseInvalid({ success, error }: z.ZodSafeParseResult<unknown>, unknown: FieldError[]) {
	if (!success || unknown.length > 0) throw invalidFields(error?.issues ?? [], unknown)
}

/** Validates the query string: 400 with `details.fields` if it's wrong. Handlers read `c.req.valid('query')`. */
export function query<S extends z.ZodObject>(schema: S) {
	const parse: MiddlewareHandler<App, string, { in: { query: z.input<S> }; out: { query: z.output<S> } }> = async (
		c,
		next,
	) => {
		c.req.addValidatedData('query', readQuery(c, schema))
		await next()
	}
	return declare(parse, { query: schema })
}

/** Like `query`, for one that differs at the two doors. */
export const queryAt = <P extends z.ZodObject, O extends z.ZodObject>(schemas: { platform: P; org: O }) =>
	declare(
		atDoor({ platform: query(schemas.platform), org: query(schemas.org) }) as ReturnType<typeof query<P | O>>,
		(door) => ({ query: schemas[door] }),
	)

/**
 * Validates the body, whatever its Content-Type: 422 if it isn't a JSON object in UTF-8, 400 with `details.fields` if its
 * values are wrong. An empty body counts as `{}` where nothing is required. Handlers read `c.req.valid('json')`.
 */
export function body<S extends z.ZodType>(schema: S) {
	// Made by the first request, as Zod prepares a schema for what it first reads: every new isolate would wait for all of them.
	let made: { validate: ReturnType<typeof validator<S>>; mayBeEmpty: boolean } | undefined
	const parseThenValidate: MiddlewareHandler<App> = async (c, next) => {
		made ??= { validate: validator(schema), mayBeEmpty: schema.safeParse({}).success }
		const { validate, mayBeEmpty } = made
		const value = withoutNulls(c.req, schema, parseObject(await bodyText(c), mayBeEmpty))
		c.set('not_known', ignore(c, withFixed(c, unknownIn(schema, value))))
		// The validator calls this. The text is parsed once, here.
		c.req.json = <T>() => Promise.resolve(value as T)
		// The validator would ignore the body under any other Content-Type.
		const header = c.req.header.bind(c.req)
		const typed = (name?: string) => (name === 'Content-Type' ? 'application/json' : header(name as never))
		c.req.header = typed as typeof header
		let isValid = false
		const onward = () => {
			isValid = true
			return next()
		}
		try {
			return await (validate as unknown as MiddlewareHandler)(c, onward)
		} catch (error) {
			throw isValid ? error : refusalOf(error)
		}
	}
	return declare(parseThenValidate as unknown as ReturnType<typeof validator<S>>, { body: schema })
}

/** Like `body`, for one that differs at the two doors. */
export const bodyAt = <P extends z.ZodType, O extends z.ZodType>(schemas: { platform: P; org: O }) =>
	declare(
		atDoor({ platform: body(schemas.platform), org: body(schemas.org) }) as ReturnType<typeof body<P | O>>,
		(door) => ({ body: schemas[door] }),
	)

const atDoor =
	(takes: Record<Door, MiddlewareHandler>): MiddlewareHandler =>
	(c, next) =>
		takes[c.req.param('org_id') === undefined ? 'platform' : 'org'](c, next)

/** Says of the unknown fields of a change which ones the changed resource has. They exist, and no change sets them. */
function withFixed(c: Context<App>, unknown: Unknown[]): Unknown[] {
	if (unknown.length === 0 || c.req.method !== 'PATCH') return unknown
	const [response] = matchedRoutes(c).flatMap(({ handler, path }) => contractOf(handler, path)?.responses ?? [])
	const shown = response?.schema instanceof z.ZodObject ? response.schema.shape : {}
	return unknown.map((one) => ({ ...one, isFixed: Object.hasOwn(shown, one.path) }))
}

/**
 * Like `body`, for an operation that takes one item or a list of up to `max`. Handlers always read a list. In a list, the path
 * of a wrong field begins with its position: `3.status`.
 */
export function bodyOrList<S extends z.ZodType>(schema: S, max: number) {
	const list = z.array(schema).max(max)
	const parse: MiddlewareHandler<App, string, { in: { json: z.input<S>[] }; out: { json: z.output<S>[] } }> = async (
		c,
		next,
	) => {
		const source = (await bodyText(c)).trim()
		const isList = source.startsWith('[')
		const check = <T extends z.ZodType>(one: T, value: unknown) =>
			checked(one, withoutNulls(c.req, one, value), ignore(c, unknownIn(one, value)))
		const data = isList ? check(list, parseJson(source)) : [check(schema, parseObject(source, false))]
		c.req.addValidatedData('json', data)
		await next()
	}
	return declare(parse, { body: z.union([schema, list]) })
}

/**
 * The parameters of the query string. Repeated ones are a list. An empty one of a GET is an absent one, as forms send it, unless it
 * names what the operation is about. Writes, SCIM and OFREP take theirs as they come.
 */
export function readQuery<S extends z.ZodObject>(c: Context, schema: S): z.output<S> {
	c.set('has_read_query', true)
	const given = Object.entries(c.req.queries()).map(([name, all]) => [name, all.length === 1 ? all[0] : all] as const)
	const unknown = ignore(c, unknownIn(schema, Object.fromEntries(given)))
	const isList = c.req.method === 'GET' && c.req.path.startsWith('/v1/')
	const meant = given.filter(([name, value]) => value !== '' || !isList || isSubject(schema, name))
	return checked(schema, Object.fromEntries(meant), unknown)
}

/** The value as the schema reads it. Throws a 400 with every field that's wrong. */
function checked<S extends z.ZodType>(schema: S, value: unknown, unknown: FieldError[]): z.output<S> {
	const result = parsed(schema, value)
	refuseInvalid(result, unknown)
	return result.data as z.output<S>
}

function parsed<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
	try {
		return schema.safeParse(value)
	} catch (error) {
		throw refusalOf(error)
	}
}

/**
 * The 400 of a value that makes Zod throw instead of refusing it. Zod compares the `length` of a value even if its type is
 * wrong, and an object with its own `toString` can't be compared.
 */
const refusalOf = (error: unknown) =>
	error instanceof TypeError && error.message.includes('primitive value')
		? invalid([{ path: 'body', message: must.object_under_length }])
		: error

/**
 * Declares how the route responds on success, and what it's for. The test harness compares every response with it: the body
 * must equal the schema's own output, so no column can leak. Without a schema the response has no JSON of ours.
 */
export function returns(
	status: number | number[],
	schema: z.ZodType | undefined,
	summary: string | Record<Door, string>,
	{
		contentType = 'application/json',
		...more
	}: Pick<Contract, 'changes' | 'headers' | 'isInParts' | 'isAudited' | 'isMatched' | 'isTagged' | 'message'> & {
		contentType?: string
	} = {},
) {
	const responses = [status].flat().map((one) => ({ status: one, schema, contentType }))
	return declare<MiddlewareHandler<App>>(
		(c, next) => concludeInput(c, next),
		(door) => ({ summary: typeof summary === 'string' ? summary : summary[door], responses, ...more }),
	)
}

const NO_QUERY = z.object({})

/** Names the parameters of an operation that reads none. Pages and `/healthz` take any, such as those that get around a cache. */
const concludeInput: MiddlewareHandler<App> = (c, next) => {
	if (c.req.path.startsWith('/v1/') || c.req.path.startsWith('/ofrep/')) {
		isStrict(c)
		if (!c.get('has_read_query') && c.req.url.includes('?')) readQuery(c, NO_QUERY)
	}
	return next()
}

/**
 * Declares what the rule behind a route refuses, without what follows from access, input and the middleware of every
 * operation. The API document shows it, and the harness fails a test that sees any other refusal. One that only happens at one of
 * two doors is `{ org: 'budgets.of_platform' }`.
 */
export const refuses = (...refusals: (Refuses | AtOneDoor<Refuses>)[]) =>
	declare(((_c, next) => next()) as MiddlewareHandler, (door) => ({
		refusals: refusals.flatMap((one) => (isAtOneDoor(one) ? (one[door] ?? []) : one)),
	}))
