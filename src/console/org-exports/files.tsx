import { useState } from 'react'
import { answered, api, Refusal, type Schema } from '../api.ts'
import { orgExports } from '../text/en/org-exports.ts'
import { IconButton } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { Notice } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { saveFile } from '../ui/save-file.ts'
import { type Column, RowActions, Table } from '../ui/table.tsx'
import { toastOf, useToast } from '../ui/toasts.tsx'
import { bytes } from './bytes.ts'

const t = orgExports.files

type Export = Schema<'OrgExportWithManifest'>
type File = NonNullable<Export['manifest']>['files'][number]

const numberOf = ({ url }: File) => url.slice(url.lastIndexOf('/') + 1)
const nameOf = (file: File) => `${file.kind}-${numberOf(file)}.ndjson`

const columnsOf = (of: Export): Column<File>[] => [
	{ title: t.name, cell: (file) => <code title={nameOf(file)}>{nameOf(file)}</code> },
	{ title: t.rows, cell: ({ rows }) => number(rows), align: 'end' },
	{ title: t.size, cell: (file) => bytes(file.bytes), align: 'end' },
	{ title: t.hash, cell: ({ sha256 }) => <Id text={sha256} what={t.hash} />, from: 'wide' },
	{ title: t.actions, isUntitled: true, cell: (file) => <Download of={of} file={file} />, align: 'end' },
]

/** The files of an export, each to download. */
export const Files = ({ of }: { of: Export }) => (
	<Panel title={t.title} noPadding>
		<Table
			label={t.title}
			columns={columnsOf(of)}
			rows={of.manifest?.files}
			keyOf={({ url }) => url}
			empty={<Notice icon="document" title={t.empty} />}
			isDense
		/>
	</Panel>
)

/** A link couldn't send the access token, so the page reads the file and hands it to the browser. */
function Download({ of: { org_id, id: export_id }, file }: { of: Export; file: File }) {
	const toast = useToast()
	const [isBusy, setIsBusy] = useState(false)
	const name = nameOf(file)
	const path = { org_id, export_id, number: numberOf(file) }
	const download = async () => {
		setIsBusy(true)
		try {
			const { data } = await answered(
				api.GET('/v1/orgs/{org_id}/exports/{export_id}/files/{number}', { params: { path }, parseAs: 'blob' }),
			)
			saveFile(name, data as Blob)
		} catch (refused) {
			toast(toastOf(refused instanceof Refusal ? refused : new Refusal(0, undefined)))
		}
		setIsBusy(false)
	}
	return (
		<RowActions>
			<IconButton icon="down" label={t.download(name)} disabled={isBusy} onClick={() => void download()} />
		</RowActions>
	)
}
