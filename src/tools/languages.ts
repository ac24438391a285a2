// Part of `npm run check`: every language of the console has all of the texts, without English left over, each text is shown, and no
// component has a text of its own. The types of the texts say the same about names within a file. The Chinese guides have no English
// left over either; that they have all of the texts is known once they're built.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { reasons } from '../console/text/zh/reasons.ts'
import { signInReasons } from '../console/text/zh/sign-in-reasons.ts'
import { codes } from '../console/text/zh/why-reasons.ts'
import { CODES, type Refused } from '../worker/ground/http/codes.ts'
import { FIELD_CODES } from '../worker/ground/http/field-codes.ts'
import { REASONS } from '../worker/ground/http/reasons.ts'
import { AUDIT_ACTIONS } from '../worker/ground/write/actions.ts'
import { EFFECTS } from '../worker/ground/write/effects.ts'
import { NOTICE_CODES, NOTICES } from '../worker/messages/notices/catalogue.ts'
import { ALERTS } from '../worker/operations/alerts/texts.ts'
import { endOn, ROOT } from './settings.ts'
import { unusedTexts } from './unused-texts.ts'

const TEXT = join(ROOT, 'src/console/text')

/** What a Chinese text says in Latin letters: names, formats, units and what people type. */
const LATIN = new Set(readFileSync(join(TEXT, 'zh/latin.txt'), 'utf8').split(/\s+/))

/** The attributes that somebody reads or hears. */
const READ = /^(title|label|hint|placeholder|alt|text|aria-label|aria-description)$/

type Texts = Record<string, unknown>
const textsOf = async (file: string) => (await import(pathToFileURL(join(TEXT, file)).href)) as Texts

const english = globSync('*.ts', { cwd: join(TEXT, 'en') })
const problems = (await Promise.all(english.map(checkTexts))).flat()
problems.push(...(await unusedTexts()).map((text) => `src/console/text/en/${text} is shown nowhere`))
problems.push(...checkErrors())
problems.push(...(await checkActions()))
problems.push(...(await checkFields()))
problems.push(...(await checkCodes('effects.ts', 'EFFECTS', Object.keys(EFFECTS), EFFECTS)))
problems.push(...(await checkCodes('notices.ts', 'NOTICES', NOTICE_CODES, NOTICES)))
problems.push(...(await checkCodes('alerts.ts', 'ALERTS', Object.keys(ALERTS), {})))
problems.push(...globSync('src/console/text/*/*.ts', { cwd: ROOT }).flatMap(patternsIn))
problems.push(
	...globSync('src/worker/operations/guides/zh/**/*.ts', { cwd: ROOT }).flatMap((file) => leftovers(file, isExplained)),
)
// Sentences about changes are made outside of components.
problems.push(...globSync('src/console/{**/*.tsx,change/**/*.ts}', { cwd: ROOT }).flatMap(checkComponent))
endOn(problems)

async function checkTexts(name: string): Promise<string[]> {
	const file = `src/console/text/zh/${name}`
	const [en, zh] = await Promise.all([textsOf(`en/${name}`), textsOf(`zh/${name}`).catch(() => undefined)])
	if (!zh) return [`${file} is missing`]
	return [...differences(en, zh).map((problem) => `${file}: ${problem}`), ...leftovers(file)]
}

/** Where a language's errors differ from those of the API: in their names, or in the names of their values. */
function checkErrors(): string[] {
	return [...partings(REASONS, { ...reasons, ...signInReasons }), ...partings(CODES, codes)].map(
		(problem) => `src/console/text/zh: ${problem}`,
	)
}

function partings(
	entries: Readonly<Record<string, Refused>>,
	texts: Record<string, readonly string[] | undefined>,
): string[] {
	return Object.keys({ ...entries, ...texts }).flatMap((name) => {
		const { [name]: entry } = entries
		const { [name]: text } = texts
		if (!entry) return [`there's no ${name}`]
		if (!text) return [`${name} is missing`]
		const known = `${entry.meaning} ${entry.action}`
		const values = [...text.join('').matchAll(/\{\w+\}/g)].map(([value]) => value)
		return values.filter((value) => !known.includes(value)).map((value) => `${name} has no ${value}`)
	})
}

/** The errors of fields that a language can't say. */
async function checkFields(): Promise<string[]> {
	const { FIELDS, FIELDS_WITH_VALUES } = (await textsOf('zh/field-errors.ts')) as Record<string, object>
	return FIELD_CODES.filter((code) => !(code in { ...FIELDS, ...FIELDS_WITH_VALUES })).map(
		(code) => `src/console/text/zh/field-errors.ts: ${code} is missing`,
	)
}

/** The actions of the audit log that a language can't say. */
async function checkActions(): Promise<string[]> {
	const { actionText } = (await textsOf('zh/actions.ts')) as { actionText: (action: string) => string }
	const actions = Object.entries(AUDIT_ACTIONS).flatMap(([kind, verbs]) =>
		Object.keys(verbs).map((verb) => `${kind}.${verb}`),
	)
	return actions
		.filter((action) => [...actionText(action).matchAll(/[a-z]{2,}/gi)].some(([word]) => !LATIN.has(word)))
		.map((action) => `src/console/text/zh/actions.ts: “${action}” is missing`)
}

type Say = (values: unknown, words: unknown) => unknown

/** The codes that a language can't say, and the values of the English text that it doesn't name. */
async function checkCodes(name: string, table: string, codes: string[], english: object): Promise<string[]> {
	const { [table]: said = {} } = (await textsOf(`zh/${name}`)) as Record<string, Record<string, Say>>
	return codes.flatMap((code) => {
		const [say, other] = [said[code], (english as Record<string, Say>)[code]]
		if (!say) return [`src/console/text/zh/${name}: ${code} is missing`]
		const missing = other ? [...namedBy(other)].filter((value) => !namedBy(say).has(value)) : []
		return missing.map((value) => `src/console/text/zh/${name}: ${code} doesn't name ${value}`)
	})
}

