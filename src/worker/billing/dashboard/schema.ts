import * as z from 'zod'
import { doc } from '#doc'
import { named } from '../../ground/http/fields.ts'

const number = (example: number, description?: string) =>
	z.int().meta(doc({ ...(description ? { description } : {}), example }))

export const Dashboard = named('Dashboard', {
	total_users: number(160),
	active_users_30d: number(120, 'Users who logged in today or on one of the 30 UTC days before.'),
	total_runs: number(4200),
	runs_today: number(70, 'Runs that began on this UTC day.'),
	total_input_tokens: number(7_800_000),
	total_output_tokens: number(1_900_000),
	total_cost_usd: z.number().meta(doc({ example: 812.42 })),
	active_orgs: number(41, 'Orgs with a run that began today or on one of the 30 UTC days before.'),
})
