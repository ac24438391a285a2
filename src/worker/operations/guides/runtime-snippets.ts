// What readers of the runtime guide copy and run. `npm run test:agents` does so too, up to the first run.

/** `PLINTH_URL`, `LOGIN` and `PASSWORD` are the reader's. */
export const SET_UP = `pick() { python3 -c "import json, sys; print(json.load(sys.stdin)['$1'])"; }
api() { curl -sS -X "$1" "$PLINTH_URL$2" -H 'Prefer: handling=strict' -H "Authorization: Bearer $TOKEN" \${3:+-d "$3"}; }
TOKEN=$(curl -sS $PLINTH_URL/v1/auth/login -d "{\\"login\\":\\"$LOGIN\\",\\"password\\":\\"$PASSWORD\\"}" | pick access_token)
ORG=$(api GET /v1/me | pick org_id)

# An account for your agents, and a key for this machine. The key is shown once
ACCOUNTS=/v1/orgs/$ORG/service-accounts
ACCOUNT=$ACCOUNTS/$(api POST $ACCOUNTS '{"name":"My agents","scopes":["runtime.report","runtime.resolve"]}' | pick id)
export PLINTH_KEY=$(api POST $ACCOUNT/keys '{"name":"My machine"}' | pick key)`

export const GET_CLIENT = 'curl -sSO $PLINTH_URL/docs/plinth_runtime.py'

export const GET_PACKAGES = `python3 -m venv .venv && . .venv/bin/activate && pip install httpx jwcrypto
# On Debian and Ubuntu also: apt-get install python3-httpx python3-jwcrypto`

export const KEY_PAIR = `# The private half stays in this file. Plinth gets the public half, which is printed
PUBLIC_KEY=$(python3 plinth_runtime.py keygen private-key.json)
api PUT $ACCOUNT/encryption-keys "$PUBLIC_KEY"`

export const FIRST_RUN = `import os
from pathlib import Path

from plinth_runtime import Plinth

with Plinth(
    url=os.environ["PLINTH_URL"],
    key=os.environ["PLINTH_KEY"],
    private_key=Path("private-key.json").read_text(),
) as plinth:
    run = plinth.begin(agent_id="my-first-agent")
    run.progress(total_cost_usd=0.002, total_input_tokens=900, total_output_tokens=100)
    run.end(status="completed", total_cost_usd=0.004)
    print(f"{run.run_id} is in {os.environ['PLINTH_URL']}/console/runs")`

export const GET_CLIENT_NODE = 'curl -sSO $PLINTH_URL/docs/plinth_runtime.mjs'

export const KEY_PAIR_NODE = `PUBLIC_KEY=$(node --input-type=module -e "
import { writeFileSync } from 'node:fs'
import { keygen } from './plinth_runtime.mjs'
const { privateKey, publicKey } = await keygen()
writeFileSync('private-key.json', JSON.stringify(privateKey), { mode: 0o600, flag: 'wx' })
console.log(JSON.stringify(publicKey))")
api PUT $ACCOUNT/encryption-keys "$PUBLIC_KEY"`

export const FIRST_RUN_NODE = `import { readFileSync } from 'node:fs'
import { Plinth } from './plinth_runtime.mjs'

const { PLINTH_URL, PLINTH_KEY } = process.env
const privateKey = JSON.parse(readFileSync('private-key.json', 'utf8'))
const plinth = new Plinth({ url: PLINTH_URL, key: PLINTH_KEY, privateKey })
const run = await plinth.begin({ agent_id: 'my-first-agent' })
await run.progress({ total_cost_usd: 0.002, total_input_tokens: 900, total_output_tokens: 100 })
await run.end({ status: 'completed', total_cost_usd: 0.004 })
await plinth.close()
console.log(\`\${run.run_id} is in \${PLINTH_URL}/console/runs\`)`

export const MODEL = `PROVIDER=$(api POST /v1/llm-providers '{"name":"main","provider":"vendor_a","api_key":"sk-…"}' | pick id)
api POST /v1/llm-providers/$PROVIDER/models '{"model":"gpt-5-mini","is_default":true,"cost_per_1k_input":0.00025,"cost_per_1k_output":0.002}'
# The prices of an org's own models are only shown until a platform admin says that they count
api PUT /v1/admin/config-entries/billing.own_prices '{"value":"count"}'
api POST /v1/mcp-configs '{"name":"docs","transport":"streamable_http","url":"https://mcp.example.com/mcp","bearer_token":"…"}'
api POST /v1/orgs/$ORG/budgets '{"name":"My agents","scope":"agent","unit":"credits","limit":100,"window":"day"}'`

export const RESOLVE_PYTHON = `run = plinth.begin(agent_id="my-agent", selector="main^gpt-5-mini", tools=["web_search"], mcp=True)
run.model["base_url"], run.model["api_key"]
run.tools[0]["provider_name"], run.tools[0]["api_key"]
run.mcp["servers"][0]["url"], run.mcp["servers"][0]["bearer_token"]

plinth.resolve_model(org_id=org_id, selector="main^gpt-5-mini")  # the single questions, without a run
plinth.flag(org_id=org_id, key="research.deep_mode")["value"]`

export const RESOLVE_NODE = `const run = await plinth.begin({ agent_id: 'my-agent', selector: 'main^gpt-5-mini', tools: ['web_search'], mcp: true })
const { model, tools, mcp } = run.parts

await plinth.resolveModel({ org_id, selector: 'main^gpt-5-mini' }) // the single questions, without a run
const { value } = await plinth.flag({ org_id, key: 'research.deep_mode' })`

export const ROTATE = `PUBLIC_KEY=$(python3 plinth_runtime.py keygen new-key.json)
api PUT $ACCOUNT/encryption-keys "$PUBLIC_KEY"
# Start your agents with [new, old] as the private key, then delete the old public key by its kid
api GET $ACCOUNT/encryption-keys`
