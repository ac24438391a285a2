// What readers of the first guide copy and run, one block after the other.

export const START = 'npm ci && npm start'

/** Reads the login that the first start wrote. */
export const FIRST_TOKEN = `. ./.dev.vars
export PLINTH=http://127.0.0.1:8787
pick() { sed -n "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p"; }
export TOKEN=$(curl -s $PLINTH/v1/auth/login \\
  -d "{\\"login\\":\\"$BOOTSTRAP_ADMIN_LOGIN\\",\\"password\\":\\"$BOOTSTRAP_ADMIN_PASSWORD\\"}" | pick access_token)
curl -s $PLINTH/v1/me -H "Authorization: Bearer $TOKEN"`

export const FIRST_REPORT = `curl -s $PLINTH/v1/runtime/runs -H "Authorization: Bearer $TOKEN" -d '{
  "run_id": "my-first-run",
  "agent_id": "my-first-agent",
  "model": "gpt-5-mini",
  "status": "completed",
  "total_input_tokens": 900,
  "total_output_tokens": 100,
  "total_cost_usd": 0.004
}'`

export const FIRST_RUNS = `ORG=$(curl -s $PLINTH/v1/me -H "Authorization: Bearer $TOKEN" | pick org_id)
curl -s $PLINTH/v1/orgs/$ORG/runs -H "Authorization: Bearer $TOKEN"`
