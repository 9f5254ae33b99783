// What a component is told when it is called, when calls of it end, and when its element leaves the page.
import { mount } from "../../web/wire/mounting.js";

export const tell = (events) => {
  const calls = [], ends = {}, element = { isConnected: true };
  const create = () => {
    calls.push("create");
    return { close: () => calls.push("close") };
  };
  for (const event of events) {
    const [kind, call] = event.split(" ");
    if (kind === "leave") element.isConnected = false;
    else if (kind === "end") ends[call]();
    else ends[call] = mount(element, create, () => calls.push(`show ${call}`));
  }
  return calls;
};
