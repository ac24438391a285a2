import { keepPreviousData, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import type { Page as Rows } from '../api.ts'
import type BulkBarOf from '../change/bulk-bar.tsx'
import type { Bulk } from '../change/bulk.ts'
import { Only } from '../change/only.tsx'
import { type Permission, useMe } from '../session/session.ts'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Notice, type NoticeProps } from '../ui/failure.tsx'
import { later } from '../ui/loading.ts'
import { Page, type PageProps, Panel, type PanelProps, Toolbar, usePlaceName } from '../ui/page.tsx'
import { useSelection } from '../ui/selection.ts'
import { Table, type TableProps } from '../ui/table.tsx'
import { ListFoot } from './list-foot.tsx'

const BulkBar = later(() => import('../change/bulk-bar.tsx')) as unknown as typeof BulkBarOf

interface Shown<Row> extends Pick<
	TableProps<Row>,
	'columns' | 'keyOf' | 'linkOf' | 'expected' | 'isDense' | 'isClose' | 'groups'
> {
	/** Lets people select rows, and do something with them. */
	bulk?: Bulk<Row>
}

interface ListPanelProps<Row> extends Shown<Row>, Pick<PanelProps, 'title' | 'hint' | 'actions'> {
	/** What the table lists, where the panel has no title. */
	label?: string
	read: UseQueryResult<Rows<Row>>
	/** What it says when there are no rows. */
	empty: NoticeProps
}

/** A list in a panel: the rows of a query, what to do with those selected, its file, and the way to its other pages. */
export function ListPanel<Row>({
	title,
	hint,
	actions: buttons,
	label = title ?? '',
	read: { data, error, isPlaceholderData, refetch },
	empty,
	bulk,
	...shown
}: ListPanelProps<Row>) {
	const { permissions } = useMe()
	const actions = bulk?.actions.filter(({ needs }) => needs?.some((one) => permissions.includes(one)) ?? true)
	const isSelecting = bulk && actions && actions.length > 0
	const selection = useSelection(data?.rows.map(shown.keyOf) ?? [])
	const selected = data?.rows.filter((row) => selection.keys.has(shown.keyOf(row))) ?? []
	// The bar loads with the first selection, and stays for its dialogs.
	const [hasBar, setHasBar] = useState(false)
	if (selected.length > 0 && !hasBar) setHasBar(true)
	return (
		<Panel title={title} hint={hint} actions={buttons} noPadding>
			<Table
				{...shown}
				label={label}
				rows={data?.rows}
				error={error}
				onRetry={() => void refetch()}
				isStale={isPlaceholderData}
				empty={<Notice {...empty} />}
				selecting={isSelecting ? { selection, nameOf: bulk.nameOf } : undefined}
			/>
			<ListFoot
				page={data}
				isStale={isPlaceholderData}
				hasSelected={selected.length > 0}
				selected={
					hasBar &&
					isSelecting && (
						<Suspense>
							<BulkBar bulk={{ ...bulk, actions }} rows={selected} keyOf={shown.keyOf} selection={selection} />
						</Suspense>
					)
				}
			/>
		</Panel>
	)
}

interface ListProps<Row> extends Shown<Row> {
	title?: string
	hint: ReactNode
	/** The list that it's a part of. */
	up?: PageProps['up']
	query: Pick<UseQueryOptions<Rows<Row>>, 'queryKey' | 'queryFn' | 'refetchInterval'>
	empty: NoticeProps
	/** The button that makes a new one, the dialog behind it, and the permissions of which it needs one. */
	create?: { label: string; form: ComponentType<{ onClose: () => void }>; needs?: readonly Permission[] }
	/** More buttons, before that one. */
	actions?: ReactNode
	/** Search and filters. */
	tools?: ReactNode
	/** What stands below it. */
	children?: ReactNode
}

/** A screen that is a list. Its address has the filters and the cursor, which are in the key of `query`. */
export function List<Row>({
	title,
	hint,
	up,
	query,
	empty,
	create,
	actions,
	tools,
	children,
	...shown
}: ListProps<Row>) {
	const name = usePlaceName()
	const read = useQuery({ ...query, placeholderData: keepPreviousData })
	const plain = create && (
		<DialogButton kind="primary" icon="plus" renderDialog={(onClose) => <create.form onClose={onClose} />}>
			{create.label}
		</DialogButton>
	)
	const button = create?.needs ? <Only needs={create.needs}>{plain}</Only> : plain
	return (
		<Page
			title={title}
			hint={hint}
			up={up}
			actions={
				(actions || button) && (
					<>
						{actions}
						{button}
					</>
				)
			}
		>
			{tools && <Toolbar>{tools}</Toolbar>}
			<ListPanel {...shown} label={title ?? name} read={read} empty={empty} />
			{children}
		</Page>
	)
}
