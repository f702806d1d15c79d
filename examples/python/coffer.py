"""Charges customers' credits through Coffer, and receives its events. Needs only Python 3.9 or newer.

    export COFFER_URL=http://localhost:5175 COFFER_KEY=coffer_key_...
    python3 coffer.py spend CUSTOMER CREDITS      # charge for work that is done
    python3 coffer.py hold CUSTOMER MOST USED     # hold credits, work, then charge what the work used
    python3 coffer.py resume                      # finish what a crash or an outage interrupted
    COFFER_WEBHOOK_SECRET=whsec_... python3 coffer.py receive 3000
"""

import base64
import hashlib
import hmac
import http.client
import http.server
import json
import os
import sqlite3
import sys
import time
import urllib.error
import urllib.request
import uuid


class CofferError(Exception):
    """A refusal, or no response after all attempts. `code` is for programs."""
    def __init__(self, code, detail):
        super().__init__(f"{code}: {detail}")
        self.code = code


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None  # No other address may get the key.


class Coffer:
    def __init__(self, url, key):
        self.url, self.key = url.rstrip("/"), key
        self.opener = urllib.request.build_opener(NoRedirects)

    def spend(self, spend_id, customer, credits):
        return self.call("PUT", f"/v1/spends/{spend_id}", {"customer_id": customer, "credits": credits})

    def hold(self, hold_id, customer, credits):
        return self.call("PUT", f"/v1/holds/{hold_id}", {"customer_id": customer, "credits": credits})

    def call(self, method, path, body=None, attempts=4, longest_wait_s=30):
        """Makes a call. After no response, 429 or 5xx, repeats it. It takes effect once, because the id is the same."""
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        for attempt in range(attempts):
            request = urllib.request.Request(self.url + path, body and json.dumps(body).encode(), headers, method=method)
            try:
                with self.opener.open(request, timeout=5) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                failure, wait_s = refusal_in(error), seconds_in(error.headers.get("Retry-After", ""))
                if error.code != 429 and error.code < 500:
                    raise failure from None
            except (OSError, http.client.HTTPException, ValueError) as error:
                failure, wait_s = CofferError("no-response", error), 0
            if attempt == attempts - 1 or wait_s > longest_wait_s:
                raise failure
            time.sleep(wait_s + 0.2 * 2**attempt)


def refusal_in(error):
    try:
        body = json.load(error)
        return CofferError(body["code"], body["detail"])
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return CofferError("unexpected-response", f"The status is {error.code}")


def seconds_in(header):
    return int(header) if header.isascii() and header.isdigit() else 0


def verify_webhook(headers, body, secret):
    """Returns the event in `body`, a request's unparsed bytes. Raises ValueError unless the store just signed it."""
    sent_at, signatures = headers.get("webhook-timestamp", ""), headers.get("webhook-signature", "")
    if abs(time.time() - seconds_in(sent_at)) > 300:
        raise ValueError("The event has no time, or not one of the last five minutes")
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    key = base64.b64decode(secret[secret.index("whsec_") + 6 :])  # Raises ValueError if the secret is missing.
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # There are two signatures after a new secret. Compare all, each in constant time.
    if not any([hmac.compare_digest(given.encode(), expected) for given in signatures.split()]):
        raise ValueError("The event's signature is wrong")
    return json.loads(body)


def finish(database, coffer, job, kind, customer, credits, used):
    try:
        if kind == "spend":
            coffer.spend(job, customer, credits)
        elif used:
            coffer.call("POST", f"/v1/holds/{job}/capture", {"credits": used})
        else:
            coffer.call("POST", f"/v1/holds/{job}/release")
    except CofferError as error:
        if used and error.code in ("hold-expired", "hold-released"):
            coffer.spend(f"{job[:14]}8{job[15:]}", customer, used)  # One id for each hold, so it is charged once.
        elif error.code != "hold-not-found":
            return print(f"Not finished: {job}: {error}", file=sys.stderr)
    database.execute("delete from jobs where id = ?", (job,))
    print(f"Finished {job}")
    return True


def receive(database, port, secret):
    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(min(seconds_in(self.headers.get("Content-Length", "")), 2**20))
            try:
                event = verify_webhook(self.headers, body, secret)
            except ValueError as error:
                return self.send_error(400, str(error))
            is_new = database.execute("insert or ignore into events values (?)", (event["id"],)).rowcount == 1
            self.send_response_only(204)
            self.end_headers()
            print(event["type"] if is_new else "Received before", event["id"], flush=True)

    with http.server.HTTPServer(("localhost", port), Receiver) as server:
        print(f"Listening on http://localhost:{server.server_port}", flush=True)
        server.serve_forever()


def main(command, *given):
    database = sqlite3.connect("coffer.db", isolation_level=None)  # Commits each statement.
    database.execute("create table if not exists jobs (id text, kind text, customer text, credits int, used int)")
    database.execute("create table if not exists events (id text primary key)")
    if command == "receive":
        return receive(database, int(given[0]), os.environ["COFFER_WEBHOOK_SECRET"])
    coffer = Coffer(os.environ["COFFER_URL"], os.environ["COFFER_KEY"])
    if command != "resume":
        job = str(uuid.uuid4())
        # Store the id before the call, so that `resume` can repeat the call with it.
        database.execute("insert into jobs values (?, ?, ?, ?, null)", (job, command, given[0], int(given[1])))
        if command == "hold":
            coffer.hold(job, given[0], int(given[1]))
            # Work here. Then store what the work used, before you charge for it.
            database.execute("update jobs set used = ? where id = ?", (int(given[2]), job))
    if not all([finish(database, coffer, *row) for row in database.execute("select * from jobs").fetchall()]):
        sys.exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
