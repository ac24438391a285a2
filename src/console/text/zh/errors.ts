import type { Translate } from '../texts.ts'
import { codes, reasons } from './why-reasons.ts'

/** What the API says about fields, with `$1` for what it names. */
const FIELDS: [RegExp, string][] = [
	[/^Must be present$|^Must be given$|^Is required$/, '必填'],
	[/^Must not be blank$/, '不能为空'],
	[/^Must not be empty$/, '不能为空'],
	[/^Must be (\d+) to (\d+) bytes long$/, '长度必须为 $1 到 $2 字节'],
	[/^Must have at least (.+?) (?:characters?|letters?)$/, '至少 $1 个字符'],
	[/^Must have at most (.+?) (?:characters?|letters?)$/, '最多 $1 个字符'],
	[/^Must have at least (\S+) (?:entry|entries|items?)$/, '至少 $1 项'],
	[/^Must have at most (\S+) (?:entry|entries|items?)$/, '最多 $1 项'],
	[/^Must be at least (\S+)$/, '不能小于 $1'],
	[/^Must be at most (\S+)$/, '不能大于 $1'],
	[/^Must be more than (\S+)$/, '必须大于 $1'],
	[/^Must be less than (\S+)$/, '必须小于 $1'],
	[/^Must be one of (.+)$/, '必须是以下之一：$1'],
	[/^Must be a multiple of (\S+)$/, '必须是 $1 的倍数'],
	[/^Must be an? (?:whole number|integer)$/, '必须是整数'],
	[/^Must be a number$/, '必须是数字'],
	[/^Must be (?:a )?(?:text|string)$/, '必须是文本'],
	[/^Must be true or false$/, '必须是 true 或 false'],
	[/^Must be an? (?:JSON )?object$/, '必须是 JSON 对象'],
	[/^Must be a list$|^Must be an array$/, '必须是列表'],
	[/^Must be valid JSON: (.+)$/, '必须是有效的 JSON：$1'],
	[/^Must be a date and a time$/, '必须是日期和时间'],
	[/^Must be after the start of the period$/, '必须晚于周期的开始时间'],
	[/^Must be 0 for no limit, or not less than the uses so far$/, '不能少于已使用的次数'],
	[/^Must have at least one network, unless the mode is direct$/, '除直连模式外，至少需要一个网络'],
	[/^Must be in the future$/, '必须晚于现在'],
	[/^Must be the id of an org$/, '必须是组织的 ID'],
	[/^Must be a valid email$|^Must be an? (?:valid )?e-?mail address$/, '必须是邮箱地址'],
	[/^Must be an? (?:absolute )?URL$/, '必须是 URL'],
	[/^Must be 32 hex digits$/, '必须是 32 位十六进制数字'],
	[/^Must not have control characters$/, '不能含有控制字符'],
	[/^Must be the secret itself, not its mask$/, '必须是机密值本身，而不是掩码'],
	[/^Must be an invite code: .*$/, '必须是邀请码'],
	[/^Must be a redemption code: .*$/, '必须是兑换码'],
]

const fieldText = (text: string) => {
	const [pattern, said] = FIELDS.find(([one]) => one.test(text)) ?? []
	return pattern && said ? text.replace(pattern, said) : text
}

/** What an error of the API says in Chinese. An unknown reason keeps the API's own sentence, which says more than its code. */
export const translate: Translate = ({ code, reason, details, fields, message }) => {
	const known = reason === undefined ? codes[code] : reasons[reason]
	const said = typeof details.field === 'string' && reason === undefined ? '此值已被占用。' : known?.join('')
	return {
		message: said ?? message,
		fields: Object.fromEntries(
			Object.entries(fields).map(([path, text]) => [
				path,
				text === message && said
					? said
					: text
							.split(/\. (?=Must )/)
							.map(fieldText)
							.join('；'),
			]),
		),
	}
}
