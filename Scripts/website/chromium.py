"""Drives Chromium without packages: over its debugging protocol, and a pair of pipes."""

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path

PHONE, DESKTOP = (360, 780), (1440, 900)


def chromium() -> str:
    """The path of the installed browser."""
    program = next((path for name in ["chromium", "chromium-browser", "google-chrome"] if (path := shutil.which(name))), None)
    if not program:
        raise SystemExit("error: there is no Chromium; on Debian, install the package 'chromium'")
    return program


class Browser:
    """Chromium's own protocol, over a pair of pipes."""

    def __init__(self, program: str, profile: str):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def connect() -> None:
            # Numbers above those that are to be set, so that no copy closes another.
            incoming, outgoing = os.dup2(to_browser, 103), os.dup2(from_browser, 104)
            os.dup2(incoming, 3)
            os.dup2(outgoing, 4)

        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--hide-scrollbars",
                   "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={profile}", "about:blank"]
        self.process = subprocess.Popen([program, *options], preexec_fn=connect, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.events = b"", 0, []
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = None
        self.session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", {"enabled": True})

    def read(self) -> dict:
        while b"\0" not in self.buffer:
            data = os.read(self.input, 1 << 16)
            if not data:
                raise SystemExit("error: Chromium has ended")
            self.buffer += data
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method: str, parameters: dict | None = None) -> dict:
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters or {}}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"error: {method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, url: str) -> None:
        # Of this navigation, not of one that a click began.
        loader = self.call("Page.navigate", {"url": url})["loaderId"]

        def is_load(event: dict) -> bool:
            values = event.get("params", {})
            return event.get("method") == "Page.lifecycleEvent" and (values["loaderId"], values["name"]) == (loader, "load")

        while not any(is_load(event) for event in self.events):
            self.events.append(self.read())

    def value(self, script: str):
        result = self.call("Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in result:
            raise SystemExit(f"error: {script}: {result['exceptionDetails']['exception'].get('description')}")
        return result["result"].get("value")

    def key(self, key: str, text: str = "") -> None:
        codes = {"Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "End": 35, "Home": 36,
                 "Tab": 9}
        values = {"key": key, "windowsVirtualKeyCode": codes.get(key, 0)}
        self.call("Input.dispatchKeyEvent", {"type": "keyDown", "text": "\r" if key == "Enter" else text, **values})
        self.call("Input.dispatchKeyEvent", {"type": "keyUp", **values})

    def mouse(self, kind: str, x: float, y: float, **values) -> None:
        """Moves, presses, releases or turns the wheel of a mouse."""
        held = {"button": "left", "buttons": 1, "clickCount": 1} if kind in ("mousePressed", "mouseReleased") else {}
        self.call("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **held, **values})

    def click(self, x: float, y: float) -> None:
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"]:
            self.mouse(kind, x, y)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        self.call("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]})

    def wait(self, script: str) -> bool:
        """Waits until an expression is true, at most three seconds."""
        return self.value(
            "new Promise((done) => { const end = Date.now() + 3000; const look = () => { const is = !!(" + script
            + "); is || Date.now() > end ? done(is) : setTimeout(look, 20); }; look(); })"
        )

    def size(self, width: int, height: int, mobile: bool = False) -> None:
        self.call("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": 2 if mobile else 1, "mobile": mobile})

    def theme(self, name: str, media: str = "", calm: bool = False) -> None:
        features = [{"name": "prefers-color-scheme", "value": name},
                    {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"}]
        self.call("Emulation.setEmulatedMedia", {"media": media, "features": features})

    def picture(self, path: Path, whole: bool = False) -> None:
        data = self.call("Page.captureScreenshot", {"captureBeyondViewport": whole})["data"]
        path.write_bytes(base64.b64decode(data))

    def errors(self) -> list[str]:
        """What the console and the network reported since the last call."""
        found = []
        for event in self.events:
            method, values = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(values["exceptionDetails"]["exception"].get("description", "exception"))
            elif method == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning"):
                found.append(str(values["args"]))
            elif method == "Log.entryAdded" and values["entry"]["level"] in ("error", "warning"):
                found.append(values["entry"]["text"])
            elif method == "Network.loadingFailed":
                found.append(values["errorText"])
            elif method == "Network.requestWillBeSent" and not values["request"]["url"].startswith(("file:", "data:")):
                found.append(f"requests {values['request']['url']}")
        self.events = []
        return found

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()
