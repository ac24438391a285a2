import { useQuery } from '@tanstack/react-query'
import { data } from '../api.ts'
import { configuration } from '../text/en/configuration.ts'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { dayBefore } from '../ui/format.ts'
import { PageSkeleton, Panel } from '../ui/page.tsx'
import { saveFile } from '../ui/save-file.ts'
import { DocumentField } from './document-field.tsx'
import { callsOf } from './owner.ts'

const t = configuration.document

/** The current document. It's read again each time, so a plan never starts from an old one. */
export const useDocument = (org_id: string | undefined) =>
	useQuery({
		queryKey: ['configuration', 'document', org_id],
		queryFn: async () => JSON.stringify(await data<object>(callsOf(org_id).read()), null, 2),
	})

/** Shows the document, to copy or to download. */
export function Export({ org_id }: { org_id: string | undefined }) {
	const { data: text, error, refetch } = useDocument(org_id)
	if (error) return <Failure refusal={error} onRetry={() => void refetch()} />
	if (text === undefined) return <PageSkeleton />
	return (
		<Panel
			title={t.title}
			hint={t.hint}
			actions={
				<>
					<Copy text={text} what={t.copy} />
					<Button
						icon="down"
						onClick={() => saveFile(`plinth-${org_id ?? 'platform'}-${dayBefore(0)}.json`, jsonOf(text))}
					>
						{t.download}
					</Button>
				</>
			}
		>
			<DocumentField label={t.label} value={text} />
		</Panel>
	)
}

const jsonOf = (text: string) => new Blob([text], { type: 'application/json' })
