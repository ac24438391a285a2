import { html } from 'hono/html'
import type { Around } from '../docs/chapter.ts'
import { guideLink } from '../docs/contents.ts'
import { paragraph, type Said, say } from '../docs/languages.ts'
import { codeOf } from '../docs/samples.ts'
import type { Section } from '../docs/search-index.ts'
import { shell } from '../docs/shell.ts'
import { requestsOf } from './examples.ts'
import { type PathName, RECEIVER, STEPS } from './path-steps.ts'
import { joined } from './translated.ts'

interface Path {
	title: Said
	summary: Said
	needs: Said
	/** The text of each step, by its ID. */
	steps: Record<string, { title: Said; text: Said }>
	next: Said
}

const PATHS: Record<PathName, Path> = {
	'paths/agents': {
		title: { en: 'I run agents', zh: '我运行智能体' },
		summary: {
			en: 'A run from its start to its end, on this instance, in five steps.',
			zh: '在此实例上用五步完成一次运行，从开始到结束。',
		},
		needs: {
			en: 'You need the permission `runtime.report`, which platform admins have. The steps leave a run in your org that cost 4 credits.',
			zh: '需要权限 `runtime.report`，平台管理员拥有该权限。这些步骤会在您的组织中留下一次消耗 4 积分的运行。',
		},
		steps: {
			me: {
				title: { en: 'Who you are', zh: '您是谁' },
				text: {
					en: 'The org that you act in pays for the run. The ID of this request becomes the ID of the run.',
					zh: '您当前所在的组织为运行付费。此请求的 ID 将用作运行的 ID。',
				},
			},
			begin: {
				title: { en: 'Start the run', zh: '开始运行' },
				text: {
					en: 'Plinth says whether it may start, and by which `terms` it is charged.',
					zh: 'Plinth 说明它是否可以开始，以及按哪些 `terms` 计费。',
				},
			},
			progress: {
				title: { en: 'Say what it has used', zh: '上报已消耗的数额' },
				text: {
					en: 'Send the totals so far after each step. The response says that the run may continue.',
					zh: '每一步之后发送到目前为止的总数。响应说明运行可以继续。',
				},
			},
			end: {
				title: { en: 'Report the end', zh: '上报结束' },
				text: {
					en: 'Four thousandths of a dollar are four credits.',
					zh: '千分之四美元等于四积分。',
				},
			},
			read: {
				title: { en: 'Look at it', zh: '查看运行' },
				text: { en: 'This is what the console shows under Runs.', zh: '控制台的“运行”显示的就是这些内容。' },
			},
		},
		next: {
			en: 'Next: [Connect an agent](/docs/runtime), with a client for Python or Node.js, and [Stop a run](/docs/spending).',
			zh: '下一步：用 Python 或 Node.js 客户端[连接智能体](/docs/runtime)，以及[停止运行](/docs/spending)。',
		},
	},
	'paths/operators': {
		title: { en: 'I operate a platform', zh: '我运营平台' },
		summary: {
			en: 'Preview a change, make it on trial, confirm it and revert it, in five steps.',
			zh: '用五步预览、试行、确认并还原一项更改。',
		},
		needs: {
			en: 'You need to be a platform admin. The last step takes back what the third one did.',
			zh: '需要平台管理员身份。最后一步会还原第三步所做的更改。',
		},
		steps: {
			ready: {
				title: { en: 'See how it is', zh: '查看状况' },
				text: {
					en: 'Each job with its last run, and how far it is behind.',
					zh: '每个任务的上次执行时间，以及落后多少。',
				},
			},
			dry: {
				title: { en: 'Preview a change', zh: '预览更改' },
				text: {
					en: 'A dry run of a new feature flag. `affects` says whom it touches.',
					zh: '试运行一个新的功能开关。`affects` 说明它影响谁。',
				},
			},
			trial: {
				title: { en: 'Make it on trial', zh: '试行更改' },
				text: {
					en: "It takes effect now, and is rolled back in five minutes if you don't do the next step.",
					zh: '更改立即生效。如果不执行下一步，五分钟后会回滚。',
				},
			},
			confirm: {
				title: { en: 'Confirm it', zh: '确认更改' },
				text: { en: 'Now it stays.', zh: '更改将保留。' },
			},
			revert: {
				title: { en: 'Revert it', zh: '还原更改' },
				text: {
					en: 'Each change has a row in the audit log, and most can be reverted by it.',
					zh: '每项更改在审计日志中都有一条记录，大多数更改都可以据此还原。',
				},
			},
		},
		next: {
			en: 'Next: [Changing a running platform](/docs/changes), with the whole configuration as one document.',
			zh: '下一步：[变更运行中的平台](/docs/changes)，其中包括作为一份文档的全部配置。',
		},
	},
	'paths/webhooks': {
		title: { en: 'I receive webhooks', zh: '我接收 Webhook' },
		summary: {
			en: 'Register a receiver, send it a ping, and see each attempt, in five steps.',
			zh: '用五步注册接收端、发送 ping，并查看每次尝试。',
		},
		needs: {
			en: 'You need to be an owner or admin of your org, and an address that takes a POST. The last step deletes the endpoint again.',
			zh: '需要组织的所有者或管理员身份，以及一个接受 POST 的地址。最后一步会删除该端点。',
		},
		steps: {
			types: {
				title: { en: 'What there is', zh: '有哪些事件' },
				text: { en: 'Every event type, with what it tells.', zh: '所有事件类型及其含义。' },
			},
			endpoint: {
				title: { en: 'Register your receiver', zh: '注册接收端' },
				text: {
					en: 'The response has the public key that verifies what arrives.',
					zh: '响应中有用于验证消息的公钥。',
				},
			},
			ping: {
				title: { en: 'Send a ping', zh: '发送 ping' },
				text: { en: 'Within a second, your receiver gets a request.', zh: '您的接收端会在一秒内收到请求。' },
			},
			deliveries: {
				title: { en: 'See what happened', zh: '查看结果' },
				text: {
					en: 'Each attempt with the status of your response. Run it again until the ping has arrived.',
					zh: '每次尝试及您的响应状态。可以重复执行，直到 ping 送达。',
				},
			},
			delete: {
				title: { en: 'Delete the endpoint', zh: '删除端点' },
				text: { en: 'It receives nothing more.', zh: '它不会再收到任何消息。' },
			},
		},
		next: {
			en: 'Next: [Receiving webhooks](/docs/webhooks), with code that verifies signatures.',
			zh: '下一步：[接收 Webhook](/docs/webhooks)，其中有验证签名的代码。',
		},
	},
}

