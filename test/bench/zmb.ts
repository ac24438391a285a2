import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { readFileSync } from 'node:fs'
import { childrenNamed, cpuOf } from './cpu.ts'
const src = `
const variants = {
 none(){ return 0 },
 timeout(){ return setTimeout(()=>{}, 5000) },
 timeoutclear(){ clearTimeout(setTimeout(()=>{}, 5000)) },
 promisetimeout(){ return new Promise((_, r)=>setTimeout(()=>r(1), 5000)) },
 wait(){ return scheduler.wait(5000) },
 race(){ return Promise.race([Promise.resolve(1), new Promise(()=>{})]) },
 asynchop(){ return (async()=>{ await null })() },
 asyncfn(){ return (async()=>1)() },
 url(t,req){ return req.url.startsWith('https:') },
 method(t,req){ return req.method },
 hdr(t,req){ return req.headers.get('Authorization') },
 rx(t,req){ return /^Bearer +(\S+) *$/i.exec('Bearer eyJhbGciOiJFZERTQSIsImtpZCI6ImJlbmNoIn0.eyJzdWIiOiJ1c3JfMDFLQjAwMDAwMDAwMDAwMDAwMDAwMDAwMDAiLCJzaWQiOiJzZXNfMDFLQjAwMDAwMDAwMDAwMDAwMDAwMDAwIiwib3JnX2lkIjoib3JnXzAxS0IwMDAwMDAwMDAwMDAwMDAwMDAwMCIsImlhdCI6MTc5NTM3OTg5MSwiZXhwIjoxNzk1MzgwNzkxfQ.c2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJl')?.[1] },
 iso(){ return new Date().toISOString() },
 mapget(){ const m=new Map(); for(let i=0;i<8;i++) m.set('k'+i,i); return m },
 fromEntries(){ const m=new Map(); for(let i=0;i<8;i++) m.set('k'+i,i); return Object.fromEntries(m) },
}
let pre, init
export default { async fetch(req, env){ pre??=new Headers({'Content-Type':'application/json','X-Content-Type-Options':'nosniff','Cache-Control':'no-store','Content-Security-Policy':"default-src 'none'; frame-ancestors 'none'"}); init??={status:200,headers:pre}
 const f=variants[new URL(req.url).pathname.slice(1)]; const t='{"key":"a","value":true}'; let r; for(let i=0;i<2000;i++) r=f(t,req,env); return new Response('ok') } }`
const mf = new Miniflare(convertV4MiniflareOptions({ cf: false, workers: [{ name: 'bench', modules: true, script: src, d1Databases: ['DB'], bindings: { ACCESS_LOG: 'on' }, compatibilityDate: '2026-01-01', compatibilityFlags: ['nodejs_compat'], unsafeDirectSockets: [{ host: '127.0.0.1', port: 0, entrypoint: 'default' }] }] } as any))
await mf.ready
const url = (await (mf as any).unsafeGetDirectURL('bench', 'default')).origin
const [pid] = childrenNamed('workerd')
for (let round = 0; round < 2; round++)
for (const v of [...src.matchAll(/^ (\w+)\(/gm)].map((m) => m[1])) {
	for (let i = 0; i < 5; i++) await fetch(`${url}/${v}`).then((r) => r.text())
	const a = cpuOf(pid!)
	const N = 60
	for (let i = 0; i < N; i++) await fetch(`${url}/${v}`).then((r) => r.text())
	if (round) console.log(v, ((cpuOf(pid!) - a) / N / 2000).toFixed(3), 'us')
}
await mf.dispose()
