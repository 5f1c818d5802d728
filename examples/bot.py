"""A bot that waits at a public table for an opponent and plays random moves: python bot.py URL

Written from docs/protocol.md alone; needs `pip install httpx websockets`.
"""

import asyncio
import json
import random
import sys

import httpx
import websockets


async def main(url: str, game: str = "pylos") -> None:
    async with httpx.AsyncClient(base_url=url) as web:
        await web.post("/api/me", json={"name": "Random bot"})
        token = (await web.post("/api/tokens", json={})).json()["token"]
        web.headers["Authorization"] = f"Bearer {token}"
        table = (await web.post("/api/tables", json={"game": game, "public": True})).json()
    place = f"{url.replace('http', 'ws', 1)}/live/{table['table']['id']}"
    print("waiting at", place)
    last, over = None, False
    while not over:
        try:
            headers = {"Authorization": f"Bearer {token}"}
            async with websockets.connect(place, additional_headers=headers) as socket:
                await socket.send(json.dumps({"kind": "hello", "after": last}))
                await socket.send(json.dumps({"kind": "moves", "id": "look"}))
                turn = seat = None
                async for text in socket:
                    message = json.loads(text)
                    if message["kind"] == "ping":
                        await socket.send(json.dumps({"kind": "pong", "id": message["id"]}))
                    elif message["kind"] == "you":
                        seat = message.get("viewer")
                    elif message["kind"] in ("welcome", "happened"):
                        last, turn = message["sequence"], message["frame"].get("turn")
                        if over := message["frame"]["stage"] in ("over", "closed"):
                            print("over:", message["frame"]["board"].get("outcome"))
                            break
                        if turn == seat:
                            await socket.send(json.dumps({"kind": "moves", "id": "look"}))
                    elif message["kind"] == "listed" and turn is not None and turn == seat:
                        position, moves = message["position"], message["moves"]
                        play = {"kind": "play", "id": f"at {position}", "position": position}
                        await socket.send(json.dumps({**play, "move": random.choice(moves)}))
        except (OSError, websockets.WebSocketException):
            await asyncio.sleep(1)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
