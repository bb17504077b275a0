// Scrolling the thread: the newest words stay in sight, unless the person scrolled up.

import { useEffect } from "react";

// With very large text the page scrolls as a whole.
const box = () => {
  const thread = document.getElementById("thread");
  return getComputedStyle(thread).overflowY === "visible" ? document.scrollingElement : thread;
};
export const toEnd = () => requestAnimationFrame(() => { box().scrollTop = box().scrollHeight; });
// A place that was searched for: it may still be on its way from the server.
const MARKED = 2_400;
export const showTurn = (id) => {
  const until = Date.now() + 5_000;
  const look = () => {
    const turn = id && document.querySelector(`#thread [data-turn="${id}"]`);
    if (!turn?.clientHeight) return Date.now() < until && id && requestAnimationFrame(look);
    // What the thread does by itself when its words change comes first.
    requestAnimationFrame(() => {
      turn.scrollIntoView({ block: "center" });
      turn.toggleAttribute("data-found", true);
      setTimeout(() => turn.removeAttribute("data-found"), MARKED);
    });
  };
  look();
};
export const useScroll = () => useEffect(() => {
  const thread = document.getElementById("thread");
  let isPinned = true;
  let fromEnd = 0;
  let top = 0;
  const scrolled = () => {
    if (!thread.clientHeight) return;
    const { scrollHeight, scrollTop, clientHeight } = box();
    fromEnd = scrollHeight - scrollTop;
    top = scrollTop;
    isPinned = fromEnd - clientHeight < 48;
    document.getElementById("to-end").hidden = isPinned;
    if (scrollTop < 80 && !isPinned) document.getElementById("older")?.click();
  };
  const grown = (records = []) => {
    if (!thread.clientHeight) return;
    const above = records.some(({ addedNodes, nextSibling, target }) => (
      target === thread && addedNodes.length && nextSibling
    ));
    // Somebody may have scrolled up in this very frame: its event comes after the words. Where words
    // went away the browser itself may have moved what was shorter for a moment.
    const gone = records.some(({ removedNodes }) => removedNodes.length);
    if (isPinned && !gone && box().scrollTop < top - 1) scrolled();
    if (isPinned) {
      box().scrollTop = box().scrollHeight;
      top = box().scrollTop;
    }
    else if (above) box().scrollTop = box().scrollHeight - fromEnd;
  };
  const words = new MutationObserver(grown);
  // Where the page scrolls as a whole, another view has moved it meanwhile.
  let wasShown = false;
  const size = new ResizeObserver(() => {
    if (!wasShown && thread.clientHeight && box() !== thread) {
      isPinned = true;
      top = 0;
    }
    wasShown = thread.clientHeight > 0;
    grown();
  });
  words.observe(thread, { childList: true, subtree: true, characterData: true });
  size.observe(thread);
  document.addEventListener("scroll", scrolled, { capture: true, passive: true });
  return () => {
    words.disconnect();
    size.disconnect();
    document.removeEventListener("scroll", scrolled, { capture: true });
  };
}, []);
