// Loaded with `--import` before the tools. An older Node can't load a `.ts` file, so this one is JavaScript.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18) || (major === 23 && minor < 6)) {
	console.error(`Plinth needs Node 22.18 or newer. This is Node ${process.versions.node}.`)
	process.exit(1)
}
