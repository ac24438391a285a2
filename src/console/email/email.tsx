import { useQuery } from '@tanstack/react-query'
import { api, data, tagged } from '../api.ts'
import { Only } from '../change/only.tsx'
import { email as t } from '../text/en/email.ts'
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
	const { configured, from, source } = status.data
	return (
		<Page
			title={t.title}
			hint={t.hint}
			mark={
				<Badge tone={configured ? 'normal' : 'warn'}>
					{configured ? t.states.configured : t.states.not_configured}
				</Badge>
			}
		>
			<Columns>
				<Panel title={t.config.title}>
					<ConfigForm config={config.data} source={source} />
				</Panel>
				<Stack>
					<Panel title={t.status.title}>
						<Facts
							facts={[
								[t.status.from, from ?? '–'],
								[t.status.source, t.status.sources[source]],
							]}
						/>
						<p>{HINTS[source]}</p>
					</Panel>
					<Panel title={t.test.title}>
						<Only needs={['platform.write']}>
							<TestMail isReady={configured} />
						</Only>
					</Panel>
				</Stack>
			</Columns>
		</Page>
	)
}
