// What readers of the guide to frameworks copy. `test/client/packages.test.ts` runs each program with the package.

export const GET_PACKAGE = `npm install plinth-runtime
# From a clone of Plinth, where the package isn't published: npm run packages, and then
npm install /path/to/plinth/dist/packages/plinth-runtime-*.tgz`

export const SETTINGS = `export PLINTH_URL=https://plinth.example.com
export PLINTH_KEY=…
export PLINTH_PRIVATE_KEY=private-key.json`

export const AI = `import { createOpenAI } from '@ai-sdk/openai' // was { openai }
import { generateText, isStepCount, tool } from 'ai'
import { plinth } from 'plinth-runtime/ai' // new
import * as z from 'zod'

const weather = tool({
  description: 'Says what the weather is in a city',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => \`It rains in \${city}.\`,
})
const guarded = plinth.guard({ agent_id: 'weather' }) // new
const { text } = await generateText({
  model: await guarded.model('main^gpt-5-mini', { vendor_a: createOpenAI }), // was openai('gpt-5-mini')
  tools: { weather },
  stopWhen: isStepCount(10),
  prompt: 'Is it raining in Berlin?',
  ...guarded.hooks, // new
})
console.log(text)`

export const AGENTS = `import { Agent, OpenAIProvider, run, tool } from '@openai/agents' // OpenAIProvider is new
import { plinth } from 'plinth-runtime/openai-agents' // new
import * as z from 'zod'

const weather = tool({
  name: 'weather',
  description: 'Says what the weather is in a city',
  parameters: z.object({ city: z.string() }),
  execute: async ({ city }) => \`It rains in \${city}.\`,
})
const guarded = plinth.guard({ agent_id: 'weather' }) // new
const agent = new Agent({
  name: 'Weather',
  model: await guarded.model('main^gpt-5-mini', { vendor_a: OpenAIProvider }), // was 'gpt-5-mini'
  tools: [weather],
})
const result = await guarded.run(() => run(agent, 'Is it raining in Berlin?')) // was run(…)
console.log(result.finalOutput)`

export const LANGCHAIN = `import { ChatPromptTemplate } from '@langchain/core/prompts'
import { ChatOpenAI } from '@langchain/openai'
import { plinth } from 'plinth-runtime/langchain' // new

const guarded = plinth.guard({ agent_id: 'weather' }) // new
const model = await guarded.model('main^gpt-5-mini', { vendor_a: ChatOpenAI }) // was new ChatOpenAI(…)
const chain = ChatPromptTemplate.fromTemplate('Is it raining in {city}?').pipe(model)
const answer = await chain.invoke({ city: 'Berlin' }, guarded.hooks) // the second argument is new
console.log(answer.text)`

export const OPENAI = `import OpenAI from 'openai'
import { plinth } from 'plinth-runtime/openai' // new

const guarded = plinth.guard({ agent_id: 'weather' }) // new
const { client, model } = await guarded.client('main^gpt-5-mini', { vendor_a: OpenAI }) // was new OpenAI()
const answer = await client.chat.completions.create({
  model, // was 'gpt-5-mini'
  messages: [{ role: 'user', content: 'Is it raining in Berlin?' }],
})
console.log(answer.choices[0].message.content)`

export const CLAUDE_AGENT = `import { query } from '@anthropic-ai/claude-agent-sdk'
import { plinth } from 'plinth-runtime/claude-agent' // new

const guarded = plinth.guard({ agent_id: 'weather' }) // new
const options = await guarded.options('claude^claude-sonnet', { maxTurns: 10 }) // was { model, maxTurns: 10 }
for await (const message of guarded.messages(query({ prompt: 'Is it raining in Berlin?', options }))) // was query(…)
  if (message.type === 'result') console.log(message.result)`

export const STOPPED = `import { Stopped } from 'plinth-runtime'

try {
  // What the agent does
} catch (error) {
  if (!(error instanceof Stopped)) throw error
  console.log(\`Stopped: \${error.reason}\`) // budget.exceeded, credits.insufficient, run.paused, outage
}`

export const SERVER = `app.post('/chat', async (request) => {
  const guarded = plinth.guard({ agent_id: 'support', user_id: request.user.id })
  const result = streamText({
    model: await guarded.model('main^gpt-5-mini', { vendor_a: createOpenAI }),
    messages: await request.json(),
    abortSignal: request.signal,
    ...guarded.hooks,
  })
  return result.toUIMessageStreamResponse()
})`