/** The values that a text names, at least those that it reads at once. */
function namedBy(say: Say): Set<string> {
	const named = new Set<string>()
	const value: unknown = new Proxy(() => '', { get: (_, name) => (name === Symbol.toPrimitive ? () => '' : value) })
	const values = new Proxy({}, { get: (_, name) => (named.add(String(name)), value) })
	try {
		say(values, value)
	} catch {
		// It has read what it names.
	}
	return named
}

/** Where two languages differ. A function that drops a parameter would leave something out of its sentence. */
function differences(en: Texts, zh: Texts, at = ''): string[] {
	return Object.entries(en).flatMap(([key, value]) => {
		const other = zh[key]
		const path = `${at}${key}`
		if (value === undefined) return []
		if (typeof value !== typeof other) return [`${path} is missing`]
		if (typeof value === 'function')
			return value.length === (other as () => void).length ? [] : [`${path} takes other parameters`]
		return value && typeof value === 'object' ? differences(value as Texts, other as Texts, `${path}.`) : []
	})
}

/** Whether a string is no text: a file, a type or the name of a property. */
function isName(node: ts.Node): boolean {
	const { parent } = node
	return (
		ts.isImportDeclaration(parent) ||
		ts.isExportDeclaration(parent) ||
		(ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword) ||
		ts.isLiteralTypeNode(parent) ||
		(ts.isPropertyAssignment(parent) && parent.name === node)
	)
}

/** Whether a string is the left column of a guide's table: code, which the right column explains. */
function isExplained(node: ts.Node): boolean {
	const { parent } = node
	return ts.isArrayLiteralExpression(parent) && parent.elements.length === 2 && parent.elements[0] === node
}

/**
 * The regular expressions of a file of texts, but for those that fill a text's own braces. What somebody else says has a code, so
 * nobody needs to read it.
 */
function patternsIn(file: string): string[] {
	const found: string[] = []
	visit(parse(file), (node) => {
		if (ts.isRegularExpressionLiteral(node) && !node.text.includes('{'))
			found.push(`${file} reads texts by ${node.text}`)
	})
	return found
}

/** The words in Latin letters that a file's texts may not have. */
function leftovers(file: string, isCode = (_: ts.Node) => false): string[] {
	const problems: string[] = []
	visit(parse(file), (node) => {
		if (!ts.isStringLiteralLike(node) && !ts.isTemplateHead(node) && !ts.isTemplateMiddleOrTemplateTail(node)) return
		if (isName(node) || isCode(node)) return
		for (const [word] of withoutCode(node.text).matchAll(/[a-z]{2,}/gi))
			if (!LATIN.has(word)) problems.push(`${file}: “${node.text}” has “${word}”, which zh/latin.txt doesn't list`)
	})
	return problems
}

/** A text without what stands in backticks, the addresses of its links and the names of its values, which are the same in every language. */
function withoutCode(text: string): string {
	return text.replaceAll(/`[^`]*`|\]\([^)]*\)|\{\w+\}/g, '')
}

function checkComponent(file: string): string[] {
	const problems: string[] = []
	const report = (text: string) => problems.push(`${file}: “${text.trim()}” belongs into src/console/text`)
	visit(parse(file), (node) => {
		if (joins(node))
			problems.push(`${file}: “${node.getText().trim()}” joins texts: take it from punctuation of text/en/language.ts`)
		if (ts.isJsxExpression(node) && node.expression && isStored(node.expression))
			problems.push(`${file}: “${node.expression.getText()}” shows a value of the API: give it a text`)
		if (ts.isJsxText(node) && /[a-z]{2,}/i.test(node.text) && !isCodeElement(node.parent)) report(node.text)
		if (!ts.isJsxAttribute(node) || !READ.test(node.name.getText())) return
		// An example, such as `https://` or `usr_…`, is the same in every language.
		if (
			node.initializer &&
			ts.isStringLiteral(node.initializer) &&
			/^[A-Z][a-z]|[a-z] [a-z]/.test(node.initializer.text)
		)
			report(node.initializer.text)
	})
	return problems
}

/** Whether a component joins texts by punctuation of its own, which another language writes otherwise. */
function joins(node: ts.Node): boolean {
	if (ts.isJsxText(node)) return /^\s*[,;:.()]\s*$/.test(node.text)
	if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node)) return /^[,;:] $/.test(node.text)
	if (!ts.isStringLiteralLike(node) || !/^ ?[,;:] $|^ \($/.test(node.text)) return false
	const { parent } = node
	const isJoin = ts.isCallExpression(parent) && parent.expression.getText().endsWith('.join')
	return isJoin || ts.isJsxExpression(parent) || ts.isBinaryExpression(parent)
}

/** Whether an element's content is a field that holds one of a few values, such as the status of a run. */
function isStored(node: ts.Expression): boolean {
	const { parent } = node
	if (!ts.isJsxElement(parent.parent) && !ts.isJsxFragment(parent.parent)) return false
	return (
		ts.isPropertyAccessExpression(node) &&
		/^(status|mode|role|scope|unit|window|outcome)$/.test(node.name.text) &&
		!/^t\b|texts\b/.test(node.getText())
	)
}

function isCodeElement(node: ts.Node): boolean {
	return ts.isJsxElement(node) && node.openingElement.tagName.getText() === 'code'
}

function parse(file: string): ts.SourceFile {
	const source = readFileSync(join(ROOT, file), 'utf8')
	return ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
	see(node)
	ts.forEachChild(node, (child) => visit(child, see))
}
