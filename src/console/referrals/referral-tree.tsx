import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, page, type Schema } from '../api.ts'
import { ListFoot } from '../lists/list-foot.tsx'
import { referrals } from '../text/en/referrals.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Notice } from '../ui/failure.tsx'
import { Figure, Figures } from '../ui/figures.tsx'
import { number } from '../ui/format.ts'
import { Page, Panel } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import styles from './referral-tree.module.css'

const t = referrals.tree

type Node = Schema<'ReferralTreeNode'>

/** Below this depth the branches start collapsed. */
const OPEN_DEPTH = 2

/** The users that one user brought in. A later page starts anywhere in the tree, so its branches may have no parent. */
export function ReferralTree() {
	const { user_id } = useParams({ from: '/referrals/$user_id' })
	const { cursor } = useSearch({ from: '/referrals/$user_id' })
	const [data, instead] = useDetail({
		queryKey: ['referrals', 'tree', user_id, cursor],
		queryFn: () => page(api.GET('/v1/admin/referrals/tree', { params: { query: { user_id, cursor } } })),
	})
	if (!data) return instead
	const { rows, next } = data
	const root = rows.find(({ depth }) => depth === 0)
	const here = new Set(rows.map((node) => node.user_id))
	const children = Map.groupBy(rows, ({ inviter_id }) => inviter_id ?? '')
	const tops = rows.filter(
		({ depth, inviter_id }) => depth > 0 && (inviter_id === user_id || !here.has(inviter_id ?? '')),
	)
	return (
		<Page title={root?.login ?? t.title} hint={t.hint}>
			<Figures>
				<Figure label={t.people} value={number(rows.length - (root ? 1 : 0))} hint={t.people_hint} />
				<Figure label={t.direct} value={number(children.get(user_id)?.length ?? 0)} hint={t.direct_hint} />
				<Figure label={t.depth} value={number(rows.at(-1)?.depth ?? 0)} hint={t.depth_hint} />
			</Figures>
			<Panel
				title={t.title}
				hint={
					root?.inviter_id && (
						<Link to="/referrals/$user_id" params={{ user_id: root.inviter_id }} className={styles.up}>
							{t.up}
						</Link>
					)
				}
			>
				{(next ?? cursor) && <p>{t.more}</p>}
				{tops.length === 0 ? (
					<Notice icon="tree" title={t.empty} hint={t.empty_hint} />
				) : (
					<Branch nodes={tops} childrenOf={children} />
				)}
			</Panel>
			<ListFoot page={data} />
		</Page>
	)
}

interface BranchProps {
	nodes: Node[]
	childrenOf: Map<string, Node[]>
}

const Branch = ({ nodes, childrenOf }: BranchProps) => (
	<ul className={styles.branch}>
		{nodes.map((node) => (
			<One key={node.user_id} node={node} childrenOf={childrenOf} />
		))}
	</ul>
)

function One({ node: { user_id, login, depth, created_at }, childrenOf }: { node: Node } & Omit<BranchProps, 'nodes'>) {
	const [isOpen, setIsOpen] = useState(depth <= OPEN_DEPTH)
	const below = childrenOf.get(user_id) ?? []
	return (
		<li>
			<div className={styles.node}>
				{below.length > 0 && (
					<IconButton
						icon={isOpen ? 'minus' : 'plus'}
						label={t.collapse(login)}
						aria-expanded={isOpen}
						onClick={() => setIsOpen(!isOpen)}
					/>
				)}
				<Link to="/users/$user_id" params={{ user_id }} className={styles.name}>
					{login}
				</Link>
				{below.length > 0 && <Badge>{t.children(number(below.length))}</Badge>}
				<span className={styles.time}>
					<Ago time={created_at} />
				</span>
			</div>
			{isOpen && below.length > 0 && <Branch nodes={below} childrenOf={childrenOf} />}
		</li>
	)
}
