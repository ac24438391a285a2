/** What the API says a change would do outside of the database, with `$1` for what it names. */
const EFFECTS: [RegExp, string][] = [
	[/^Notifies the webhook endpoint\.$/, '会通知该 Webhook 端点。'],
	[/^Notifies (\d+) webhook endpoints?\.$/, '会通知 $1 个 Webhook 端点。'],
	[/^Notifies (\d+) users?\.$/, '会通知 $1 名用户。'],
	[/^Sends a mail to the user's address\.$/, '会向该用户的邮箱发送一封邮件。'],
	[/^Sends a mail to your old address\.$/, '会向您原来的邮箱发送一封邮件。'],
	[/^Sends a mail to your address\.$/, '会向您的邮箱发送一封邮件。'],
	[/^Sends a mail to the invited address\.$/, '会向受邀邮箱发送一封邮件。'],
	[
		/^Sends a test mail to the address\. Whether the server accepts it is only known afterwards\.$/,
		'会向该邮箱发送一封测试邮件。服务器是否接受，发送后才知道。',
	],
	[/^Connects to the MCP server\.$/, '会连接该 MCP 服务器。'],
	[/^Publishes the active provider of web search to every location\.$/, '会把网页搜索当前启用的提供商发布到所有节点。'],
	[/^Publishes the active provider of web fetch to every location\.$/, '会把网页抓取当前启用的提供商发布到所有节点。'],
	[/^Leaves keys that may do less than the account: (.+)\.$/, '留有权限少于该账号的密钥：$1。'],
	[/^Nothing is called (.+) today, so the pause matches nothing\.$/, '目前没有名为“$1”的对象，此暂停不匹配任何内容。'],
	[
		/^No plan has the boolean entitlement (.+), so only an override gives what needs it\.$/,
		'没有套餐包含布尔权益“$1”，因此只有单独授予的组织才能使用需要它的内容。',
	],
	[/^The pause of (.+) then matches nothing\.$/, '之后，对“$1”的暂停不再匹配任何内容。'],
	[/^The budget (.+) then matches nothing\.$/, '之后，预算“$1”不再匹配任何内容。'],
	[
		/^Deletes their personal org\. LLM providers: (\d+), MCP configs: (\d+), webhook endpoints: (\d+), service accounts: (\d+)\.$/,
		'会删除其个人组织，其中有 $1 个 LLM 提供商、$2 个 MCP 服务器、$3 个 Webhook 端点和 $4 个服务账号。',
	],
	[/^Leaves to whoever decides: (.+)\.$/, '留给有权决定的人：$1。'],
	[/^Rolls back (\d+) unconfirmed changes?\.$/, '会回滚 $1 个未确认的变更。'],
	[
		/^Rolls the change back after (\d+) seconds, unless you confirm it\.$/,
		'如果您在 $1 秒内没有确认，此变更会被回滚。',
	],
	[
		/^Continues with (\d+) more orgs\. `affected` only counts the first (\d+)\.$/,
		'之后还会处理另外 $1 个组织，此处只计入前 $2 个。',
	],
]

/** One of these sentences in Chinese. An unknown one stays as the API says it. */
export function effectText(effect: string): string {
	const [pattern, said] = EFFECTS.find(([one]) => one.test(effect)) ?? []
	return pattern && said ? effect.replace(pattern, said) : effect
}
