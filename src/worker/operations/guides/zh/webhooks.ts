import { ATTEMPTS, RETRIES_IN_CHINESE } from '../../docs/retries.ts'
import { EXAMPLE } from '../../docs/webhook-example.ts'
import { type Translation, table } from '../guide.ts'

export const webhooks: Translation = {
	title: '接收 Webhook',
	summary: '接收事件，验证它们确实来自我们，并找回错过的事件。',
	lead: '如何接收事件，如何确认它们来自我们，以及事件没有到达时怎么办。',
	chapters: {
		message: {
			title: '收到的内容',
			texts: [
				'每个事件都以 POST 请求发送到组织中订阅了它的所有端点。以下是一个逐字节的示例：',
				table([
					['webhook-id', '事件的 ID，即投递的 `event_id`。每次尝试都相同。'],
					['webhook-timestamp', '本次尝试的时间，以 Unix 秒表示。'],
					['webhook-signature', '一个或多个签名，以空格分隔。'],
					['type', '发生了什么。`GET /v1/webhook-event-types` 列出所有类型。'],
					['timestamp', '发生的时间，可能远早于到达的时间。'],
					['data', '当时的资源。'],
				]),
				'各种[事件](/docs#events)的数据和示例请参见事件页。',
			],
		},
		signature: {
			title: '签名方式',
			texts: [
				'我们遵循 Standard Webhooks。签名的内容是用点号连接的 ID、时间戳和正文，别无其他：',
				'`v1a` 是 Ed25519。每个端点都有自己的密钥。验证时只需要端点的 `public_key`，即 `whpk_` 加上 32 字节的 base64。因此您无需保管任何可能泄露的机密值。',
				'`v1` 是 HMAC-SHA256。如果您为端点设置了 `secret`，消息就会带有它。机密值为 `whsec_` 加上 24 到 64 字节的 base64。',
			],
		},
		verify: {
			title: '验证签名',
			texts: [
				'请验证收到的原始字节：解析 JSON 后再写出会改变内容。如果消息未通过验证，或 `webhook-timestamp` 相差超过五分钟，请返回 400，因为攻击者可能录下了它。',
				'用 Node.js 验证 v1a',
				'用 Python 验证 v1a，使用 cryptography 库',
				'用 Go 验证 v1a',
				'用 standardwebhooks 库验证 v1，这里使用 Node.js',
			],
		},
		example: {
			title: '用示例检查您的代码',
			texts: [
				'使用上面的消息，并将 `now` 设为它的时间戳。两个签名都必须通过验证。改动一个字节，两个都必须失败。',
				table([
					['public_key', `\`${EXAMPLE.public_key}\``],
					['secret', `\`${EXAMPLE.secret}\``],
					['v1a', `\`${EXAMPLE.v1a}\``],
					['v1', `\`${EXAMPLE.v1}\``],
				]),
				'这是 PKCS #8 格式的私钥，供自行签名的测试使用。它是 RFC 8032 的第一个测试向量，机密值则来自 Standard Webhooks 的文本。所有人都有它们，因此在测试之外绝不要信任。',
			],
		},
		answer: {
			title: '如何响应',
			texts: [
				'请在 15 秒内响应。先可靠地保存事件，再响应，然后处理。',
				table([
					['2xx', '已送达。正文内容无关紧要。'],
					['410', '我们会停用该端点，不再向它发送。'],
					['3xx', '视为失败：我们不跟随重定向。请修改端点的 `url`。'],
					['其他状态', '视为失败，与没有响应相同。我们会重试。'],
				]),
				`失败后我们会重试。各次尝试的间隔为 ${RETRIES_IN_CHINESE}，每次可能缩短或延长最多五分之一。\`Retry-After\` 可以延长间隔，最多一天。${ATTEMPTS} 次尝试之后，投递的状态变为 \`dead\`。`,
				'`GET /v1/webhook-endpoints/{endpoint_id}/deliveries` 会显示每次尝试的状态和响应的开头，因此请在响应中说明出了什么问题。',
			],
		},
		once: {
			title: '每个事件只处理一次',
			texts: [
				'您的响应可能丢失，这时同一事件会再次到达。每次尝试的 `webhook-id` 都相同。请将收到的 ID 保留几天。如果再次收到其中之一，返回 204，不做任何处理。',
				'事件可能不按顺序到达。如果顺序重要，请比较 `timestamp`。',
			],
		},
		rotate: {
			title: '轮换密钥或机密值',
			texts: [
				'`POST /v1/webhook-endpoints/{endpoint_id}/rotate-key` 生成新密钥。在 24 小时内，每条消息都有两个 `v1a` 签名，分别使用新密钥和旧密钥。在 `previous_key_until` 之前，端点以 `previous_public_key` 显示旧密钥。请在此期间把新的 `public_key` 放入接收程序，这样不会丢失任何事件。在 24 小时内再次调用不会改变任何内容，除非加上 `?purge=true`。',
				'用 `PATCH /v1/webhook-endpoints/{endpoint_id}` 设置新的 `secret`，对 `v1` 的效果相同。设为 `null` 时，消息在 24 小时后不再带有 `v1`。',
			],
		},
		disabled: {
			title: '端点被停用时',
			texts: [
				'返回 410，或连续五天全部失败，都会停用端点。`disabled_reason` 说明是哪一种，组织的所有者和管理员会收到通知，您的其他端点会收到 `webhook_endpoint.disabled`。',
				'用 PATCH 发送 `{"enabled": true}` 即可重新启用。之后我们会发送等待中的投递。停用期间的事件以 `skipped` 状态的投递保留。',
			],
		},
		recover: {
			title: '找回错过的事件',
			texts: [
				'向 `POST /v1/webhook-endpoints/{endpoint_id}/recover` 发送 `{"since": "2026-11-20T00:00:00Z"}`，会重新发送此后所有 `skipped` 或 `dead` 状态的投递，每次 1,000 条。当 `has_more` 为 true 时，请重复调用。每条投递都有新的重试计划。如需重新发送单条投递，无论其状态如何，请使用 `POST /v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver`。',
				'如果组织中没有端点订阅运行的事件，运行就不会发出事件。向 `POST /v1/webhook-endpoints/{endpoint_id}/backfill` 发送 `{"from": "2026-11-01T00:00:00Z", "to": "2026-11-20T00:00:00Z"}`，会发送在此期间开始并已结束的运行的事件，只发送到这个端点。它们就是您本应收到的事件，`timestamp` 为当时的时间。每次调用处理 1,000 次运行。当 `has_more` 为 true 时，请以 `last_run_id` 作为 `after` 重复调用。重复同一调用不会发送两次。运行的结束必须在最近 28 天内上报。',
			],
		},
		try: {
			title: '试一试',
			texts: [
				'`POST /v1/webhook-endpoints/{endpoint_id}/test` 会发送一个 `ping`，无论端点订阅了什么。',
				'在您自己的机器上，可以在 `npm start` 之外再启动 `npm run receiver`。它监听 `https://localhost:8788/`，并显示收到的内容。在 URL 中加上 `?key=` 和端点的 `public_key`，它就会用上面的代码验证消息。加上 `&status=503` 时它会返回失败，您可以看到重试。',
			],
		},
	},
}
