"""Notices on this device: the settings, and what the service worker does with a message."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import People

ENDPOINT = "https://push.example.org/send/1"
ID = hashlib.sha256(ENDPOINT.encode()).hexdigest()
PUSH_MANAGER = f"""
globalThis.asked = 0;
// A headless browser never permits it.
Object.defineProperty(Notification, "permission", {{ get: () => "granted" }});
Notification.requestPermission = async () => "granted";
let subscription = null;
PushManager.prototype.getSubscription = async () => subscription;
PushManager.prototype.subscribe = async ({{ applicationServerKey, userVisibleOnly }}) => {{
  if (applicationServerKey !== "the key" || !userVisibleOnly) throw new Error("wrong options");
  globalThis.asked += 1;
  subscription = {{
    endpoint: "{ENDPOINT}",
    getKey: (name) => new Uint8Array(name === "auth" ? 16 : 65).fill(255).buffer,
    unsubscribe: async () => {{ subscription = null; }},
  }};
  return subscription;
}};
"""


RECEIVE = """(data) => new Promise((done) => {
  // A headless browser shows none, and an event made by a script can't be extended.
  registration.showNotification = async (title, options) => done({ title, ...options });
  PushEvent.prototype.waitUntil = () => {};
  dispatchEvent(new PushEvent("push", { data }));
})"""
"""What the service worker shows for a message."""


class PushApi:
    """Stands for a server with TLS."""

    def __init__(self, page: Page) -> None:
        self.devices: list[str] = []
        self.added: list[dict[str, Any]] = []
        page.add_init_script(PUSH_MANAGER)
        page.route("**/api/me/push**", self.answer)

    def answer(self, route: Route) -> None:
        match route.request.method:
            case "PUT":
                self.added.append(dict(route.request.post_data_json or {}))
                self.devices = [ID]
            case "DELETE":
                assert route.request.url.endswith(f"/{ID}")
                self.devices = []
            case _:
                state = {"key": "the key", "unavailable": None, "devices": self.devices}
                route.fulfill(json=state)
                return
        route.fulfill(status=204)


def test_settings_say_what_notices_need(people: People) -> None:
    ana = people.open_page()
    ana.goto("/")
    ana.locator("[data-settings]").click()
    expect(ana.get_by_text("Notices when it’s your turn need a server with HTTPS.")).to_be_visible()
    expect(ana.get_by_role("button", name="Get notices")).to_be_hidden()


def test_a_device_gets_notices_only_after_its_owner_pressed_the_button(people: People) -> None:
    ana = people.open_page(notifications=True)
    api = PushApi(ana)
    ana.goto("/")
    ana.locator("[data-settings]").click()
    button = ana.get_by_role("button", name="Get notices")
    expect(button).to_be_visible()
    assert ana.evaluate("asked") == 0
    button.click()
    expect(ana.get_by_role("button", name="No more notices")).to_be_visible()
    assert ana.evaluate("asked") == 1
    assert api.added == [{"endpoint": ENDPOINT, "key": "_" * 86 + "8", "auth": "_" * 21 + "w"}]
    ana.get_by_role("button", name="No more notices").click()
    expect(button).to_be_visible()
    assert api.devices == []
    assert (
        ana.evaluate(
            "navigator.serviceWorker.ready.then((found) => found.pushManager.getSubscription())"
        )
        is None
    )


def test_a_message_becomes_a_notification_that_leads_to_the_table(people: People) -> None:
    ana = people.open_page(notifications=True)
    ana.goto("/")
    ana.evaluate("navigator.serviceWorker.ready.then(() => true)")
    message = {"title": "Your turn · Pylos", "body": "Bob", "page": "tables/abc"}
    [worker] = ana.context.service_workers
    shown = worker.evaluate(RECEIVE, json.dumps(message))
    icon = ana.request.get(shown.pop("icon"))
    assert icon.headers["content-type"] == "image/png"
    assert shown == {
        "title": "Your turn · Pylos",
        "body": "Bob",
        "tag": "/tables/abc",
        "data": f"{people.site}/tables/abc",
    }
