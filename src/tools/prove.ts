// `npm run prove -- --url https://plinth.example.com`: what an instance holds where it runs, as one client sees it. It makes an org,
// asks for what may differ from one box to another, deletes the org, and writes a dated report. The exit code is 0 if everything that
// could be shown held, and 1 otherwise.
import { writeFileSync } from 'node:fs'
import { optionsOf, run } from './command.ts'
import { isAddress } from './config-api.ts'
import { Failure } from './failure.ts'
import { clientOf, makeKey, makeOrg, removeOrg } from './proof/instance.ts'
import { type Result, reportOf, resultOf } from './proof/report.ts'
import { failed, held, type Line } from './proof/section.ts'
import { SECTIONS } from './proof/sections.ts'

const USAGE = `npm run prove -- --url <address>    shows what an instance holds, and writes a report

  --receiver <https url>   where a webhook goes, such as that of npm run receiver
  --idle <10m>             a pause, after which the first answer is timed: a number with s or m
  --only <a,b>             only these sections: ${SECTIONS.map(({ name }) => name).join(', ')}
  --report <file>          where the report goes; proof-<time>.md by default

PLINTH_TOKEN holds an API key of a platform admin with the scopes platform_admin, org.settings, data.secrets and runtime.report.
METRICS_TOKEN holds the instance's, if D1 calls are to be shown.`

await run(main)

async function main(): Promise<number> {
	const { url, token, sections, report, ...wanted } = given()
	const stop = new AbortController()
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.once(signal, () => stop.abort(new Failure('It was interrupted')))
	const client = clientOf(url, stop.signal)
	const started = new Date()
	const document = await client.call({ path: '/openapi.json' }).catch(() => undefined)
	if (document?.status !== 200) throw new Failure(`${url} doesn't answer as Plinth does.`)
	// What was seen would be lost at the end.
	const file = report ?? `proof-${started.toISOString().slice(0, 16).replace(':', '')}.md`
	write(file, '', 'a')
	const org_id = await makeOrg(client, token)
	const results: Result[] = []
	const say = (result: Result) => {
		results.push(result)
		for (const { kind, text } of result.lines) console.log(`${kind.padEnd(9)}  ${result.name}: ${text}`)
	}
	try {
		const key = await makeKey(client, token, org_id)
		for (const { name, title, prove } of sections)
			say({ name, title, lines: await orFault(prove({ ...client, url, token, key, org_id, ...wanted })) })
	} finally {
		const removed = removeOrg(client, token, org_id).then(() => [held(`the org ${org_id} is deleted`)])
		say({ name: 'clean-up', title: 'What was made is deleted', lines: await orFault(removed) })
	}
	const about = { url, version: String(document.body.info?.version), started, ended: new Date(), client }
	write(file, reportOf(about, results), 'w')
	const count = (kind: string) => results.filter((result) => resultOf(result) === kind).length
	console.log(`${count('held')} held, ${count('failed')} failed, ${count('not shown')} not shown: see ${file}`)
	return count('failed') === 0 ? 0 : 1
}

/** A section that throws has failed, and the next one begins. */
async function orFault(lines: Promise<Line[]>): Promise<Line[]> {
	try {
		return await lines
	} catch (error) {
		return [failed((error as Error).message)]
	}
}

function write(file: string, text: string, flag: 'a' | 'w') {
	try {
		writeFileSync(file, text, { flag })
	} catch (error) {
		throw new Failure(`Couldn't write the report to ${file}: ${(error as Error).message}`)
	}
}

function given() {
	const option = { type: 'string' } as const
	const options = { url: option, receiver: option, idle: option, only: option, report: option }
	const { url, idle, only, ...others } = optionsOf({ options }, USAGE).values
	if (!isAddress(url)) throw new Failure(`--url must be an address such as https://plinth.example.com.\n\n${USAGE}`)
	const [, number, unit] = /^(\d+)([sm])$/.exec(idle ?? '') ?? []
	if (idle !== undefined && !number) throw new Failure(`--idle must be a number with s or m, such as 10m.\n\n${USAGE}`)
	const names = only?.split(',') ?? SECTIONS.map(({ name }) => name)
	const unknown = names.find((name) => !SECTIONS.some((section) => section.name === name))
	if (unknown !== undefined) throw new Failure(`There is no section ${unknown}.\n\n${USAGE}`)
	const sections = SECTIONS.filter(({ name }) => names.includes(name))
	const { PLINTH_TOKEN: token, METRICS_TOKEN: metrics_token } = process.env
	if (!token) throw new Failure('PLINTH_TOKEN is not set. Set it to an API key of a platform admin.')
	const idle_ms = number === undefined ? undefined : Number(number) * (unit === 'm' ? 60_000 : 1_000)
	return { url, token, sections, idle_ms, metrics_token, receiver: others.receiver, report: others.report }
}
