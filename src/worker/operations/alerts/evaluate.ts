import type { WorkContext } from '../../context.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { eachPart } from '../../ground/write/each.ts'
import { recentErrors } from '../../traffic/access-log/recent-errors.ts'
import { readVitals } from '../vitals/read.ts'
import { mailAlerts } from './mail.ts'
import { findingsOf, isDecided, MANY_ERRORS } from './rules.ts'
import { endAlert, openAlert } from './tell.ts'

/** The job: opens and ends alerts by the numbers of now, and tells people of each change once. */
export async function evaluateAlerts(c: WorkContext, jobs: readonly { name: string; every_ms: number }[]) {
	const [{ alerts: open, ...vitals }, server_errors] = await Promise.all([
		readVitals(c.env, c.var.db, jobs),
		errorsOf(c.env),
	])
	const numbers = { ...vitals, server_errors }
	const found = findingsOf(numbers)
	const isNew = ({ name }: { name: string }) => !open.some((alert) => alert.name === name)
	const isOver = ({ name }: { name: string }) =>
		isDecided(numbers, name) && !found.some((finding) => finding.name === name)
	await eachPart(c, {
		...Object.fromEntries(found.filter(isNew).map((finding) => [finding.name, () => openAlert(c, finding)])),
		...Object.fromEntries(open.filter(isOver).map((alert) => [alert.name, () => endAlert(c, alert)])),
		mails: () => mailAlerts(c),
	})
}

async function errorsOf(env: Env): Promise<number | undefined> {
	try {
		return await recentErrors(env, MANY_ERRORS)
	} catch (error) {
		logError({ object: 'AccessLogStream', error: errorName(error) })
		return undefined
	}
}
