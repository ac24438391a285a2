import { useQuery } from '@tanstack/react-query'
import { api, data, type Schema, tagged } from '../api.ts'
import { History } from '../audit-logs/history.tsx'
import { Editable } from '../change/editable.tsx'
import { Only } from '../change/only.tsx'
import { email as t } from '../text/en/email.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Failure } from '../ui/failure.tsx'
import { Columns, Facts, Page, PageSkeleton, Panel, Stack } from '../ui/page.tsx'
import { ConfigForm } from './config-form.tsx'
import { TestMail } from './test-mail.tsx'

const HINTS = { db: t.status.db_hint, env: t.status.env_hint, none: t.status.none_hint }

/** Whether mail can be sent, through which server, and a test mail. */
export function Email() {
	const status = useQuery({
		queryKey: ['email', 'status'],
		queryFn: () => data(api.GET('/v1/admin/email/status')),
	})
	const config = useQuery({
		queryKey: ['email', 'config'],
		queryFn: () => tagged(api.GET('/v1/admin/email/config')),
	})
	const error = (status.data ? null : status.error) ?? (config.data ? null : config.error)
	const retry = () => void Promise.all([status.refetch(), config.refetch()])
	if (error) return <Failure refusal={error} onRetry={retry} isPage />
	if (!status.data || !config.data) return <PageSkeleton />
	const { configured, source } = status.data
	return (
		<Page
			hint={t.hint}
			mark={
				<Badge tone={configured ? 'normal' : 'warn'}>
					{configured ? t.states.configured : t.states.not_configured}
				</Badge>
			}
		>
			<Columns>
				{source === 'none' ? (
					<Panel title={terms.settings} hint={HINTS[source]}>
						<ConfigForm config={config.data} source={source} />
					</Panel>
				) : (
					<Editable
						title={terms.settings}
						needs={['platform_admin']}
						renderForm={(onClose) => <ConfigForm config={config.data} source={source} onClose={onClose} />}
					>
						<Settings config={config.data.value} />
						<p>{HINTS[source]}</p>
					</Editable>
				)}
				<Stack>
					<Panel title={t.test.title}>
						<Only needs={['platform.write']}>
							<TestMail isReady={configured} />
						</Only>
					</Panel>
					<History target_id="email" />
					<Panel title={t.mails.title}>
						<Facts facts={t.mails.facts.map(([name, what]) => [name, what])} />
					</Panel>
				</Stack>
			</Columns>
		</Page>
	)
}

/** What's in force, wherever it comes from. */
const Settings = ({ config }: { config: Schema<'EmailConfig'> }) => (
	<Facts
		facts={[
			[t.fields.from, config.from ?? '–'],
			[t.fields.smtp_host, config.smtp_host ?? '–'],
			[t.fields.smtp_tls_mode, config.smtp_tls_mode ? t.modes[config.smtp_tls_mode] : '–'],
			[t.fields.smtp_port, config.smtp_port ?? '–'],
			[t.fields.smtp_user, config.smtp_user ?? '–'],
			[t.fields.smtp_pass, config.smtp_pass_set ? t.password.stored : t.password.not_set],
		]}
	/>
)
