import { desc, eq, sql } from 'drizzle-orm'
import { drizzle, DrizzleD1Database, SQLiteD1Session } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { featureFlags } from '../../src/plans/feature-flags/table.ts'
import { plans } from '../../src/plans/plans/table.ts'
import { planWithEntitlements } from '../../src/plans/plans/with-entitlements.ts'
const row = [['flag_1', 'k', 'd', 1, 'x', 'x']]
const stmt = { bind: () => stmt, raw: () => Promise.resolve(row), all: () => Promise.resolve({ results: [] }), run: () => Promise.resolve({}) }
const client = { prepare: () => stmt, batch: async () => [] } as never
const dialect = new SQLiteAsyncDialect()
const shared = () => new DrizzleD1Database('async', dialect, new SQLiteD1Session(client, dialect, undefined), undefined) as never as ReturnType<typeof drizzle>
const own = () => drizzle(client)
const single = (db: ReturnType<typeof drizzle>) => db.select().from(featureFlags).where(eq(featureFlags.key, 'a')).limit(1)
const prep = single(shared()).prepare()
const N = 20000
const time = async (name: string, f: () => unknown) => {
	for (let i = 0; i < 3000; i++) await f()
	const best: number[] = []
	for (let r = 0; r < 5; r++) { const a = process.cpuUsage(); for (let i = 0; i < N; i++) await f(); const b = process.cpuUsage(a); best.push((b.user + b.system) / N) }
	console.log(name, Math.min(...best).toFixed(2), 'us')
}
await time('make own', () => own())
await time('make shared', () => shared())
await time('single own', () => single(own()))
await time('single shared', () => single(shared()))
await time('single prepared', () => prep.all())
await time('plans own', () => own().select(planWithEntitlements).from(plans).orderBy(desc(plans.id)).limit(50))
await time('plans shared', () => shared().select(planWithEntitlements).from(plans).orderBy(desc(plans.id)).limit(50))
