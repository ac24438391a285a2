import { expect, test } from 'vitest'
import { everything } from './support/dump.ts'
import { samplesOf } from './support/samples.ts'
import { SPEC } from './support/spec.ts'
import { sampleWorld } from './support/spec/row.ts'

// A deletion of what is gone by now is refused or does nothing, so it leaves no audit row either.

const here = await sampleWorld()

const deletions = SPEC.filter(({ method, noSample }) => method === 'DELETE' && !noSample)

/** It only says that somebody wrote, so that who reads meanwhile looks again. */
const withoutCounters = (rows: string[]) => rows.filter((row) => !/^(configuration_generations|tool_groups) /.test(row))

test.each(deletions.map((row) => [row.name, row] as const))('%s, sent again, changes nothing', async (_, row) => {
	for (const { name, send } of await samplesOf(row, here)) {
		const first = await send()
		const before = withoutCounters(await everything())
		const { status, headers } = await send()
		expect({ name, worked: first.status < 300, failed: status >= 500, audit: headers.get('Audit-Id') }).toEqual({
			name,
			worked: true,
			failed: false,
			audit: null,
		})
		expect(withoutCounters(await everything())).toEqual(before)
	}
})
