import { entitlementName } from '../change/entitlement-name.ts'
import { plans } from '../text/en/plans.ts'
import { terms } from '../text/en/terms.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { useDraft } from '../ui/draft.ts'
import type { Values } from '../ui/form.tsx'
import { type Entitlement, EntitlementFields, NEW } from './entitlement-fields.tsx'
import { KnownKeys } from './known-keys.tsx'
import styles from './entitlement-editor.module.css'

const t = plans.edit

interface Row {
	/** Stays the same when rows above are removed. */
	id: string
	isNew?: boolean
	entitlement: Entitlement
}

const COUNT = 'entitlement_count'

/** The rows of a list of entitlements. Their fields have the names that the API uses in errors. */
export function EntitlementEditor({ entitlements }: { entitlements: Entitlement[] }) {
	// The API replaces the list as a whole, so it is one draft.
	const [rows, setRows] = useDraft<Row[]>(entitlements.map((entitlement) => ({ id: entitlement.key, entitlement })))
	const add = () => setRows([...rows, { id: crypto.randomUUID(), isNew: true, entitlement: NEW }])
	return (
		<fieldset className={styles.editor}>
			<legend>{terms.entitlements}</legend>
			<KnownKeys />
			{rows.length === 0 && <p className={styles.empty}>{t.empty}</p>}
			{rows.map(({ id, isNew, entitlement }, index) => (
				<div key={id} className={styles.row}>
					<EntitlementFields
						prefix={`entitlements.${index}.`}
						entitlement={entitlement}
						onChange={(next) => setRows(rows.with(index, { id, isNew, entitlement: next }))}
					/>
					<IconButton
						icon="trash"
						label={isNew ? t.remove_new : t.remove(entitlementName(id))}
						onClick={() => setRows(rows.filter((row) => row.id !== id))}
					/>
				</div>
			))}
			<input type="hidden" name={COUNT} value={rows.length} />
			<div>
				<Button icon="plus" onClick={add}>
					{t.add}
				</Button>
			</div>
		</fieldset>
	)
}

/** The editor's values. */
export const entitlementsOf = (form: Values): Entitlement[] =>
	Array.from({ length: form.number(COUNT) }, (_, index) => entitlementOf(form, `entitlements.${index}.`))

/** The values of an entitlement's three fields. */
export const entitlementOf = (form: Values, prefix: string): Entitlement => ({
	key: form.text(`${prefix}key`),
	value: form.text(`${prefix}value`),
	value_type: TYPES.find((type) => type === form.text(`${prefix}value_type`)) ?? 'string',
})

const TYPES = ['integer', 'boolean', 'string'] as const
