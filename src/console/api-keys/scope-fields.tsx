import type { Permission } from '../session/session.ts'
import { apiKeys } from '../text/en/keys.ts'
import { terms } from '../text/en/terms.ts'
import { CheckField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import styles from './api-keys.module.css'

const GROUPS: ['platform' | 'org' | 'runtime', Permission[]][] = [
	['platform', ['platform.read', 'people.write', 'money.write', 'platform.write', 'platform_admin']],
	['org', ['org.settings', 'data.secrets']],
	['runtime', ['runtime.report', 'runtime.resolve']],
]

interface ScopeFieldsProps {
	/** What can be given. */
	scopes: readonly Permission[]
	hint?: string
}

/** The permissions of a key, by what they're about. */
export const ScopeFields = ({ scopes, hint }: ScopeFieldsProps) => (
	<fieldset className={styles.choices}>
		<legend>{terms.permissions}</legend>
		{GROUPS.map(([group, ofGroup]) => (
			<Group key={group} title={apiKeys.scope_groups[group]} scopes={ofGroup.filter((one) => scopes.includes(one))} />
		))}
		{hint && <p className={styles.hint}>{hint}</p>}
	</fieldset>
)

const Group = ({ title, scopes }: { title: string; scopes: Permission[] }) =>
	scopes.length > 0 && (
		<div className={styles.group} role="group" aria-label={title}>
			<p>{title}</p>
			{scopes.map((scope) => (
				<CheckField
					key={scope}
					name={`scope.${scope}`}
					label={apiKeys.scopes[scope]}
					hint={apiKeys.scope_hints[scope]}
				/>
			))}
		</div>
	)

/** The permissions that are checked. */
export const scopesIn = (form: Values, scopes: readonly Permission[]) =>
	scopes.filter((scope) => form.checked(`scope.${scope}`))
