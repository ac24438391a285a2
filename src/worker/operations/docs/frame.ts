/** The texts around every page. */
export const frame = {
	skip: { en: 'Skip to content', zh: '跳到正文' },
	docs: { en: 'Docs', zh: '文档' },
	contents: { en: 'Contents', zh: '目录' },
	search: { en: 'Search the docs', zh: '搜索文档' },
	/** Anyone who can't read this page looks for it. */
	language: 'Language / 语言',
	theme: { en: 'Theme', zh: '主题' },
	themes: {
		system: { en: 'System', zh: '跟随系统' },
		light: { en: 'Light', zh: '浅色' },
		dark: { en: 'Dark', zh: '深色' },
	},
	console: { en: 'Console', zh: '控制台' },
	open: { en: 'Open in the console', zh: '在控制台中打开' },
	guide: { en: 'Guide: ', zh: '指南：' },
	guides: { en: 'Guides', zh: '指南' },
	paths: { en: 'Five steps, here and now', zh: '五步上手' },
	purposes: { en: 'What do you want to do?', zh: '您想做什么？' },
	concepts: { en: 'Concepts', zh: '概念' },
	changelog: { en: 'Changelog', zh: '更新日志' },
	reference: { en: 'API reference', zh: 'API 参考' },
	on_this_page: { en: 'On this page', zh: '本页内容' },
	/** The overview, in the contents. */
	overview: { en: 'Overview', zh: '概览' },
	errors: { en: 'Errors', zh: '错误' },
	error_list: { en: 'Codes and reasons', zh: '错误代码和原因' },
	events: { en: 'Events', zh: '事件' },
	all_events: { en: 'All events', zh: '所有事件' },
	all_errors: { en: 'All codes and reasons', zh: '所有错误代码和原因' },
	objects: { en: 'Objects', zh: '对象' },
}
