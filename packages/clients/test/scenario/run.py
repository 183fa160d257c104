"""Goes through the scenario with the client in Python: `run.py TASK`, a file of JSON."""

import base64
import json
import re
import sys
import traceback
import urllib.request
from concurrent.futures import ThreadPoolExecutor

from balcao import (
    ApiError,
    Balcao,
    NoResponse,
    UnverifiedWebhook,
    WebhookKeys,
    verify_webhook,
    verify_webhook_by_keys,
)

with open(sys.argv[1], encoding="utf-8") as file:
    task = json.load(file)
balcao = Balcao(task["url"], task["client_id"], task["client_secret"])
real = balcao._world
saved = {}
pauses = []
shown = [repr(balcao)]


def snake(name):
    return re.sub("([A-Z])", lambda found: "_" + found[1].lower(), name)


def filled(value):
    if isinstance(value, list):
        return [filled(one) for one in value]
    if isinstance(value, dict):
        return {key: filled(one) for key, one in value.items()}
    if not isinstance(value, str) or not value.startswith("$"):
        return value
    found = saved
    for key in value[1:].split("."):
        found = found[key]
    return found


def outcome(step):
    given = list(filled(step.get("path", [])))
    if "body" in step:
        given.append(filled(step["body"]))
    named = dict(filled(step.get("query", {})))
    if "idempotencyKey" in step:
        named["idempotency_key"] = step["idempotencyKey"]
    try:
        if "iterate" in step:
            walk = getattr(balcao, snake(step["iterate"]).replace("list_", "iterate_"))
            return {"items": [one[step["field"]] for one in walk(*given, **named)]}
        call = getattr(balcao, snake(step["call"]))
        with ThreadPoolExecutor(20) as threads:
            times = range(step.get("times", 1))
            answer = list(threads.map(lambda _: call(*given, **named), times))[-1]
    except ApiError as error:
        shown.extend(traceback.format_exception(error))
        facts = {"status": error.status, "code": error.code}
        return {"error": {**facts, "param": error.param, "existing": error.existing_id}}
    except NoResponse as error:
        shown.extend(traceback.format_exception(error))
        return {"noResponse": True}
    except ValueError:
        return {"wrongArgument": True}
    if isinstance(answer, bytes):
        return {"file": answer.decode()}
    if "as" in step:
        saved[step["as"]] = answer
    return {"answer": answer}


def verified(case):
    body = base64.b64decode(case["body"])
    try:
        if "secret" in case:
            event = verify_webhook(body, case["headers"], case["secret"])
        else:
            keys = WebhookKeys(case["address"]) if "address" in case else case["keys"]
            event = verify_webhook_by_keys(body, case["headers"], keys)
        return f"{event['type']} {event['id']}"
    except UnverifiedWebhook:
        return "unverified"
    except NoResponse:
        return "no response"
    except ValueError:
        return "wrong argument"


def is_address(address):
    try:
        Balcao(address, "a", "b")
        return True
    except ValueError as error:
        shown.append(str(error))
        return False


steps = []
seconds = 0
for number, step in enumerate(task["steps"]):
    pauses.clear()
    seconds = step.get("seconds", seconds)
    balcao._world = real._replace(
        wait=pauses.append,
        random=lambda: 0.5,
        now=lambda: seconds,
        limit_seconds=step.get("limitMs", 10_000) / 1000,
    )
    urllib.request.urlopen(f"{task['url']}/__step/{number}").read()
    steps.append({**outcome(step), "pauses": list(pauses)})
webhooks = [verified(one) for one in task["webhooks"]]
addresses = [is_address(one) for one in task.get("addresses", [])]
result = {"steps": steps, "webhooks": webhooks, "addresses": addresses}
print(json.dumps({**result, "shown": "\n".join(shown)}))
