import { keepPreviousData, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { Page as Rows } from '../api.ts'
import { Only } from '../change/only.tsx'
import type { Permission } from '../session/session.ts'
import { Button } from './button.tsx'
import { Notice, type NoticeProps } from './failure.tsx'
import { Page, type PageProps, Panel, type PanelProps, Toolbar } from './page.tsx'
import { Paging } from './paging.tsx'
import { Table, type TableProps } from './table.tsx'

type Shown<Row> = Pick<TableProps<Row>, 'columns' | 'keyOf' | 'linkOf' | 'expected' | 'isDense'>

interface ListPanelProps<Row> extends Shown<Row>, Pick<PanelProps, 'title' | 'hint' | 'actions'> {
	/** What the table lists, where the panel has no title. */
	label?: string
	read: UseQueryResult<Rows<Row>>
	/** What it says when there are no rows. */
	empty: NoticeProps
	/** The dialogs of its buttons. */
	children?: ReactNode
}

/** A list in a panel: the rows of a query, and the way to the next page. */
export const ListPanel = <Row,>({
	title,
	hint,
	actions,
	label = title ?? '',
	read: { data, error, isPlaceholderData, refetch },
	empty,
	children,
	...shown
}: ListPanelProps<Row>) => (
	<Panel title={title} hint={hint} actions={actions} noPadding>
		<Table
			{...shown}
			label={label}
			rows={data?.rows}
			error={error}
			onRetry={() => void refetch()}
			isStale={isPlaceholderData}
			empty={<Notice {...empty} />}
		/>
		<Paging next={data?.next} />
		{children}
	</Panel>
)

interface ListProps<Row> extends Shown<Row> {
	title: string
	hint: ReactNode
	/** The list that it's a part of. */
	up?: PageProps['up']
	query: Pick<UseQueryOptions<Rows<Row>>, 'queryKey' | 'queryFn' | 'refetchInterval'>
	empty: NoticeProps
	/** The button that makes a new one, the dialog behind it, and the permissions of which it needs one. */
	create?: { label: string; form: ComponentType<{ onClose: () => void }>; needs?: readonly Permission[] }
	/** Offers the button also where there are no rows. */
	createsWhenEmpty?: boolean
	/** More buttons, before that one. */
	actions?: ReactNode
	/** Search and filters. */
	tools?: ReactNode
}

/** A screen that is a list. Its address has the filters and the cursor, which are in the key of `query`. */
export function List<Row>({
	title,
	hint,
	up,
	query,
	empty,
	create,
	createsWhenEmpty,
	actions,
	tools,
	...shown
}: ListProps<Row>) {
	const [isCreating, setIsCreating] = useState(false)
	const read = useQuery({ ...query, placeholderData: keepPreviousData })
	const plain = create && (
		<Button kind="primary" icon="plus" onClick={() => setIsCreating(true)}>
			{create.label}
		</Button>
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
			<ListPanel {...shown} label={title} read={read} empty={{ ...empty, children: createsWhenEmpty && button }} />
			{isCreating && create && <create.form onClose={() => setIsCreating(false)} />}
		</Page>
	)
}
