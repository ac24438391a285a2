import { useState } from 'react'
import { answered, api, Refusal, type Schema } from '../api.ts'
import { orgExports } from '../text/en/org-exports.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { number } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { saveFile } from '../ui/save-file.ts'
import { actionsColumn, type Column, RowActions, Table } from '../ui/table.tsx'
import { toastOf, useToast } from '../ui/toasts.tsx'
import { bytes } from './bytes.ts'
import { tarOf } from './tar.ts'

const t = orgExports.files

type Export = Schema<'OrgExportWithManifest'>
type File = NonNullable<Export['manifest']>['files'][number]

/** More than that, a browser shouldn't put into one file. */
const MOST_AT_ONCE = 500_000_000

const numberOf = ({ url }: File) => url.slice(url.lastIndexOf('/') + 1)
const nameOf = (file: File) => `${file.kind}-${numberOf(file)}.ndjson`

const columnsOf = (of: Export): Column<File>[] => [
	{ title: t.name, cell: (file) => <code title={nameOf(file)}>{nameOf(file)}</code> },
	{ title: t.rows, cell: ({ rows }) => number(rows), from: 'medium', align: 'end' },
	{ title: t.size, cell: (file) => bytes(file.bytes), from: 'medium', align: 'end' },
	actionsColumn((file) => (
		<RowActions>
			<Copy text={file.sha256} what={t.hash(nameOf(file))} />
			<DownloadOne of={of} file={file} />
		</RowActions>
	)),
]

/** The files of an export: all of them in one archive, or each, which few people want and which are many. */
export function Files({ of }: { of: Export }) {
	const [isOpen, setIsOpen] = useState(false)
	const files = (of.manifest?.files ?? []).toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
	return (
		<Panel
			title={t.title}
			hint={t.hint(number(files.length))}
			actions={
				<>
					<Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
						{isOpen ? t.hide : t.show}
					</Button>
					{of.byte_count <= MOST_AT_ONCE && <DownloadAll of={of} files={files} />}
				</>
			}
			noPadding
		>
			{isOpen && (
				<Table
					label={t.title}
					columns={columnsOf(of)}
					rows={files}
					keyOf={({ url }) => url}
					empty={t.hint(number(0))}
					isDense
				/>
			)}
		</Panel>
	)
}

/** A link couldn't send the access token, so the page reads a file and hands it to the browser. */
async function contentOf({ org_id, id: export_id }: Export, file: File): Promise<Blob> {
	const path = { org_id, export_id, number: numberOf(file) }
	const { data } = await answered(
		api.GET('/v1/orgs/{org_id}/exports/{export_id}/files/{number}', { params: { path }, parseAs: 'blob' }),
	)
	return data as Blob
}

/** Runs a download, and says why it was refused. */
function useDownload(download: () => Promise<void>) {
	const toast = useToast()
	const [isBusy, setIsBusy] = useState(false)
	const start = () => {
		setIsBusy(true)
		download()
			.catch((refused: unknown) => toast(toastOf(Refusal.of(refused))))
			.finally(() => setIsBusy(false))
	}
	return { isBusy, start }
}

function DownloadOne({ of, file }: { of: Export; file: File }) {
	const { isBusy, start } = useDownload(async () => saveFile(nameOf(file), await contentOf(of, file)))
	return <IconButton icon="down" label={t.download(nameOf(file))} disabled={isBusy} onClick={start} />
}

function DownloadAll({ of, files }: { of: Export; files: File[] }) {
	const [done, setDone] = useState(0)
	const { isBusy, start } = useDownload(async () => {
		setDone(0)
		const packed = []
		for (const file of files) {
			packed.push({ name: nameOf(file), content: await contentOf(of, file) })
			setDone(packed.length)
		}
		saveFile(`${of.id}.tar`, tarOf(packed, new Date(of.created_at)))
	})
	return (
		<Button icon="down" isBusy={isBusy} onClick={start}>
			{isBusy ? t.reading(number(done), number(files.length)) : t.all}
		</Button>
	)
}
