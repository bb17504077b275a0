// As much of React as the hooks of the page need: one component that renders again when it has to.

let current = null;

const isSame = (one, other) => (
  one?.length === other?.length && one.every((value, index) => Object.is(value, other[index]))
);
const slot = (first) => {
  const { slots } = current;
  if (slots.length === current.next) slots.push(first());
  return slots[current.next++];
};

class Component {
  slots = [];
  isRendering = false;
  isStale = false;

  constructor(draw) {
    this.draw = draw;
    this.render();
  }

  render() {
    if (this.isRendering) { this.isStale = true; return; }
    this.isRendering = true;
    do {
      this.isStale = false;
      this.next = 0;
      this.effects = [];
      current = this;
      this.value = this.draw();
      current = null;
      this.effects.forEach((effect) => effect());
    } while (this.isStale);
    this.isRendering = false;
  }

  // Other arguments, as when the state of the server has changed.
  redraw(draw) {
    this.draw = draw;
    this.render();
  }

  unmount() {
    this.slots.forEach((kept) => kept.stop?.());
  }
}

export const mount = (draw) => new Component(draw);
export const useState = (first) => {
  const owner = current;
  const kept = slot(() => {
    const made = { value: typeof first === "function" ? first() : first };
    made.set = (next) => {
      const value = typeof next === "function" ? next(made.value) : next;
      if (Object.is(value, made.value)) return;
      made.value = value;
      owner.render();
    };
    return made;
  });
  return [kept.value, kept.set];
};
export const useRef = (first) => slot(() => ({ current: first }));
export const useMemo = (make, inputs) => {
  const kept = slot(() => ({}));
  if (!isSame(kept.inputs, inputs)) Object.assign(kept, { inputs, value: make() });
  return kept.value;
};
export const useEffect = (run, inputs) => {
  const kept = slot(() => ({}));
  if (inputs && isSame(kept.inputs, inputs)) return;
  kept.inputs = inputs;
  current.effects.push(() => { kept.stop?.(); kept.stop = run(); });
};
export const useSyncExternalStore = (listen, read) => {
  const owner = current;
  const kept = slot(() => ({}));
  kept.read = read;
  kept.value = read();
  const tell = () => { if (!Object.is(kept.read(), kept.value)) owner.render(); };
  useEffect(() => listen(tell), [listen]);
  return kept.value;
};
export const useLocation = () => null;
export const createElement = (type, props, ...children) => ({ type, props, children });
