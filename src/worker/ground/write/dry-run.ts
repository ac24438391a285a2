import * as z from 'zod'
import { doc } from '#doc'
import type { DryRunResult } from '../../context.ts'

// What callers see of a dry run: which operations offer it, and how they respond.

/** The media type of the response. A program can tell it from the real call's without reading the body. */
export const DRY_RUN_TYPE = 'application/json; dry-run=true'

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']

interface Called {
	method: string
	path: string
}

/** Whether the header `Dry-Run` means anything to an operation. */
export const supportsDryRun = ({ method, path }: Called) =>
	METHODS.includes(method) && /^\/(v1\/|scim\/|mcp$)/.test(path)

const WITHOUT =
	/^\/(scim\/.*|mcp)$|^\/v1\/(auth\/.*|me|me\/password|me\/recovery-codes|me\/totp.*|me\/passkeys\/options|me\/identities\/(access|[^/]+\/start)|.*\/oidc-connections\/[^/]+\/test)$/

/**
 * Whether an operation has a dry run; one that only supports the header refuses it. Operations on credentials don't: a guess must count, and a
 * login must end. Nor do those that only ask a provider, and those of SCIM and MCP, which know no such header.
 */
export const offersDryRun = (operation: Called) => supportsDryRun(operation) && !WITHOUT.test(operation.path)

/** What a dry run says. */
export type Described = Omit<z.infer<typeof DryRun>, 'effect_codes'> & { effect_codes: DryRunResult['effects'] }

/** What a dry run has found before its first write. */
export const emptyResult = (): DryRunResult => ({
	changes: [],
	events: [],
	effects: [],
	affects: [],
	credits: [],
	credits_total: { count: 0, amount: 0 },
})

const State = z.unknown().meta(doc({ description: 'As the audit log would keep it; null when there is no such row.' }))

export const DryRun = z
	.object({
		dry_run: z.literal(true),
		status: z.int().meta(doc({ description: 'The status that the real call would have.', example: 201 })),
		body: z.unknown().meta(
			doc({
				description:
					'The body that the real call would have; null when it has none, or when nobody can know it. Generated ids, keys and times differ.',
			}),
		),
		changes: z
			.array(
				z.object({
					target_type: z.string().meta(doc({ example: 'feature_flags' })),
					target_id: z.string().meta(doc({ example: 'flag_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
					before: State,
					after: State,
				}),
			)
			.meta(doc({ description: 'The changes that the audit log would record.' })),
		events: z
			.array(z.string())
			.meta(doc({ description: 'The types of the events that would be emitted.', example: ['subscription.created'] })),
		effects: z
			.array(z.string())
			.meta(
				doc({ description: 'What would happen outside of the database.', example: ['Notifies 1 webhook endpoint.'] }),
			),
		effect_codes: z
			.array(
				z.object({
					code: z.string(),
					values: z.record(z.string(), z.unknown()).meta(doc({ description: 'What the text names.' })),
				}),
			)
			.meta(
				doc({
					description: 'The same as codes with values, in the same order: for programs, and for other languages.',
					example: [{ code: 'notifies_endpoints', values: { count: 1 } }],
				}),
			),
		affects: z
			.array(
				z.object({
					kind: z.string().meta(doc({ description: 'What changes.', example: 'feature_flags' })),
					what: z.string().meta(doc({ description: 'Whom that touches.', example: 'org_overrides' })),
					count: z.int().meta(doc({ example: 7 })),
					has_more: z.boolean().meta(doc({ description: 'Whether there are more: counting ends at 10,000.' })),
					names: z.array(z.string()).meta(doc({ description: 'The first five, where they have names.', example: [] })),
				}),
			)
			.meta(doc({ description: 'Whom the change touches, and how many there are.' })),
		credits: z
			.array(
				z.object({
					org_id: z.string().meta(doc({ example: 'org_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
					amount: z.int().meta(doc({ description: 'Negative if it is taken.', example: 5000 })),
					balance_after: z.int().meta(doc({ example: 5250 })),
					type: z.string().meta(doc({ description: 'The type of the ledger entry.', example: 'monthly_grant' })),
				}),
			)
			.meta(doc({ description: 'How balances would move. At most the first ten movements.' })),
		credits_total: z
			.object({
				count: z.int().meta(doc({ example: 1 })),
				amount: z.number().meta(doc({ example: 5000 })),
			})
			.meta(doc({ description: 'How many movements there would be in all, and their sum.' })),
		ignored: z.array(z.string()).meta(
			doc({
				description: 'The fields, parameters and event types that nobody knows, as in `X-Ignored`.',
				example: [],
			}),
		),
	})
	.meta(doc({ id: 'DryRun', description: 'What a call would do. Nothing was done.' }))
