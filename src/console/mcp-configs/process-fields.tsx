import type { Schema } from '../api.ts'
import { mcpConfigs as t } from '../text/en/mcp-configs.ts'
import { CheckField, LongTextField, TextField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'

type Process = Pick<Schema<'McpConfig'>, 'command' | 'args' | 'cwd' | 'inherit_parent_env'>

/** The command of a local process and what it gets. Stored variables can't be shown, so their field is empty. */
export const ProcessFields = ({ stored }: { stored?: Process }) => (
	<>
		<TextField
			name="command"
			label={t.fields.command}
			hint={t.fields.command_hint}
			defaultValue={stored?.command ?? ''}
		/>
		<LongTextField
			name="args"
			label={t.fields.args}
			hint={t.fields.args_hint}
			rows={2}
			spellCheck={false}
			defaultValue={stored?.args.join('\n') ?? ''}
		/>
		<TextField name="cwd" label={t.fields.cwd} defaultValue={stored?.cwd ?? ''} />
		<LongTextField
			name="env"
			label={t.fields.env}
			hint={stored ? t.fields.env_kept : t.fields.env_hint}
			rows={2}
			spellCheck={false}
		/>
		<CheckField
			name="inherit_parent_env"
			label={t.fields.inherit_parent_env}
			defaultChecked={stored?.inherit_parent_env ?? false}
		/>
	</>
)

export const processIn = (form: Values): Process => ({
	command: form.text('command'),
	args: linesOf(form.exact('args')),
	cwd: form.textOrNull('cwd'),
	inherit_parent_env: form.checked('inherit_parent_env'),
})

export const variablesIn = (form: Values) => Object.fromEntries(linesOf(form.exact('env')).map(variableOf))

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** A line without `=` is a variable without a value. */
function variableOf(line: string): [name: string, value: string] {
	const [name = '', ...rest] = line.split('=')
	return [name.trim(), rest.join('=')]
}
