import type { Scope } from '../session/scope.ts'
import { terms } from '../text/en/terms.ts'
import { toolProviders as t } from '../text/en/tool-providers.ts'
import { Badge } from '../ui/badge.tsx'
import { actionsColumn, type Column, Table } from '../ui/table.tsx'
import { shortOf, type ToolProvider } from './layer.ts'
import { ProviderActions } from './provider-actions.tsx'
import styles from './providers.module.css'

const COLUMNS: Column<ToolProvider>[] = [
	{
		title: terms.provider,
		cell: (provider) => (
			<span className={styles.named}>
				<span title={provider.provider_name}>{shortOf(provider.provider_name)}</span> <State provider={provider} />
			</span>
		),
	},
	{ title: terms.secret, cell: keyOf, from: 'medium' },
	{ title: terms.base_url, cell: urlOf, from: 'wide' },
]

const actionsIn = (scope: Scope): Column<ToolProvider> =>
	actionsColumn((provider) => <ProviderActions provider={provider} scope={scope} />)

interface ProvidersProps {
	scope: Scope
	label: string
	mayChange: boolean
	rows: ToolProvider[] | undefined
}

/** The providers of a group in one layer. The catalogue is fixed, so there is always one. */
export const Providers = ({ scope, label, mayChange, rows }: ProvidersProps) => (
	<Table
		label={label}
		columns={mayChange ? [...COLUMNS, actionsIn(scope)] : COLUMNS}
		rows={rows}
		keyOf={({ provider_name }) => provider_name}
		expected={2}
		empty={null}
	/>
)

function keyOf({ key_prefix, requires_api_key }: ToolProvider) {
	if (key_prefix) return <code>{key_prefix}</code>
	return requires_api_key ? t.not_set : '–'
}

function urlOf({ base_url, requires_base_url }: ToolProvider) {
	if (base_url) return <span title={base_url}>{base_url}</span>
	return requires_base_url ? t.not_set : '–'
}

/** Whether a provider is active, or what it's missing. */
function State({ provider: { is_active, configured, requires_api_key, key_prefix } }: { provider: ToolProvider }) {
	const lacks = requires_api_key && !key_prefix ? t.needs.api_key : t.needs.base_url
	return (
		<>
			{is_active && <Badge tone={configured ? 'good' : 'bad'}>{t.active}</Badge>}{' '}
			{!configured && <Badge tone={is_active ? 'bad' : 'neutral'}>{lacks}</Badge>}
		</>
	)
}
