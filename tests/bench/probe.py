"""What runs in the page: it notes when the chat is usable, Enter is pressed, and words are painted.

A frame is counted as painted by the first task behind its animation callback.
"""

from __future__ import annotations

PROBE = """
(() => {
  const now = () => performance.timeOrigin + performance.now();
  const frames = new MessageChannel();
  const probe = window.probe = { now, mark: "", seen: 0, sentAt: 0, painted: [], usableAt: 0 };
  frames.port1.onmessage = ({ data }) => probe.painted.push([data, now()]);
  probe.expect = (mark) => Object.assign(probe, { mark, seen: 0, painted: [] });
  const look = () => {
    const replies = document.querySelectorAll("[data-testid=message-coach]");
    const text = replies[replies.length - 1]?.textContent ?? "";
    const at = probe.mark ? text.lastIndexOf(probe.mark) : -1;
    if (at < 0) return;
    const word = Number(text.substr(at + probe.mark.length, 3));
    if (!(word > probe.seen)) return;
    probe.seen = word;
    requestAnimationFrame(() => frames.port2.postMessage(word));
  };
  new MutationObserver(look).observe(
    document, { subtree: true, childList: true, characterData: true });
  addEventListener("keydown", ({ key, timeStamp }) => {
    if (key === "Enter") probe.sentAt = performance.timeOrigin + timeStamp;
  }, true);
  const waiting = setInterval(() => {
    if (!document.querySelector("[data-testid=chat-input]")?.getClientRects().length) return;
    probe.usableAt = performance.now();
    clearInterval(waiting);
  }, 5);
})();
"""

SWITCH = """
async (view) => {
  const frame = () => new Promise(requestAnimationFrame);
  const began = performance.now();
  document.querySelector(`[data-testid=tab-${view}]`).click();
  while (document.getElementById(`view-${view}`).hidden) await frame();
  await frame();
  return performance.now() - began;
}
"""
