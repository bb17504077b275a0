"""A picture of a page as a small file: at most 256 colours, packed well."""

from __future__ import annotations

import base64
import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# A page has few colours and many shades between them: the most frequent ones are kept, each at a
# distance from the others, and what is left becomes the nearest one.
_FEWER_COLOURS = """async (source) => {
  const picture = await createImageBitmap(await (await fetch(source)).blob());
  const { width, height } = picture;
  const paper = new OffscreenCanvas(width, height).getContext("2d");
  paper.drawImage(picture, 0, 0);
  const pixels = new Uint32Array(paper.getImageData(0, 0, width, height).data.buffer);
  const counts = new Map();
  pixels.forEach((pixel) => counts.set(pixel, (counts.get(pixel) ?? 0) + 1));
  const parts = (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
  const apart = (one, other) => one.reduce((sum, part, i) => sum + (part - other[i]) ** 2, 0);
  const byUse = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([p]) => [p, parts(p)]);
  let kept = [];
  for (let distance = 0; distance === 0 || kept.length > 256; distance += 4) {
    kept = [];
    for (const [, colour] of byUse) {
      if (kept.every((other) => apart(colour, other) > distance ** 2 - 1)) kept.push(colour);
      if (kept.length > 256) break;
    }
  }
  const place = new Map(byUse.map(([pixel, colour]) => {
    const distances = kept.map((other) => apart(colour, other));
    return [pixel, distances.indexOf(Math.min(...distances))];
  }));
  const text = (bytes) => bytes.reduce((all, byte) => all + String.fromCharCode(byte), "");
  return {
    width, height, colours: kept.flat(), pixels: btoa(text([...pixels].map((p) => place.get(p)))),
  };
}"""


def small(page: Page, screenshot: bytes) -> bytes:
    """Return a screenshot with fewer colours; `page` is an empty one that does the counting."""
    source = f"data:image/png;base64,{base64.b64encode(screenshot).decode()}"
    found = page.evaluate(_FEWER_COLOURS, source)
    width, height = found["width"], found["height"]
    pixels = base64.b64decode(found["pixels"])
    rows = b"".join(b"\0" + pixels[y * width : (y + 1) * width] for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = [
        (b"IHDR", head),
        (b"PLTE", bytes(found["colours"])),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
