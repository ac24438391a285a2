import { notFound } from '../../ground/http/errors.ts'
import { built, fileOf } from './built.ts'
import type { Tools } from './call.ts'
import { operationsOf } from './find.ts'
import type { Input } from './schema.ts'

/** The operation by the path of the registry, or by one with values in it. */
export async function describe({ c, app }: Tools, { method, path }: Input<'describe'>): Promise<object> {
	const [wanted = ''] = path.split('?')
	const all = operationsOf(app).filter((one) => one.method === method)
	const found = all.find((one) => one.path === wanted) ?? all.find((one) => patternOf(one.path).test(wanted))
	if (!found) throw notFound('Operation')
	return (await built(c, fileOf(method, found.path))) as object
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
