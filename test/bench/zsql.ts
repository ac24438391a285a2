import { DatabaseSync } from 'node:sqlite'
import { readdirSync, readFileSync } from 'node:fs'
import { blank } from '../../src/db/database.ts'
import { reportRuns } from '../../src/billing/runs/report.ts'
import { reportOf } from './paths.ts'
const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true })
for (const f of readdirSync('drizzle').filter((f) => f.endsWith('.sql')).sort())
	for (const s of readFileSync(`drizzle/${f}`, 'utf8').split('--> statement-breakpoint')) if (s.trim()) db.exec(s)
const org = 'org_0'
const N = Number(process.argv[2] ?? 100)
const cols = db.prepare("select name, \"notnull\" n, dflt_value d from pragma_table_info('orgs')").all() as any[]
console.log(cols.map((c) => c.name).join(','))
db.exec(`INSERT INTO orgs (id,name,created_at) VALUES ('${org}','o','2026-01-01T00:00:00.000Z')`)
const acols = db.prepare("select name, \"notnull\" n, dflt_value d, pk from pragma_table_info('credit_accounts')").all() as any[]
console.log(acols.map((c) => c.name).join(','))
try { db.exec(`INSERT INTO credit_accounts (org_id) VALUES ('${org}')`) } catch (e) { console.log(String(e)) }
db.exec(`UPDATE credit_accounts SET balance=1000000000 WHERE org_id='${org}'`)
let captured: any[] = []
const fake = (reports: any[]) => ({
	env: { CREDITS_PER_USD: '100' }, req: { method: 'POST', header: () => undefined },
	var: { db: Object.assign(blank, { trace_id: 'a'.repeat(32), primary: () => blank }), database: { writer: { batch: async (b: any[]) => { captured = b.map((s) => s._prepare().getQuery()); return b.map(() => [{ body: '{}' }]) } } }, principal: { user_id: 'u' }, trace_id: 'a'.repeat(32) },
	executionCtx: { waitUntil() {} }, get: () => undefined,
}) as any
const times = new Map<number, number[]>()
let js: number[] = []; let parse = 0
const text = reportOf(N).body!
for (let i = 0; i < 60; i++) {
	const body = JSON.parse(text.replaceAll('{unique}', `u${i}`).replaceAll(/org_id":"[^"]+"/g, `org_id":"${org}"`))
	const t0 = performance.now()
	await reportRuns(fake(body), [body].flat()).catch((e: Error) => { if (i === 0) console.log(e) })
	js.push(performance.now() - t0)
	db.exec('BEGIN')
	captured.forEach((q, k) => {
		const tp = performance.now(); const st = db.prepare(q.sql); parse += performance.now() - tp
		const t = performance.now()
		try { if (/^\s*(select|with)/i.test(q.sql)) st.all(...q.params); else st.run(...q.params) } catch (e) { console.log(k, String(e), q.sql.slice(0, 200)) ; process.exit(1) }
		const l = times.get(k) ?? []; l.push(performance.now() - t); times.set(k, l)
	})
	db.exec('COMMIT')
}
const med = (v: number[]) => v.toSorted((a, b) => a - b)[v.length >> 2]!
console.log('js', (1000 * med(js)).toFixed(0), 'us')
let sum = 0
for (const [k, v] of times) { sum += med(v); console.log(k, (1000 * med(v)).toFixed(0), 'us', captured[k].params.length, captured[k].sql.replaceAll(/\s+/g, ' ').slice(0, 110)) }
console.log("sum", (1000 * sum).toFixed(0), "parse", (1000*parse/60).toFixed(0))
