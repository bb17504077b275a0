// Who hears of a change: the hooks that show a module's own values.

export const makeListeners = () => {
  const all = new Set();
  return {
    listen: (tell) => { all.add(tell); return () => all.delete(tell); },
    tellAll: () => all.forEach((tell) => tell()),
  };
};
