"""An agent in Python: a loop around a model that calls tools, and that Plinth may stop at each step. See README.md.

It takes from Plinth which model to use and with which key, and which MCP servers there are. It holds what its next step may cost
before it takes the step, and says what it has spent after it. At its budget it asks people for more, and continues if they grant it.
"""

import itertools
import json
import os
import sys
from pathlib import Path

import httpx
from mcp_tools import McpTools
from plinth_runtime import FileStore, Plinth, Stopped

STEP_CREDITS = 10  # what a step costs at most
WAIT_S = 600  # how long it waits for people

plinth = Plinth(
    url=os.environ["PLINTH_URL"],
    key=os.environ["PLINTH_KEY"],
    private_key=Path(os.environ["PLINTH_PRIVATE_KEY"]).read_text(),
    store=FileStore(os.environ["PLINTH_STORE"]),
)


def ask(model, messages, tools):
    """One call of the model: its message, and what it used."""
    response = httpx.post(
        f"{model['base_url']}/chat/completions",
        headers={"Authorization": f"Bearer {model['api_key']}"},
        json={"model": model["model"], "messages": messages, "tools": tools},
        timeout=60,
    )
    response.raise_for_status()
    answer = response.json()
    return answer["choices"][0]["message"], answer["usage"]


def work(task):
    run = plinth.begin(agent_id="python-agent", selector="main^large", mcp=True, hold={"credits": STEP_CREDITS})
    model, tools = run.model, McpTools(run.mcp["servers"])
    messages = [{"role": "user", "content": task}]
    spent = {"total_input_tokens": 0, "total_output_tokens": 0}
    status = "failed"
    try:
        for step in itertools.count(1):
            message, usage = ask(model, messages, tools.listed)
            messages.append(message)
            spent["total_input_tokens"] += usage["prompt_tokens"]
            spent["total_output_tokens"] += usage["completion_tokens"]
            if not message.get("tool_calls"):
                status = "completed"
                return message["content"]
            for call in message["tool_calls"]:
                said = tools.call(call["function"]["name"], json.loads(call["function"]["arguments"]))
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": said})
            hold = {"credits": (step + 1) * STEP_CREDITS}
            more = {"reason": f"{step} steps are done of: {task}", "credits": 2 * STEP_CREDITS}
            run.progress(**spent, hold=hold, ask=more, wait_s=WAIT_S)
    except Stopped as stopped:
        status = "cancelled"
        return f"Stopped: {stopped.reason}"
    finally:
        run.end(status=status, **spent)
        plinth.close()


print(work(sys.argv[1]))
