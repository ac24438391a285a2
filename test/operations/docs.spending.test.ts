import { test } from 'vitest'
import { EXAMPLES } from '../../src/operations/guides/spending-examples.ts'
import { holdExamples, holdLinks, holdPage } from '../support/guide.ts'
import { admin } from '../support/world.ts'

const PAGE = '/docs/spending'

test("each of the guide's examples, in order, gets the response that the guide shows", async () =>
	holdExamples(EXAMPLES, await admin()))

test('the page has every example as it was sent, in order', () => holdPage(PAGE, EXAMPLES))

test('the guide needs no script and nothing from other hosts, and what it names exists', () => holdLinks(PAGE))
