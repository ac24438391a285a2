/** Texts of what is done with selected rows. */
export const bulk = {
	bar: 'Selected rows',
	count: (count: string) => `${count} selected`,
	clear: 'Clear selection',
	more: (count: string) => `and ${count} more`,
	rest: (count: string) => `${count} of the selected rows can't be changed this way, and stay as they are.`,
	progress: 'Rows done',
	running: (done: string, all: string) => `${done} of ${all}`,
	stop: 'Stop',
	outcome: (done: string, refused: string) => `${done} done, ${refused} refused`,
	left: (count: string) => `${count} not tried`,
	again: 'Try the others again',
} as const
