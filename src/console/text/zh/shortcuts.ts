import type * as en from '../en/shortcuts.ts'
import type { Texts } from '../texts.ts'

export const shortcuts: Texts<typeof en.shortcuts> = {
	title: '键盘快捷键',
	hint: '可在账号菜单中关闭 /、? 和 G。',
	places: '打开页面：先按 G，再按字母',
	palette: '搜索或跳转到页面',
	search: '搜索当前列表',
	help: '显示这些快捷键',
	rows: '在表格的行之间移动',
	charts: '在图表的柱之间移动',
	open: '打开当前焦点所在的内容',
	send: '在多行输入框中提交表单',
	undo: '撤销消息提示的那项变更',
	close: '关闭对话框或菜单',
}
