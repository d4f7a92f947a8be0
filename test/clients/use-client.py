"""Calls a running platform with the Python client. Prints what the test compares, as JSON."""

import asyncio
import json
import os

from hub_platform._call import RequestOptions
from hub_platform.central import AsyncCentralClient, CentralClient
from hub_platform.errors import AuthenticationError, ConnectionFailed, NotFoundError, ValidationError
from hub_platform.invoicer import AsyncInvoicerClient, InvoicerClient

url, credential = os.environ["HUB_URL"], os.environ["HUB_TOKEN"]
found: dict[str, object] = {}

with InvoicerClient(url, credential=credential) as client:
    key = RequestOptions(idempotency_key="python-client-invoice")
    item = {"description": "Cake", "amount": 12.5}
    made = client.create_invoice(client="ann@example.com", items=[item], options=key)
    again = client.create_invoice(client="ann@example.com", items=[item], options=key)
    found["isSame"] = made["invoiceId"] == again["invoiceId"]
    found["total"] = client.get_invoice(invoice_id=made["invoiceId"])["total"]
    whole = client.list_invoices(limit=100).first_page()
    found["pages"] = len(list(client.list_invoices(limit=1).pages()))
    found["expectedPages"] = whole["total"]
    found["items"] = [invoice["id"] for invoice in client.list_invoices(limit=2)] == [
        invoice["id"] for invoice in whole["invoices"]
    ]
    try:
        client.get_invoice(invoice_id="inv_none")
    except NotFoundError as error:
        found["notFound"] = [error.code, error.status, error.request_id is not None]
    try:
        client.create_invoice(client="", items=[])
    except ValidationError as error:
        found["faults"] = sorted(fault["path"] for fault in error.fields)

with InvoicerClient(url, credential="wrong", max_retries=0) as client:
    try:
        client.list_invoices().first_page()
    except AuthenticationError as error:
        found["wrong"] = error.status

with CentralClient("http://127.0.0.1:9", max_retries=1, timeout=2) as client:
    try:
        client.credit_balance(app_id="central")
    except ConnectionFailed as error:
        found["unreachable"] = error.code


async def concurrently() -> None:
    async with AsyncInvoicerClient(url, credential=lambda: credential) as invoicer:
        page = await invoicer.list_invoices(limit=1)
        found["asyncPage"] = len(page["invoices"])
        found["asyncItems"] = len([one async for one in invoicer.list_invoices(limit=2)])
    async with AsyncCentralClient(url, credential=credential) as central:
        balances = await asyncio.gather(*(central.credit_balance(app_id="central") for _ in range(3)))
        found["balances"] = len({one["balance"] for one in balances})


asyncio.run(concurrently())
print(json.dumps(found))
