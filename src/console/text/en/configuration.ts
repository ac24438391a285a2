/** Texts of the configuration document. */
export const configuration = {
	hint: 'All settings as one JSON document. Export it, plan a change, apply it in one step, or restore an earlier revision.',
	owner: {
		label: 'Configuration of',
		other: 'Another org',
		title: 'Choose an org',
		show: 'Open',
	},
	tabs: { label: 'View', export: 'Document', change: 'Edit', revisions: 'Revisions' },
	document: {
		title: 'Document',
		hint: 'Uses names instead of IDs, and leaves out timestamps and secrets, so you can apply it to another instance.',
		label: 'Configuration as JSON',
		copy: 'document',
		download: 'Download',
		lines: (count: string) => (count === '1' ? '1 line' : `${count} lines`),
	},
	edit: {
		title: 'New document',
		hint: 'Sections and secrets that you leave out stay as they are.',
		label: 'Document',
		mode: 'Items missing from the document',
		merge: 'Keep',
		plan: 'Plan changes',
		reset: 'Reset to current',
		not_json: (message: string) => `Must be valid JSON: ${message}`,
		not_object: 'Must be an object with sections, like the export',
		wrong: 'Some fields in the document are invalid',
		changed_since: 'You edited the document after this plan. Plan again before you apply it.',
	},
	plan: {
		title: 'Planned changes',
		restore_title: 'What restoring would change',
		none: 'No changes',
		none_hint: 'The configuration already matches this document.',
		empty: 'No plan yet',
		empty_hint: "Edit the document or paste another one. You'll see every change before you apply it.",
		counts: (create: number, update: number, remove: number) =>
			[
				[create, 'to create'],
				[update, 'to update'],
				[remove, 'to delete'],
			]
				.filter(([count]) => count !== 0)
				.map(([count, text]) => `${count} ${text}`)
				.join(', '),
		actions: { create: 'create', update: 'update', delete: 'delete' },
		warnings: 'Before you apply this',
		more: (count: number) => `Show ${count} more changes`,
	},
	apply: {
		action: 'Apply',
		title: (owner: string) => `Apply this document to ${owner}?`,
		body: (counts: string) => `${counts}. Either all changes are applied or none, and you get a new revision.`,
		typed: (count: number) => `delete ${count}`,
		done: (revision: number | null) => (revision === null ? 'Nothing to change.' : `Applied revision ${revision}.`),
		platform: 'the platform',
	},
	revisions: {
		title: 'Revisions',
		hint: 'Every apply creates one. The latest 1,000 are kept.',
		number: 'Revision',
		kinds: { apply: 'applied', restore: 'restored', found: 'snapshot' },
		restored_from: (number: number) => `from ${number}`,
		found_hint: 'A snapshot of settings changed one by one, saved right before the next revision replaced them.',
		empty: 'No revisions yet',
		empty_hint: 'Your first apply creates one. Changes made one by one are in the audit log.',
		system: 'Plinth',
	},
	revision: {
		title: (number: string) => `Revision ${number}`,
		hash: 'Hash',
		restore: 'Restore',
		restore_title: (number: string) => `Restore revision ${number}?`,
		restore_body: (counts: string) => `${counts}. This creates a new revision, so you can go back again.`,
		same: 'The current configuration already matches this revision.',
	},
} as const
