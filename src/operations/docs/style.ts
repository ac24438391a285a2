/** The documentation page's one style sheet. Its colours are those of the console. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #14161a; --soft: #565b66; --line: #e6e7eb; --page: #fff; --panel: #f4f4f6; --accent: #2450c4; --press: #2a5bd7; --edge: #8b8f99;
	--get: #0b7a53; --post: #2450c4; --put: #9a5b00; --patch: #7a3fb5; --delete: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #eeeff2; --soft: #a4a9b4; --line: #24262c; --page: #0c0d0f; --panel: #131418; --accent: #93b0ff; --press: #3c6ae0; --edge: #666b77;
	--get: #4cc79a; --post: #93b0ff; --put: #e5a54b; --patch: #c199ef; --delete: #f2877f; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
a { color: var(--accent); text-decoration: none; }
a:hover, main p a { text-decoration: underline; }
code, pre, .path { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .88em; }
.layout { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 84rem; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 2rem 1rem 3rem 1.5rem; border-right: 1px solid var(--line); }
nav strong { display: block; font-size: 1.15rem; margin-bottom: 1rem; letter-spacing: -.01em; }
nav h2 { margin: 1.25rem 0 .35rem; font-size: .72rem; letter-spacing: .07em; text-transform: uppercase; color: var(--soft); }
nav a { display: block; padding: .12rem 0; color: var(--ink); font-size: .86rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
main { padding: 2.5rem 2.5rem 6rem; min-width: 0; }
h1 { margin: 0; font-size: 2rem; letter-spacing: -.02em; }
.lead { color: var(--soft); margin: .4rem 0 0; max-width: 46rem; }
section > h2 { margin: 3rem 0 .2rem; font-size: 1.3rem; letter-spacing: -.01em; }
section > p { margin: 0 0 1rem; color: var(--soft); }
details { border: 1px solid var(--line); border-radius: .6rem; margin: .55rem 0; overflow: hidden; }
details[open] { box-shadow: 0 1px 10px rgb(0 0 0 / 7%); }
summary { display: flex; flex-wrap: wrap; gap: .3rem .9rem; align-items: baseline; padding: .6rem .9rem; cursor: pointer; list-style: none; background: var(--panel); }
summary::-webkit-details-marker { display: none; }
summary .text { margin-left: auto; color: var(--soft); font-size: .9rem; }
.method { min-width: 3.6rem; font-weight: 700; font-size: .74rem; letter-spacing: .03em; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .patch { color: var(--patch); } .delete { color: var(--delete); }
.body { padding: .9rem 1rem 1.1rem; }
.body h3 { margin: 1.2rem 0 .4rem; font-size: .8rem; letter-spacing: .05em; text-transform: uppercase; color: var(--soft); }
.body p { margin: 0 0 .6rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
td { padding: .35rem .6rem .35rem 0; border-top: 1px solid var(--line); vertical-align: top; }
td:first-child { white-space: nowrap; }
td.type { color: var(--soft); }
.required { color: var(--delete); font-size: .75rem; margin-left: .35rem; }
pre { margin: 0; padding: .8rem 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: .45rem; overflow-x: auto; tab-size: 4; }
search { display: none; flex-wrap: wrap; gap: .3rem .8rem; align-items: baseline; position: sticky; top: 0; z-index: 1; margin: 1.2rem 0 0; padding: .7rem 0; background: var(--page); border-bottom: 1px solid var(--line); }
@media (scripting: enabled) { search { display: flex; } html { scroll-padding-top: 4.5rem; } }
search label { font-weight: 600; }
search input { flex: 1 1 14rem; }
#found { color: var(--soft); font-size: .9rem; }
[hidden] { display: none !important; }
input:not([type="checkbox"]), select, textarea { width: 100%; padding: .42rem .6rem; border: 1px solid var(--edge); border-radius: .4rem; background: var(--page); color: var(--ink); font: inherit; }
textarea, .try input, .try select { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .88rem; }
::placeholder { color: var(--soft); opacity: 1; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button { justify-self: start; padding: .45rem 1rem; border: 0; border-radius: .4rem; background: var(--press); color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
button:disabled { opacity: .6; cursor: default; }
.try { margin-top: 1.2rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.try h3 { margin-top: 0; }
.try form { display: grid; gap: .7rem; max-width: 44rem; }
.try label { display: grid; gap: .2rem; }
.try .type { color: var(--soft); font-size: .8rem; }
.try .check { display: flex; gap: .5rem; align-items: baseline; }
.try [role="status"] > :first-child { margin-top: 1rem; }
.try h4 { margin: 1rem 0 .4rem; }
.try h4.refused { color: var(--delete); } .try h4.done { color: var(--get); }
.try dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1rem; margin: 0 0 .7rem; font-size: .88rem; }
.try dt { color: var(--soft); } .try dd { margin: 0; overflow-wrap: anywhere; }
.try pre { max-height: 30rem; overflow: auto; }
.status { font-weight: 600; }
.wrap { white-space: pre-wrap; overflow-wrap: anywhere; }
.guide { max-width: 52rem; }
.guide section > p { color: var(--ink); margin: .7rem 0; }
.guide section > table { margin: .9rem 0; }
.guide pre + pre { margin-top: .4rem; }
.guide h3 { margin: 1.3rem 0 .4rem; font-size: .95rem; }
.guide td { overflow-wrap: anywhere; }
@media (max-width: 54rem) { .layout { display: block; } html { scroll-padding-top: 1rem; } search { position: static; } main { padding: 1.5rem 1rem 4rem; }
	nav { position: static; height: auto; padding: .8rem 1rem; border: 0; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: .2rem 1rem; align-items: baseline; }
	nav strong { margin: 0; } nav a { color: var(--accent); } nav h2, nav h2 ~ a, nav div { display: none; } summary .text { margin-left: 0; width: 100%; }
	tr { display: block; padding: .5rem 0; border-top: 1px solid var(--line); } td { display: block; padding: 0; border: 0; } td:first-child { white-space: normal; } main { overflow-wrap: anywhere; } }
`
