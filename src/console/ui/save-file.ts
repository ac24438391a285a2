/** Gives the browser a file to save. No server sees it. */
export function saveFile(name: string, file: Blob) {
	const url = URL.createObjectURL(file)
	const link = document.createElement('a')
	link.href = url
	link.download = name
	link.click()
	// The browser reads the file after the click.
	setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
