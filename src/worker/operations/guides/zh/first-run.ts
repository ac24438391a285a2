import type { Translation } from '../guide.ts'

export const firstRun: Translation = {
	title: '最初五分钟',
	summary: '从克隆代码到第一次运行，并在控制台中看到它的费用。',
	lead: '从克隆代码到第一次运行，并在控制台中看到它。您需要 Node.js 22.18 或更高版本（在 Linux 上会自动安装）、`curl`，以及两个使用 bash 或 zsh 的终端窗口。',
	chapters: {
		start: {
			title: '启动 Plinth',
			texts: [
				'在第一个终端窗口中进入克隆的文件夹，然后执行：',
				'首次启动会把随机生成的密钥写入 `.dev.vars`，并迁移本地数据库。显示控制台地址后，Plinth 即已就绪。无需在任何地方注册账号。',
			],
		},
		token: {
			title: '获取令牌',
			texts: [
				'在第二个终端窗口中进入同一文件夹。`$PLINTH` 是实例的地址，`$TOKEN` 是访问令牌。API 参考中的示例也使用这两个变量：',
				'访问令牌的有效期为 15 分钟。如需更长时间，请创建 [API 密钥](/docs/api/api-keys#post_api_keys)，并将其用作 `$TOKEN`。',
			],
		},
		run: {
			title: '上报一次运行',
			texts: [
				'一次运行是智能体完成的一项工作。智能体运行时上报它的消耗，这里只在结束时上报一次：',
				'响应会说明接受了多少条。再次发送同一条上报不会改变任何内容，因为 `run_id` 就是它的键。',
			],
		},
		see: {
			title: '查看运行',
			texts: [
				'列出组织的运行：',
				'也可以在界面中查看：打开实例上的 `/console/`，用登录名 `admin` 和 `.dev.vars` 中的密码 `BOOTSTRAP_ADMIN_PASSWORD` 登录。运行列在“运行”中，费用显示在“概览”中。`npm run seed` 会添加演示数据。',
			],
		},
		next: {
			title: '接下来',
			texts: [
				'[连接智能体](/docs/runtime)介绍一个客户端，它在消耗之前先询问，并从 Plinth 获取模型和工具。[停止运行](/docs/spending)介绍预算和暂停。[变更运行中的平台](/docs/changes)介绍如何预览变更，以及如何撤销。',
			],
		},
	},
}