const NAMES = Object.keys(PATHS) as PathName[]

export const pathLinks = NAMES.map((name) => guideLink(name, PATHS[name]))

export const pathSections: Section[] = NAMES.map((name) => {
	const { title, summary, steps, needs } = PATHS[name]
	const texts = [needs, ...Object.values(steps).flatMap((step) => [step.title, step.text])]
	return { href: `/docs/${name}`, title, of: summary, text: joined(texts) }
})

/** The page of each path, by its address. Without the script it's a guide: the script adds what runs the steps. */
export const pathPages = (around: Around): Record<string, string> =>
	Object.fromEntries(NAMES.map((name) => [`/docs/${name}`, pageOf(name, around)]))

function pageOf(name: PathName, around: Around) {
	const { title, summary, needs, steps, next } = PATHS[name]
	const sections = STEPS[name].map((example) => {
		const said = steps[example.id]
		if (!said) throw new Error(`${name} says nothing about its step ${example.id}`)
		const asked = example.body?.includes(RECEIVER) ? html` data-ask="${RECEIVER}"` : ''
		return html`<section class="step" id="${example.id}" data-step="${JSON.stringify(example)}"${asked}><h2>${say(said.title)}</h2>${paragraph(said.text)}${codeOf(requestsOf(example), `request-${example.id}`)}</section>`
	})
	return shell({
		title,
		contents: {
			...around,
			current: `/docs/${name}`,
			parts: STEPS[name].map(({ id }) => ({ href: `#${id}`, title: steps[id]?.title ?? id })),
		},
		main: html`<div class="guide steps"><h1>${say(title)}</h1>${paragraph(summary, 'lead')}${paragraph(needs)}${sections}${paragraph(next)}</div>`,
	})
}
