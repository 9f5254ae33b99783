// A notebook with one widget in two cells: what a view saves goes to Python, and what that answers to both views.
import { render } from "./lab.js";

const handlers = new Set();
const model = {
  state: {},
  changed: "",
  get: (name) => structuredClone(model.state[name]),
  set(name, value) {
    model.state[name] = structuredClone(value);
    model.changed = name;
  },
  save_changes: () => window.save(model.changed, model.state[model.changed]).then(window.push),
  on: (_, handler) => handlers.add(handler),
  off: (_, handler) => handlers.delete(handler),
};
window.push = (data) => {
  model.state._told = data;
  for (const handler of handlers) handler();
};
window.start = (data) => {
  handlers.clear();
  model.state = { _told: data };
  document.body.replaceChildren();
  window.ends = [0, 1].map(() => {
    const el = document.createElement("div");
    document.body.append(el);
    return render({ model, el });
  });
};
window.listeners = () => handlers.size;
