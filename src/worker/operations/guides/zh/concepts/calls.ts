import { table, type Translation } from '../../guide.ts'

export const authenticationPage: Translation = {
	title: '身份验证',
	summary: '人员使用访问令牌，程序使用 API 密钥。',
	lead: '每个请求都以 Bearer 令牌表明调用者：人员的访问令牌，或程序的 API 密钥。',
	chapters: {
		token: {
			title: '调用者是谁',
			texts: [
				'以 `Authorization: Bearer …` 发送令牌。`GET /v1/me` 返回令牌代表谁，以及当前所在的组织：',
				table([
					['访问令牌', '属于已登录的人员。它是 JWT，有效期为 15 分钟。用 `POST /v1/auth/refresh` 获取下一个。'],
					['API 密钥', '以 `al_` 开头。代表其用户在一个组织中操作，直到被删除或过期。'],
					['服务账号的密钥', '同样以 `al_` 开头。它属于组织而不属于个人，因此创建者离开后仍然有效。'],
				]),
			],
		},
		key: {
			title: '创建密钥',
			texts: [
				'`scopes` 是密钥的权限。仅当其所有者拥有这些权限时，密钥才拥有它们：',
				'`key` 只显示一次。创建密钥要求近期登录过，否则会被拒绝，原因为 `auth.step_up`，此时需重新输入密码。',
				'无间断地更换密钥。旧密钥在 `overlap_s` 秒内仍然有效：',
				'删除已泄露的密钥。它会在五秒内失效：',
			],
		},
		refused: {
			title: '请求被拒绝时',
			texts: [
				table([
					['401', '令牌缺失、已过期或已删除，或者该操作只接受人员的令牌。'],
					['403', '调用者已知，但不允许执行此操作。`details.permission` 给出缺少的权限。'],
					['404', '该资源不存在，或属于调用者看不到的组织。响应不会说明是哪一种。'],
				]),
				'API 参考中的每个操作都说明谁可以调用。权限检查先于输入检查。',
			],
		},
	},
}

export const errorsPage: Translation = {
	title: '处理错误',
	summary: '所有错误的结构相同，以及各自的处理办法。',
	lead: '每个错误的结构都相同：供程序使用的错误代码和原因，供人阅读的说明，以及两者都需要的追踪 ID。',
	chapters: {
		shape: {
			title: '结构',
			texts: [
				'`error` 是错误代码，`message` 是说明，`trace_id` 是请求的 ID。如果输入有误，`details.fields` 会列出每个字段及其要求：',
				'不存在的资源和其他组织的资源，返回的 404 完全相同：',
			],
		},
		branch: {
			title: '按错误代码和原因处理',
			texts: [
				'创建一个功能开关，然后再次创建：',
				'409 总是带有原因。请根据 `error` 和 `details.reason` 处理，不要根据 `message`：',
				'以后会增加新的错误代码和原因。遇到未知的值时，按状态码处理。错误响应的 `Link` 标头带有 `rel="help"`，指向[所有错误代码和原因](/docs/errors)中的对应条目。',
			],
		},
		retry: {
			title: '哪些可以重试',
			texts: [
				table([
					['400, 404, 422', '不要重试。同样的请求会得到同样的错误。'],
					['401', '换用新的访问令牌后重试一次。'],
					['402, 403', '不要重试。这是决定，不是故障。'],
					['409', '重新读取后再决定。只有 `idempotency.in_progress` 可以重试。'],
					['412', '重新读取，并用新的 `ETag` 再次提交更改。'],
					['429, 503', '等待 `Retry-After` 秒后重试。POST 请带上 `Idempotency-Key`。'],
					['500、没有响应', '逐渐延长间隔，重试几次。POST 请带上 `Idempotency-Key`。'],
				]),
				'请将 `trace_id` 提供给实例的运营人员：通过它可以在访问日志和追踪中找到该请求。',
			],
		},
	},
}

export const paginationPage: Translation = {
	title: '分页',
	summary: '列表按游标分页，最新的在前。',
	lead: '列表是一个数组，最新的在前。如果还有更多条目，响应标头会给出下一页的游标。',
	chapters: {
		pages: {
			title: '逐页读取',
			texts: [
				'每页 50 条，或由 `limit` 指定，范围为 1 到 200。最后一页没有 `Next-Cursor`：',
				'将它作为 `cursor` 发送以读取下一页，或使用带有 `rel="next"` 的 `Link` 标头：',
				'期间新增的条目不会造成错位：没有条目会重复，也没有条目会被跳过。',
			],
		},
		cursor: {
			title: '游标',
			texts: [
				'游标属于它的列表和筛选条件。用于其他条件时会被拒绝：',
				'不要解析或保存游标，其格式可能改变。记录类的列表还接受 `from` 和 `to`：包含 `from`，不包含 `to`。',
				'一页的条数可能少于 `limit`，但后面仍有下一页。只有没有该标头时，才表示已读取全部。',
			],
		},
	},
}

export const idempotencyPage: Translation = {
	title: '幂等性',
	summary: '安全地重复请求，且只生效一次。',
	lead: '如果没有收到响应，就无法知道请求是否已生效。幂等键让重复请求变得安全。',
	chapters: {
		key: {
			title: '发送幂等键',
			texts: [
				'发送 POST 时带上自选的 `Idempotency-Key`，例如一个 UUID：',
				'24 小时内，每次重复都会得到第一次的响应，且不会再更改任何内容：',
				'用同一个键发送不同的请求会被拒绝：',
			],
		},
		rules: {
			title: '规则',
			texts: [
				'键属于它的调用者、组织和路径。只保留成功的响应，因此被拒绝的请求可以修正后用同一个键再次发送。第一个请求尚在执行时，重复请求会得到 409 `idempotency.in_progress`。只显示一次的机密值不会保留，因此重复的响应中没有它。',
				'`GET`、`PUT` 和 `DELETE` 不需要键，因为重复执行不会有更多影响。`PATCH` 的内容与已保存的相同时，也不算更改。运行的 `run_id` 就是它的键：上报和开始请求都可以原样重复。',
			],
		},
	},
}
