import { AUDIT_ACTIONS } from '../../ground/write/actions.ts'
import { TOUCHED } from '../../ground/write/affects.ts'
import { EFFECTS } from '../../ground/write/effects.ts'
import { NOTICE_CODES } from '../../messages/notices/catalogue.ts'
import type { Schema } from './example.ts'

// Texts with known values.

/** Says of each such text in the document which values it can have. */
export function nameKnownValues(schemas: Record<string, unknown>) {
	const { AuditLog, OrgAuditLog, UnconfirmedChange, DryRun, Notification } = schemas as Record<string, Schema>
	for (const one of [AuditLog, OrgAuditLog, UnconfirmedChange]) nameActions(one)
	nameEffects(DryRun)
	nameTouched(DryRun)
	nameNotices(Notification)
}

/** Says which actions there are. It's no `enum`: a new one must not break a client that validates. */
function nameActions(schema: Schema | undefined) {
	const actions = Object.entries(AUDIT_ACTIONS).flatMap(([kind, verbs]) =>
		Object.entries(verbs).map(([verb, what]) => [`${kind}.${verb}`, what] as const),
	)
	Object.assign(schema?.properties?.action ?? {}, {
		'x-extensible-enum': actions.map(([action]) => action),
		'x-enum-descriptions': actions.map(([, what]) => what),
	})
}

function nameEffects(schema: Schema | undefined) {
	Object.assign(schema?.properties?.effect_codes?.items?.properties?.code ?? {}, {
		'x-extensible-enum': Object.keys(EFFECTS),
	})
}

function nameTouched(schema: Schema | undefined) {
	Object.assign(schema?.properties?.affects?.items?.properties?.what ?? {}, {
		'x-extensible-enum': Object.keys(TOUCHED),
		'x-enum-descriptions': Object.values(TOUCHED),
	})
}

/** Says which codes the payload of a notice can have. That of a broadcast has what its author gave. */
function nameNotices(schema: Schema | undefined) {
	Object.assign(schema?.properties?.payload ?? {}, {
		properties: {
			code: { description: "What a notice of Plinth's own says.", 'x-extensible-enum': NOTICE_CODES },
			values: { description: 'What the title and the body of such a notice name.' },
		},
	})
}
